import ImportSyntax
import ModuleGraph
import Platform

extension LoadedWorkspace {
  /// The types that the workspace's Swift sources and Objective-C headers declare. A source that cannot be read declares
  /// nothing; loading the workspace has already warned about it.
  /// - Complexity: O(types + bytes of the headers).
  func readTypes() async -> WorkspaceTypes {
    var modules = sources.mapValues { files in
      files.lazy.compactMap(\.contents).reduce(into: WorkspaceTypes.Contents()) { all, file in
        all.types += file.types
        all.aliases.formUnion(file.aliases)
      }
    }
    let read = await graph.modules.inPieces { modules in modules.map { ($0.id, headerTypes(of: $0)) } }
    for (module, types) in read where !types.isEmpty {
      modules[module, default: WorkspaceTypes.Contents()].types += types
    }
    let comments = sources.values.lazy.joined().flatMap { $0.contents?.comments ?? [] }
    return WorkspaceTypes(modules: modules, comments: Array(comments))
  }

  /// The types in the headers of a module in Objective-C: those below its folder, or beside its sources.
  private func headerTypes(of module: Module) -> [WorkspaceTypes.Declared] {
    let code = (sources[module.id] ?? []).filter { ["objc", "objcpp"].contains($0.language) }
    guard !code.isEmpty else { return [] }
    var paths = Set<String>()
    if let path = module.path { paths = Set(HeaderFolder(at: "\(rootPath)/\(path)").paths.map { "\(path)/\($0)" }) }
    for folder in Set(code.map { $0.path.split(separator: "/").dropLast().joined(separator: "/") }) {
      let names = FolderEntries(of: "\(rootPath)/\(folder)").lazy.filter { $0.isUTF8 && $0.name.hasSuffix(".h") }
      paths.formUnion(names.map { folder.isEmpty ? $0.name : "\(folder)/\($0.name)" })
    }
    return paths.sorted().flatMap { path -> [WorkspaceTypes.Declared] in
      guard path.hasSuffix(".h"), let bytes = try? FileBytes.read("\(rootPath)/\(path)") else { return [] }
      return SourceTypes(objectiveC: bytes).types.map { WorkspaceTypes.Declared($0, in: path) }
    }
  }
}
