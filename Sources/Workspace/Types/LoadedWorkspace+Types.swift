import ImportSyntax
import ModuleGraph

extension LoadedWorkspace {
  /// Reads the type declarations in the workspace's Swift sources, on all processors. A source that cannot be read
  /// declares nothing; loading the workspace has already warned about it.
  /// - Complexity: O(bytes of the sources).
  func readTypes() async -> WorkspaceTypes {
    typealias Scan = (module: ModuleID, contents: WorkspaceTypes.Contents, comments: [IgnoreComment])
    let scans = await withTaskGroup(of: Scan.self) { group in
      for (module, files) in sources {
        group.addTask {
          var scan: Scan = (module, WorkspaceTypes.Contents(), [])
          for file in files where file.language == "swift" {
            guard let bytes = try? FileBytes.read("\(rootPath)/\(file.path)") else { continue }
            let found = SourceTypes(swift: bytes)
            scan.contents.types += found.types.map { WorkspaceTypes.Declared($0, in: file.path) }
            scan.contents.aliases.formUnion(found.aliases)
            scan.comments += IgnoreComment.all(in: bytes, of: file.path)
          }
          return scan
        }
      }
      return await group.reduce(into: [Scan]()) { $0.append($1) }
    }
    return WorkspaceTypes(
      modules: Dictionary(scans.map { ($0.module, $0.contents) }, uniquingKeysWith: { first, _ in first }),
      comments: scans.flatMap(\.comments))
  }
}
