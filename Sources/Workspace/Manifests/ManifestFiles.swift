/// The files of a package on which its manifest's meaning depends.
package struct ManifestFiles: Sendable {
  /// The manifest and its variants, by file name.
  let manifests: [String: [UInt8]]
  /// The mirrors files of the package and the user. SwiftPM's answer contains the replaced URLs.
  let mirrors: [ManifestInputs.File]
  /// What the manifests read of the package's folder besides, those of the files that are there; `nil` if they may read more,
  /// or one of them cannot be read.
  let beside: [ManifestInputs.File]?
  /// Whether there is a module map, which makes a package without declarations a system library.
  let hasModuleMap: Bool

  /// - Parameters:
  ///   - folder: the package's folder, absolute.
  ///   - home: the user's home folder, which may have further mirrors.
  /// - Throws: `FileFailure` for a manifest that exists and cannot be read.
  init(in folder: String, home: String?) throws(FileFailure) {
    var manifests: [String: [UInt8]] = [:]
    let entries = FolderEntries(of: folder)
    for entry in entries where entry.isUTF8 && Self.isManifest(entry.name) {
      do { manifests[entry.name] = try FileBytes.read(folder + "/" + entry.name) } catch {
        throw FileFailure(reason: "`\(entry.name)`: \(error.reason)")
      }
    }
    self.manifests = manifests
    beside = Self.filesBeside(manifests.values.map(ManifestIdentifiers.init), in: folder)
    // What a listing does not contain need not be looked for; names may differ in case.
    func mayContain(_ name: String) -> Bool {
      entries.failure != nil
        || entries.contains { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name }
    }
    hasModuleMap = mayContain("module.modulemap") && Path.isFile(folder + "/module.modulemap")
    let places = (mayContain(".swiftpm") ? [folder + "/.swiftpm"] : []) + (home.map { [$0 + "/.swiftpm"] } ?? [])
    mirrors = places.compactMap { place in
      let path = place + "/configuration/mirrors.json"
      do throws(FileFailure) { return ManifestInputs.File(name: path, bytes: try FileBytes.read(path)) } catch {
        // A file that exists and cannot be read is left to SwiftPM.
        return error.isAbsence ? nil : ManifestInputs.File(name: path + ": " + error.reason, bytes: [])
      }
    }
  }

  /// A manifest by itself, as if the package had no other one.
  init(alone manifest: [UInt8], hasModuleMap: Bool) {
    manifests = ["Package.swift": manifest]
    mirrors = []
    beside = nil
    self.hasModuleMap = hasModuleMap
  }

  /// Why their evaluation might depend on more than these files and the variables; `nil` if it cannot.
  var obstacle: String? {
    manifests.sorted { $0.key < $1.key }.lazy.compactMap { name, bytes in
      ManifestIdentifiers(bytes).obstacle.map { name == ManifestFile.name ? $0 : "\(name), \($0)" }
    }.first
  }

  /// Whether their evaluation can depend on nothing else but what git says about the package.
  var askOnlyGit: Bool {
    let words = manifests.values.map(ManifestIdentifiers.init)
    return words.contains(where: \.asksOnlyGit) && words.allSatisfy { $0.obstacle == nil || $0.asksOnlyGit }
  }

  /// Whether their evaluation can depend on nothing else but files beside them, which are inputs.
  var readOnlyBeside: Bool { beside != nil && obstacle != nil }

  private static func filesBeside(_ manifests: [ManifestIdentifiers], in folder: String) -> [ManifestInputs.File]? {
    guard manifests.allSatisfy({ $0.obstacle == nil || !$0.filesBeside.isEmpty }) else { return nil }
    var files: [ManifestInputs.File] = []
    for name in Set(manifests.flatMap(\.filesBeside)).sorted() {
      do throws(FileFailure) {
        files.append(ManifestInputs.File(name: name, bytes: try FileBytes.read(folder + "/" + name)))
      } catch  where error.isAbsence { continue } catch { return nil }
    }
    return files
  }

  /// Whether a manifest may use the path of its own folder.
  var nameTheirPlace: Bool { contain("packageDirectory") || contain("#file") }

  /// Whether a manifest may ask what git says about the package.
  var mentionGit: Bool { contain("gitInformation") }

  private func contain(_ word: String) -> Bool {
    manifests.values.contains { String(decoding: $0, as: UTF8.self).contains(word) }
  }

  /// All files, sorted by name.
  var all: [ManifestInputs.File] {
    let sorted = manifests.sorted { $0.key < $1.key }.map { ManifestInputs.File(name: $0.key, bytes: $0.value) }
    let map = hasModuleMap ? [ManifestInputs.File(name: "module.modulemap", bytes: [])] : []
    return sorted + mirrors + map + (beside ?? [])
  }

  /// Folders that string literals of the manifests name and that contain packages, in their order: likely dependencies.
  ///
  /// Relative to the package, as in the text. Strings in comments count as well, since only speed depends on the
  /// result.
  /// - Complexity: O(bytes), plus one file system access for each string.
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

  /// What git must write for their evaluation, as patterns of a sparse checkout.
  static let patterns = "Package.swift\nPackage@swift-*.swift\nmodule.modulemap\n"

  package static func isManifest(_ name: String) -> Bool {
    name == "Package.swift" || (name.hasPrefix("Package@swift-") && name.hasSuffix(".swift"))
  }
}
