/// A version of a package, without what follows a hyphen.
struct PackageVersion: Comparable, CustomStringConvertible {
  let parts: [Int]

  init(_ parts: Int...) { self.parts = parts }

  /// - Returns: `nil` for text that is no version.
  init?(_ text: some StringProtocol) {
    let numbers = text.prefix { $0 != "-" && $0 != "+" }.split(separator: ".", omittingEmptySubsequences: false)
    let parts = numbers.compactMap { Int($0) }
    guard !parts.isEmpty, parts.count == numbers.count, parts.count <= 3 else { return nil }
    self.parts = parts + [Int](repeating: 0, count: 3 - parts.count)
  }

  var major: Int { parts[0] }
  var description: String { parts.map(String.init).joined(separator: ".") }

  static func < (left: Self, right: Self) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
}

/// The versions that a requirement allows, from its words in a graph: `1.1.0..<2.0.0` or `exact 1.2.3`.
struct VersionRange {
  let low: PackageVersion
  /// Excluded.
  let high: PackageVersion

  /// - Returns: `nil` for a branch, a revision or a folder.
  init?(_ requirement: String) {
    if requirement.hasPrefix("exact "), let version = PackageVersion(requirement.dropFirst(6)) {
      (low, high) = (version, PackageVersion(version.parts[0], version.parts[1], version.parts[2] + 1))
      return
    }
    guard let dots = requirement.firstRange(of: "..<"), let low = PackageVersion(requirement[..<dots.lowerBound]),
      let high = PackageVersion(requirement[dots.upperBound...])
    else { return nil }
    (self.low, self.high) = (low, high)
  }

  func excludes(_ other: VersionRange) -> Bool { high <= other.low || other.high <= low }
}
