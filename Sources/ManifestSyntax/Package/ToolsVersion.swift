/// A version of the Swift tools, as in `5.9` or `6.3.1`.
package struct ToolsVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let major: Int
  package let minor: Int
  package let patch: Int

  package init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Parses two or three numbers that are separated by periods.
  /// - Returns: `nil` for anything else, such as a development snapshot's `6.4-dev`.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.literalNumber }
    guard numbers.count == parts.count, (2...3).contains(numbers.count) else { return nil }
    self.init(numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0)
  }

  /// All three numbers, as SwiftPM displays it.
  package var description: String { "\(major).\(minor).\(patch)" }

  package static func < (left: ToolsVersion, right: ToolsVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

extension Sequence where Element == UInt8 {
  /// The bytes as a number of up to nine digits; `nil` if there is anything but digits.
  package var literalNumber: Int? {
    var number = 0
    var digits = 0
    for byte in self {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digits < 9 else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
    }
    return digits == 0 ? nil : number
  }
}

extension Manifest {
  /// The tools version as numbers; SwiftPM's text always has this form.
  package var parsedToolsVersion: ToolsVersion { ToolsVersion(toolsVersion) ?? ToolsVersion(0, 0) }
}
