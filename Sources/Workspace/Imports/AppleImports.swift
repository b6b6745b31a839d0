import ImportSyntax
package import ModuleGraph

/// Imports of frameworks that only Apple's platforms have, by which a module cannot be built elsewhere.
enum AppleImports {
  /// The first such framework that a Swift source imports whatever the platform.
  /// - Parameter others: names that the workspace's own modules and products have.
  static func first(in source: [UInt8], besides others: Set<String>) -> String? {
    SourceImports(swift: source, hasBareRegularExpressions: true).imports.first { found in
      found.condition == nil && SystemModules.apple.contains(found.module) && !others.contains(found.module)
    }?.module
  }
}

extension LoadedWorkspace {
  /// For each module that imports what only Apple's platforms have, the first file that does.
  ///
  /// - Parameter modules: those that are looked into. A file that cannot be read tells nothing.
  /// - Complexity: O(bytes of their Swift sources) where there is no such import.
  package func appleImports(of modules: Set<ModuleID>) -> [ModuleID: MissingImport] {
    let own = Set(graph.modules.map(\.name)).union(graph.products.map(\.name))
    var found: [ModuleID: MissingImport] = [:]
    for (module, files) in sources where modules.contains(module) {
      for file in files where file.language == "swift" {
        guard let bytes = try? FileBytes.read("\(rootPath)/\(file.path)"),
          let framework = AppleImports.first(in: bytes, besides: own)
        else { continue }
        found[module] = MissingImport(file: file.path.lastComponent, framework: framework)
        break
      }
    }
    return found
  }
}
