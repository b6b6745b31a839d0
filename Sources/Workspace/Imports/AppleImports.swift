import ImportSyntax
package import ModuleGraph

/// Imports of frameworks that exist only on Apple's platforms, so that the module cannot be built elsewhere.
enum AppleImports {
  /// The first such framework that a Swift source imports on every platform.
  /// - Parameter others: the names of the workspace's own modules and products.
  static func first(in source: [UInt8], besides others: Set<String>) -> String? {
    SourceImports(swift: source, hasBareRegularExpressions: true).imports.first { found in
      found.condition == nil && SystemModules.apple.contains(found.module) && !others.contains(found.module)
    }?.module
  }
}

extension LoadedWorkspace {
  /// For each module that imports such a framework, the first file that does.
  ///
  /// - Parameter modules: the modules to search. Files that cannot be read are skipped.
  /// - Complexity: O(bytes of their Swift sources) if there is no such import.
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
