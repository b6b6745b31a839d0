import ModuleGraph

extension LoadedWorkspace {
  /// The types that the workspace's Swift sources declare. A source that cannot be read declares nothing; loading the
  /// workspace has already warned about it.
  /// - Complexity: O(types).
  func readTypes() -> WorkspaceTypes {
    let modules = sources.mapValues { files in
      files.lazy.compactMap(\.contents).reduce(into: WorkspaceTypes.Contents()) { all, file in
        all.types += file.types
        all.aliases.formUnion(file.aliases)
      }
    }
    let comments = sources.values.lazy.joined().flatMap { $0.contents?.comments ?? [] }
    return WorkspaceTypes(modules: modules, comments: Array(comments))
  }
}
