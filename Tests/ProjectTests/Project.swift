import Foundation
import ImportSyntax
import ModuleGraph
import TestSupport
import Workspace

/// This project itself, as modgauge loads it.
struct Project {
  let root: String
  let graph: ModuleGraph

  /// The absolute path of one of its files.
  static func path(_ name: String) -> String {
    URL(filePath: #filePath).appending(path: "../../../\(name)").standardizedFileURL.path()
  }

  static func loaded() async throws -> Project {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL.path()
    let cache = try TestFolder()
    let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: cache.path)
    return Project(root: root, graph: try await loader.load(packagePath: root).graph)
  }

  /// What each Swift source of a module imports, by its path.
  func imports(of module: Module) throws -> [(file: String, modules: [String])] {
    guard let path = module.path else { return [] }
    let sources = try FileManager.default.subpathsOfDirectory(atPath: root + path).filter { $0.hasSuffix(".swift") }
    return try sources.sorted().map { file in
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(root)\(path)/\(file)")))
      let found = SourceImports(swift: bytes, hasBareRegularExpressions: true)
      return ("\(path)/\(file)", found.imports.map(\.module))
    }
  }
}
