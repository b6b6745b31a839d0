import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What it takes to go on with a run, kept beside its journal until the run has reached its end.
package struct Resumption: Sendable, Hashable, Codable {
  /// The folder in which the benchmark was started, absolute.
  package let folder: String
  /// The words after `modgauge bench`.
  package let words: [String]
  package let seed: UInt64
  /// A hash of what each file held, by its path relative to the folder that all packages share; absent until the
  /// workspace was copied.
  package var contents: [String: String]?
  /// The `Package.resolved` that the first session has come to, by package key.
  package var resolved: [String: String] = [:]

  package init(folder: String, words: [String], seed: UInt64) {
    self.folder = folder
    self.words = words
    self.seed = seed
  }

  /// The files that are others now, sorted.
  package func changes(in contents: [String: String]) -> [String] {
    guard let before = self.contents else { return [] }
    return Set(before.keys).union(contents.keys).filter { before[$0] != contents[$0] }.sorted()
  }
}

extension Resumption {
  /// - Returns: `nil` where there is none, or none that can be read.
  package init?(at path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
      let read = try? JSONDecoder().decode(Resumption.self, from: data)
    else { return nil }
    self = read
  }

  package func write(to path: String) throws(BenchmarkError) {
    try FileTree.doing("write", path) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try WholeFile.write(encoder.encode(self), to: path)
    }
  }

  package static func remove(at path: String) throws(BenchmarkError) { try FileTree.remove(path) }
}
