import ManifestSyntax
import ModuleGraph
import Platform
import Synchronization

/// Everything that the evaluation of a manifest can see. Equal inputs give equal packages.
struct ManifestInputs: Hashable, Sendable {
  /// The package's folder, since manifests can ask for it, and SwiftPM makes their paths absolute.
  let folder: String
  /// The manifest and its variants: names and bytes, sorted by name.
  let files: [File]
  /// The compiler's version and location.
  let toolchain: String
  let os: String
  let arch: String
  let environment: [String: String]

  struct File: Hashable, Sendable {
    let name: String
    let bytes: [UInt8]
  }

  /// An unambiguous encoding of the inputs.
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

/// SwiftPM's answer for a manifest.
struct ManifestAnswer: Hashable, Sendable {
  /// The output of `swift package dump-package`.
  let dump: [UInt8]
  /// The copy of the package that it was evaluated in, which absolute paths in the output lead into; `nil` without one.
  let copy: String?
  /// Why it was not read as literal; `nil` if that was not tried.
  let obstacle: String?
}

/// A cache of evaluated manifests on disk, keyed by everything that their evaluation could see.
///
/// It is consulted before anything else is asked of a manifest. So nothing may be stored of a manifest whose evaluation
/// could see more than its inputs. If the rules for that become stricter, the
/// version in `mark` must change.
///
/// An entry contains its inputs, which are compared byte for byte, so that a hash collision never gives another
/// manifest's answer; then a checksum and the answer. Entries are written to temporary files and renamed, so that
/// concurrent and interrupted runs leave only complete ones.
struct ManifestCache: Sendable {
  /// Absolute.
  let folder: String
  /// The maximum number of entries; the oldest are removed first.
  var limit = 4000
  /// Why an answer could not be stored, if so.
  let failure = CacheFailure()

  private static let mark = Array("modgauge.manifest/9\n".utf8)

  /// The stored answer for these inputs; `nil` if there is none, or it is damaged.
  /// - Parameter isUnread: whether one is wanted of a manifest that was not read, of which it is not known whether it is
  ///   literal.
  /// - Complexity: O(bytes of the entry).
  func answer(for inputs: ManifestInputs, isUnread: Bool = false) -> ManifestAnswer? {
    let text = inputs.text
    let head = Self.head(of: text)
    guard let entry = try? FileBytes.read(path(of: text, isUnread: isUnread)), entry.starts(with: head) else {
      return nil
    }
    return try? ManifestAnswer(checked: entry[head.count...])
  }

  /// Stores an answer. Errors are ignored, since the next run evaluates again.
  /// - Parameter isUnread: see ``answer(for:isUnread:)``.
  func store(_ answer: ManifestAnswer, for inputs: ManifestInputs, isUnread: Bool = false) {
    let text = inputs.text
    do throws(FileFailure) {
      try FileSystem.makeFolders(folder)
      try WholeFile.write(Self.head(of: text) + answer.checked, to: path(of: text, isUnread: isUnread))
    } catch {
      failure.reason.withLock { $0 = $0 ?? error.reason }
    }
  }

  /// Removes the oldest entries above the limit.
  func prune() {
    guard OwnFolder.holds(folder) else { return }
    let names = FolderEntries(of: folder).map(\.name).filter(Self.isOwn)
    guard names.count > limit else { return }
    let byAge = names.compactMap { name -> (Int, String)? in
      let path = folder + "/" + name
      return (try? FileStatus(of: path, followsLast: false)).map { ($0.modifiedNanoseconds, path) }
    }.sorted { $0 < $1 }
    // A quarter at once, so that not every run has to prune.
    for (_, path) in byAge.prefix(names.count - limit * 3 / 4) { try? FileSystem.removeFile(path) }
  }

  /// Whether an entry, or a temporary file of one that a killed run left, has such a name.
  private static func isOwn(_ name: String) -> Bool {
    let key = name.hasSuffix(ending) ? name.dropLast(ending.count)[...] : name.trimmingPrefix(WholeFile.temporaryPrefix)
    return key.count < name.count && key.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }
  }

  private static let ending = ".manifest"

  private func path(of text: [UInt8], isUnread: Bool) -> String {
    folder + "/" + String(text.stableHash, radix: 36) + (isUnread ? "m" : "") + Self.ending
  }

  /// The mark, the length of the inputs, and the inputs.
  private static func head(of text: [UInt8]) -> [UInt8] {
    mark + Array("\(text.count)\n".utf8) + text
  }
}

/// Why a cache could not be written, for a note to the user.
final class CacheFailure: Sendable {
  let reason = Mutex<String?>(nil)
}

extension ManifestAnswer {
  fileprivate var checked: [UInt8] {
    var record = RecordWriter()
    record.add(bytes: dump)
    record.add(ifAny: copy)
    record.add(ifAny: obstacle)
    return record.checked
  }

  fileprivate init(checked: ArraySlice<UInt8>) throws(RecordDamage) {
    var record = try RecordReader(checked: checked)
    self.init(dump: Array(try record.bytes()), copy: try record.textIfAny(), obstacle: try record.textIfAny())
    guard record.rest.isEmpty else { throw RecordDamage() }
  }
}
