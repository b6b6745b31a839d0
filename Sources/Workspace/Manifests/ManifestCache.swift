import ModuleGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Everything that the evaluation of a manifest can see. Two evaluations of equal inputs give the same package.
struct ManifestInputs: Hashable, Sendable {
  /// The package's folder: manifests can ask for it, and SwiftPM makes their paths absolute.
  let folder: String
  /// The manifest and its variants: names and bytes, sorted by name.
  let files: [File]
  /// The compiler's version and where it lies.
  let toolchain: String
  let os: String
  let arch: String
  let environment: [String: String]

  struct File: Hashable, Sendable {
    let name: String
    let bytes: [UInt8]
  }

  /// The inputs as one text, in which nothing can be mistaken for anything else: every part stands behind its length.
  var text: [UInt8] {
    let variables = environment.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let parts =
      [folder, toolchain, os, arch].map { Array($0.utf8) } + files.flatMap { [Array($0.name.utf8), $0.bytes] }
      + variables.map { Array($0.utf8) }
    return parts.flatMap { Array("\($0.count):".utf8) + $0 }
  }
}

/// Evaluated manifests, on disk, by what their evaluation could see.
///
/// An entry holds its inputs, which are compared byte for byte, so that no collision gives another manifest's answer.
/// Entries are written under another name and renamed: runs at the same time, or ended in the middle, leave whole ones.
struct ManifestCache: Sendable {
  /// Absolute.
  let folder: String
  /// How many entries stay; the oldest go first.
  let limit: Int

  private static let mark = Array("modgauge.manifest/1\n".utf8)

  init(folder: String, limit: Int = 4000) {
    self.folder = folder
    self.limit = limit
  }

  /// What was stored for these inputs; `nil` where nothing was, or what was is damaged.
  /// - Complexity: O(bytes of the entry).
  func manifest(for inputs: ManifestInputs) -> Manifest? {
    let text = inputs.text
    let head = Self.head(of: text)
    guard let entry = try? FileBytes.read(path(of: text)), entry.starts(with: head) else { return nil }
    return try? JSONDecoder().decode(Manifest.self, from: Data(entry[head.count...]))
  }

  /// Stores an answer. A cache that cannot be written is none: the next run evaluates again.
  func store(_ manifest: Manifest, for inputs: ManifestInputs) {
    let text = inputs.text
    guard let answer = try? JSONEncoder().encode(manifest) else { return }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? Data(Self.head(of: text) + answer).write(to: URL(filePath: path(of: text)), options: .atomic)
  }

  /// Removes the oldest entries beyond the limit.
  func prune() {
    let names = FolderEntries(of: folder).map(\.name)
    guard names.count > limit else { return }
    let byAge = names.compactMap { name -> (Date, String)? in
      let path = folder + "/" + name
      let date = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
      return date.map { ($0, path) }
    }.sorted { $0 < $1 }
    // A quarter at once, so that not every run has to.
    for (_, path) in byAge.prefix(names.count - limit * 3 / 4) { try? FileManager.default.removeItem(atPath: path) }
  }

  private func path(of text: [UInt8]) -> String {
    folder + "/" + String(String(decoding: text, as: UTF8.self).stableHash, radix: 36) + ".manifest"
  }

  /// The mark and the inputs, behind their length.
  private static func head(of text: [UInt8]) -> [UInt8] {
    mark + Array("\(text.count)\n".utf8) + text
  }
}
