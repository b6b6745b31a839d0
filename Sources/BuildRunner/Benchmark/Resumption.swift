import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is needed to resume a run, kept beside its journal until the run is complete.
package struct Resumption: Sendable, Hashable, Codable {
  /// The absolute folder in which the benchmark was started.
  package let folder: String
  /// The arguments after `modgauge bench`.
  package let words: [String]
  package let seed: UInt64
  /// A hash of the contents of each file, by its path relative to the common folder of all packages; `nil` until the
  /// workspace was copied.
  package var contents: [String: String]?
  /// The contents of `Package.resolved` that the first session created, by package key.
  package var resolved: [String: String] = [:]

  package init(folder: String, words: [String], seed: UInt64) {
    self.folder = folder
    self.words = words
    self.seed = seed
  }

  /// The files that have changed, sorted.
  package func changes(in contents: [String: String]) -> [String] {
    guard let before = self.contents else { return [] }
    return Set(before.keys).union(contents.keys).filter { before[$0] != contents[$0] }.sorted()
  }
}

extension Resumption {
  /// - Returns: `nil` if there is none, or it cannot be read.
  package init?(at path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
      let read = try? JSONDecoder().decode(Resumption.self, from: data)
    else { return nil }
    self = read
  }

  /// Writes the file as a whole.
  package func write(to path: String) throws(BenchmarkError) {
    try FileTree.doing("write", path) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try WholeFile.write(encoder.encode(self), to: path)
    }
  }

  /// Removes the file when the run is complete, if it exists.
  package static func remove(at path: String) throws(BenchmarkError) { try FileTree.remove(path) }
}
