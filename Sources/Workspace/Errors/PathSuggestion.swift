import ModuleGraph
import Platform

/// A path that a user may have meant.
package enum PathSuggestion {
  /// The number of names in a folder that are compared.
  private static let most = 2_000

  /// What a mistyped path most likely stands for, to follow a sentence; empty if it leads somewhere, or to nothing of a similar name.
  package static func sentence(for path: String) -> String {
    guard FileStatus(at: path) == nil else { return "" }
    let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
    let folder = trimmed.lastIndex(of: "/").map { trimmed[...$0] } ?? ""
    let entries = (try? FolderListing.entries(of: folder.isEmpty ? "." : String(folder))) ?? []
    return entries.map(\.name).sorted().prefix(most).nearest(to: String(trimmed.dropFirst(folder.count))).map {
      (folder + $0).visible
    }.suggestion
  }
}
