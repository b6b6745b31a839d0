/// Chooses between `Package.swift` and its variants, such as `Package@swift-6.0.swift`.
package enum ManifestVariant {
  /// The file that SwiftPM evaluates.
  ///
  /// - Parameters:
  ///   - names: all files of the package's folder; files other than manifests are ignored.
  ///   - toolchain: the version of the toolchain that would evaluate them.
  ///   - toolsVersion: returns the tools version that a file states; `nil` if it is not certain.
  /// - Returns: the file's name; `nil` if it is not certain, in which case SwiftPM must be used.
  package static func choose(
    among names: [String], toolchain: ToolsVersion, toolsVersion: (String) -> ToolsVersion?
  ) -> String? {
    let keys = [
      "\(toolchain)", "\(toolchain.major).\(toolchain.minor)", "\(toolchain.major)",
    ].map { "Package@swift-\($0).swift" }
    if let exact = keys.first(where: names.contains) { return exact }
    let variants = names.compactMap { name in version(ofVariant: name).map { (name: name, version: $0) } }
    guard names.contains("Package.swift") else { return nil }
    let usable = variants.filter { $0.version <= toolchain }
    guard let best = usable.map(\.version).max() else { return "Package.swift" }
    let candidates = usable.filter { $0.version == best }
    guard candidates.count == 1, let candidate = candidates.first?.name, best >= ToolsVersion(4, 0),
      let regular = toolsVersion("Package.swift"), let special = toolsVersion(candidate)
    else { return nil }
    if special > regular { return candidate }
    return regular >= ToolsVersion(4, 0) && regular <= toolchain ? "Package.swift" : candidate
  }

  /// The tools version that a manifest states.
  /// - Returns: `nil` if SwiftPM might find no version, or a different one.
  package static func statedToolsVersion(_ bytes: [UInt8]) -> ToolsVersion? {
    ToolsVersionLine.find(in: bytes)?.version
  }

  /// `Package@swift-5.swift` is for 5.0.0.
  private static func version(ofVariant name: String) -> ToolsVersion? {
    guard name.hasPrefix("Package@swift-"), name.hasSuffix(".swift") else { return nil }
    let text = name.dropFirst("Package@swift-".count).dropLast(".swift".count)
    return ToolsVersion(text.contains(".") ? String(text) : text + ".0")
  }
}
