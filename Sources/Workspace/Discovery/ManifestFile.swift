import Platform

/// Tells a manifest from a source file that happens to be called `Package.swift`.
enum ManifestFile {
  static let name = "Package.swift"

  /// Whether a folder holds a manifest.
  static func isIn(_ folder: String) -> Bool { isManifest(folder + "/" + name) }

  /// Whether a file is a manifest; one that cannot be read is, so that SwiftPM says why it cannot.
  /// - Complexity: O(bytes of the file).
  static func isManifest(_ path: String) -> Bool {
    guard Path.isFile(path) else { return false }
    guard let bytes = try? FileBytes.read(path) else { return true }
    return statesManifest(bytes)
  }

  /// Why what a folder has under the name of a manifest is none, as half a sentence.
  /// - Returns: `nil` where it has nothing of that name, or a manifest.
  static func obstacle(in folder: String) -> String? {
    let path = folder + "/" + name
    let kind: FileStatus.Kind
    do { kind = try FileStatus(lookingAt: path).kind } catch {
      return FileStatus(at: path, followsLast: false) == nil ? nil : "it is a link that leads nowhere (\(error))"
    }
    switch kind {
    case .folder: return "it is a folder"
    case .link, .characterDevice, .other: return "it is not a regular file"
    case .file: return isManifest(path) ? nil : "it neither states a tools version nor imports PackageDescription"
    }
  }

  /// Whether a text starts with a tools version or imports `PackageDescription`, or is no text at all.
  ///
  /// A manifest needs both. One that has forgotten either is for SwiftPM to refuse, in its own words.
  static func statesManifest(_ bytes: [UInt8]) -> Bool {
    // Such as UTF-16: no source file either.
    if bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil { return true }
    var isFirst = true
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      if isFirst {
        let words = line.filter { $0 > UInt8(ascii: " ") && $0 < 0x80 }  // A byte order mark as well.
        if words.isEmpty { continue }
        isFirst = false
        if String(decoding: words.prefix(64), as: UTF8.self).lowercased().hasPrefix("//swift-tools-version") {
          return true
        }
      }
      if importsPackageDescription(line) { return true }
    }
    return false
  }

  /// Whether a line is `import PackageDescription`, which code that writes manifests has only within its texts.
  private static func importsPackageDescription(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: "import".utf8) else { return false }
    let words = line.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    guard words.count > 1, words[0].elementsEqual("import".utf8) else { return false }
    let module = words[1].prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "/") }
    return module.elementsEqual("PackageDescription".utf8)
  }
}
