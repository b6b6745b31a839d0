import ModuleGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a benchmark keeps what it needs: its copy and scratch folders under the cache folder, its results elsewhere.
package struct BenchmarkFolders: Sendable {
  /// Under the cache folder, for this workspace alone.
  package let work: String
  /// Where the run and its reports are written.
  package let output: String
  /// Folders that hold nothing of the user's, even where they lie within the workspace.
  let own: [String]

  /// - Parameters:
  ///   - cache: the tool's cache folder, absolute.
  ///   - output: absolute.
  package init(cache: String, workspaceRoot: String, output: String) {
    work = "\(cache)/benchmarks/\(Self.key(workspaceRoot))"
    self.output = output
    own = [cache, output]
  }

  package var copy: String { work + "/copy" }
  package var temporary: String { work + "/tmp" }
  package var record: String { work + "/record.json" }
  private var scratchFolder: String { work + "/scratch" }
  private static let logFolder = "logs"

  /// A folder's name and a hash of where it is: readable, and one for each workspace.
  package static func key(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? "root"
    return fileName(name) + "-" + String(path.stableHash, radix: 16)
  }

  func scratch(arm: String) -> Scratch { Scratch(path: "\(scratchFolder)/\(Self.fileName(arm))") }

  /// A build's log: where it is, and what the run calls it, relative to its own folder.
  func log(arm: String, round: Int) -> (path: String, name: String) {
    let name = "\(Self.logFolder)/\(Self.fileName(arm))-\(round == 0 ? "warmup" : "\(round)").log"
    return ("\(output)/\(name)", name)
  }

  /// Finds out before the first build whether everything can be written.
  package func makeAll() throws(BenchmarkError) {
    for folder in [work, temporary, output, "\(output)/\(Self.logFolder)"] {
      try FileTree.makeFolder(folder)
      let probe = "\(folder)/.modgauge-probe"
      try FileTree.doing("write into", folder) { try Data().write(to: URL(fileURLWithPath: probe)) }
      try FileTree.remove(probe)
    }
  }

  /// Makes the arms' scratch folders, and removes those of arms that are no longer built.
  func prepare(arms: [String]) throws(BenchmarkError) {
    try FileTree.makeFolder(scratchFolder)
    let wanted = Set(arms.map(Self.fileName))
    let present = try FileTree.doing("read", scratchFolder) {
      try FileManager.default.contentsOfDirectory(atPath: scratchFolder)
    }
    for name in present where !wanted.contains(name) { try FileTree.remove("\(scratchFolder)/\(name)") }
    for name in wanted { try FileTree.makeFolder("\(scratchFolder)/\(name)") }
  }

  /// Gives back the disk that builds took, but for the checkouts, which the next benchmark uses again.
  func tidy() throws(BenchmarkError) {
    let names = try FileTree.doing("read", scratchFolder) {
      try FileManager.default.contentsOfDirectory(atPath: scratchFolder)
    }
    for name in names { try Scratch(path: "\(scratchFolder)/\(name)").clean() }
    for folder in [copy, temporary] { try FileTree.remove(folder) }
    let logs = "\(output)/\(Self.logFolder)"
    if (try? FileManager.default.contentsOfDirectory(atPath: logs))?.isEmpty == true { try FileTree.remove(logs) }
  }

  /// A name as part of a path: what file systems and people find hard becomes `_`, which may make two names one only
  /// where they differ in such characters; a hash then keeps them apart.
  private static func fileName(_ name: String) -> String {
    let safe = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_+.".contains($0)) ? $0 : "_" })
    guard safe != name || name.hasPrefix(".") || name.utf8.count > 100 else { return name }
    return "_" + safe.prefix(60) + "-" + String(name.stableHash, radix: 16)
  }
}
