/// The files of a package that decide what its manifest says.
struct ManifestFiles: Sendable {
  /// The manifest and its variants, by name.
  let manifests: [String: [UInt8]]
  /// What replaces addresses by others: the package's own file and the user's. SwiftPM's answer holds the replacements.
  let mirrors: [ManifestInputs.File]
  /// Whether there is a module map, which makes a package that declares nothing a system library.
  let hasModuleMap: Bool

  /// - Parameters:
  ///   - folder: the package's, absolute.
  ///   - home: the user's, where there are further mirrors.
  /// - Throws: `FileFailure` for a manifest that is there and cannot be read.
  init(in folder: String, home: String?) throws(FileFailure) {
    var manifests: [String: [UInt8]] = [:]
    for entry in FolderEntries(of: folder) where entry.isUTF8 && Self.isManifest(entry.name) {
      do { manifests[entry.name] = try FileBytes.read(folder + "/" + entry.name) } catch {
        throw FileFailure(reason: "`\(entry.name)`: \(error.reason)")
      }
    }
    self.manifests = manifests
    hasModuleMap = Path.isFile(folder + "/module.modulemap")
    let places = [folder + "/.swiftpm"] + (home.map { [$0 + "/.swiftpm"] } ?? [])
    mirrors = places.compactMap { place in
      let path = place + "/configuration/mirrors.json"
      do throws(FileFailure) { return ManifestInputs.File(name: path, bytes: try FileBytes.read(path)) } catch {
        // One that is there and cannot be read is for SwiftPM to judge.
        return error.isAbsence ? nil : ManifestInputs.File(name: path + ": " + error.reason, bytes: [])
      }
    }
  }

  /// Why their evaluation might see more than these files and the variables; `nil` where it cannot.
  var obstacle: String? {
    manifests.sorted { $0.key < $1.key }.lazy.compactMap { ManifestWords($0.value).obstacle }.first
  }

  /// Whether a manifest may say something of the folder that it is in.
  var nameTheirPlace: Bool {
    manifests.values.contains { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      return text.contains("packageDirectory") || text.contains("#file")
    }
  }

  /// Everything, sorted by name.
  var all: [ManifestInputs.File] {
    let sorted = manifests.sorted { $0.key < $1.key }.map { ManifestInputs.File(name: $0.key, bytes: $0.value) }
    return sorted + mirrors + (hasModuleMap ? [ManifestInputs.File(name: "module.modulemap", bytes: [])] : [])
  }

  /// Folders that plain strings of the manifests name and that hold packages themselves, in their order: those that it
  /// likely depends on.
  ///
  /// Relative to the package, as the text has them. Comments count as well: nothing but speed hangs on this.
  /// - Complexity: O(bytes), and one look at the disk for each string.
  func likelyDependencies(in folder: String) -> [String] {
    var known: Set<String> = []
    return manifests.sorted { $0.key < $1.key }.flatMap { _, bytes in
      bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    }.compactMap { text in
      let isPlain = !text.contains { $0 < UInt8(ascii: " ") || $0 == UInt8(ascii: "\\") }
      guard isPlain, (1..<256).contains(text.count) else { return nil }
      let name = String(decoding: text, as: UTF8.self)
      guard known.insert(name).inserted, Path.isFile(Path.joined(folder, name) + "/Package.swift") else { return nil }
      return name
    }
  }

  private static func isManifest(_ name: String) -> Bool {
    name == "Package.swift" || (name.hasPrefix("Package@swift-") && name.hasSuffix(".swift"))
  }
}
