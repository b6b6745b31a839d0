import Platform

/// Distinguishes manifests from source files that are named `Package.swift`.
enum ManifestFile {
  static let name = "Package.swift"

  /// Whether a file is named like a manifest or one of its variants.
  static func isNamed(_ file: String) -> Bool {
    file == name || (file.hasPrefix("Package@") && file.hasSuffix(".swift"))
  }

  /// Whether a folder contains a manifest.
  static func isIn(_ folder: String) -> Bool { isManifest(folder + "/" + name) }

  /// Whether a file is a manifest. A file that cannot be read counts as one, so that SwiftPM reports the reason.
  /// - Complexity: O(bytes of the file).
  static func isManifest(_ path: String) -> Bool {
    guard Path.isFile(path) else { return false }
    guard let bytes = try? FileBytes.read(path) else { return true }
    return statesManifest(bytes)
  }

  /// Why the file with a manifest's name is no manifest, as a clause.
  /// - Returns: `nil` if there is no such file, or it is a manifest.
  static func obstacle(in folder: String) -> String? {
    let path = folder + "/" + name
    let kind: FileStatus.Kind
    do { kind = try FileStatus(lookingAt: path).kind } catch {
      return FileStatus(at: path, followsLast: false) == nil ? nil : "it is a broken link (\(error))"
    }
    switch kind {
    case .folder: return "it is a folder"
    case .link, .characterDevice, .other: return "it is not a regular file"
    case .file: return isManifest(path) ? nil : "it neither states a tools version nor imports PackageDescription"
    }
  }

  /// Whether a text begins with a tools version or imports `PackageDescription`, or is not UTF-8.
  ///
  /// A manifest needs both. If one of them is missing, SwiftPM reports it.
  static func statesManifest(_ bytes: [UInt8]) -> Bool {
    // UTF-16, for example, is not a source file either.
    if bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil { return true }
    var isFirst = true
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      if isFirst {
        let words = line.filter { $0 > UInt8(ascii: " ") && $0 < 0x80 }  // This drops a byte order mark as well.
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

  /// Whether a line is `import PackageDescription`; code that generates manifests has it only in string literals.
  private static func importsPackageDescription(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: "import".utf8) else { return false }
    let words = line.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    guard words.count > 1, words[0].elementsEqual("import".utf8) else { return false }
    let module = words[1].prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "/") }
    return module.elementsEqual("PackageDescription".utf8)
  }
}
