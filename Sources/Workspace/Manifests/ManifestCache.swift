import ManifestSyntax
import ModuleGraph
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
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

  /// The inputs as one text, in which nothing can be mistaken for anything else.
  var text: [UInt8] {
    var record = RecordWriter()
    record.add(folder, toolchain, os, arch)
    record.add(count: files.count)
    for file in files {
      record.add(file.name)
      record.add(bytes: file.bytes)
    }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) { record.add(name, value) }
    return record.bytes
  }
}

/// What is remembered of an evaluated manifest.
struct ManifestAnswer: Hashable, Sendable {
  let manifest: Manifest
  /// Why it was not read as literal; absent where nobody tried.
  let obstacle: String?
}

/// Evaluated manifests, on disk, by what their evaluation could see.
///
/// What is stored is looked up before anything else is asked of a manifest, so nothing may be stored of one whose
/// evaluation could see more than its inputs. Where the rules for that become stricter, the mark needs another number.
///
/// An entry holds its inputs, which are compared byte for byte, so that no collision gives another manifest's answer,
/// then a checksum and the answer. Entries are written under another name and renamed: runs at the same time, or ended
/// in the middle, leave whole ones.
struct ManifestCache: Sendable {
  /// Absolute.
  let folder: String
  /// How many entries stay; the oldest go first.
  let limit: Int
  /// What kept an answer from being stored, if anything did.
  let failure = CacheFailure()

  private static let mark = Array("modgauge.manifest/3\n".utf8)

  init(folder: String, limit: Int = 4000) {
    self.folder = folder
    self.limit = limit
  }

  /// What was stored for these inputs; `nil` where nothing was, or what was is damaged.
  /// - Complexity: O(bytes of the entry).
  func answer(for inputs: ManifestInputs) -> ManifestAnswer? {
    let text = inputs.text
    let head = Self.head(of: text)
    guard let entry = try? FileBytes.read(path(of: text)), entry.starts(with: head) else { return nil }
    return try? ManifestAnswer(checked: entry[head.count...])
  }

  /// Stores an answer. A cache that cannot be written is none: the next run evaluates again.
  func store(_ answer: ManifestAnswer, for inputs: ManifestInputs) {
    let text = inputs.text
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try WholeFile.write(Self.head(of: text) + answer.checked, to: path(of: text))
    } catch {
      failure.reason.withLock { $0 = $0 ?? FileReason.words(error) }
    }
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
    folder + "/" + String(text.stableHash, radix: 36) + ".manifest"
  }

  /// The mark and the inputs, behind their length.
  private static func head(of text: [UInt8]) -> [UInt8] {
    mark + Array("\(text.count)\n".utf8) + text
  }
}

/// Why a cache could not be written, told by whoever tried.
final class CacheFailure: Sendable {
  let reason = Mutex<String?>(nil)
}

extension ManifestAnswer {
  /// The record behind its checksum: bytes that changed on the disk may well be a record still.
  fileprivate var checked: [UInt8] {
    var record = RecordWriter()
    record.add(manifest, obstacle)
    var checked = RecordWriter()
    checked.add(String(record.bytes.stableHash, radix: 36))
    return checked.bytes + record.bytes
  }

  fileprivate init(checked: ArraySlice<UInt8>) throws(RecordDamage) {
    var record = RecordReader(checked)
    guard try record.text() == String(record.rest.stableHash, radix: 36) else { throw RecordDamage() }
    self.init(manifest: try record.next(), obstacle: try record.next())
    guard record.rest.isEmpty else { throw RecordDamage() }
  }
}
