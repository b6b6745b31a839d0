import ModuleGraph
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A copy of the workspace's packages, at the same places relative to one another, in which builds may write.
struct PrivateCopy: Sendable {
  /// The folder that stands for the deepest one that all packages share.
  let path: String
  /// Where each package lies in the copy, by key.
  let packagePaths: [String: String]

  /// Makes the copy anew. What builds leave behind (`.build`) is not copied, nor what git keeps.
  /// - Throws: `BenchmarkError.fileSystem`.
  init(of workspace: LoadedWorkspace, at path: String) throws(BenchmarkError) {
    let sources = workspace.packages.map(\.path)
    let base = Self.sharedFolder(sources)
    func place(_ source: String) -> String { path + source.dropFirst(base.count) }
    self.path = path
    packagePaths = Dictionary(uniqueKeysWithValues: workspace.packages.map { ($0.key, place($0.path)) })
    try FileTree.remove(path)
    // A package within another comes along with it.
    let outermost = sources.filter { source in !sources.contains { source.hasPrefix($0 + "/") } }
    for source in Set(outermost).sorted() {
      try FileTree(root: source, leavingOut: path).copy(to: place(source))
    }
  }

  /// The deepest folder above all of these, which are absolute.
  private static func sharedFolder(_ paths: [String]) -> String {
    let parts = paths.map { $0.split(separator: "/") }
    guard var shared = parts.first else { return "" }
    for other in parts.dropFirst() {
      shared = Array(zip(shared, other).prefix { $0 == $1 }.map(\.0))
    }
    return shared.map { "/" + $0 }.joined()
  }
}
