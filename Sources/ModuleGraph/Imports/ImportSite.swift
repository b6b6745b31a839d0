/// A line in one module's sources that imports another module or includes one of its headers.
package struct ImportSite: Hashable, Sendable {
  package let from: ModuleID
  package let to: ModuleID
  package let use: WorkspaceImports.Use
}

extension WorkspaceImports {
  /// The places where some modules import others, in the order of modules, files and lines.
  /// - Complexity: O(imports of the dependents · imported modules).
  package func sites(from: [Module], to: [Module]) -> [ImportSite] {
    from.flatMap { dependent in
      (uses[dependent.id] ?? []).flatMap { use in
        to.filter { $0.id != dependent.id && means(use, $0) }.map {
          ImportSite(from: dependent.id, to: $0.id, use: use)
        }
      }
    }
  }

  private func means(_ use: Use, _ module: Module) -> Bool {
    use.moduleName.map { names(of: module).contains($0) } ?? includesHeader(use, of: module)
  }

  /// The same without the imports of the modules that the given dependencies lead to.
  package func removing(importsOf dependencies: Set<Dependency>, in graph: ModuleGraph) -> WorkspaceImports {
    let modules = Dictionary(uniqueKeysWithValues: graph.modules.map { ($0.id, $0) })
    let targets = Dictionary(grouping: dependencies, by: \.from).mapValues { $0.compactMap { modules[$0.to] } }
    let left = targets.map { from, targets in
      (from, (uses[from] ?? []).filter { use in !targets.contains { means(use, $0) } })
    }
    return WorkspaceImports(
      uses: uses.merging(left) { $1 }, mappedNames: mappedNames, headers: headers, incomplete: incomplete,
      unreadHeaders: unreadHeaders, settings: settings, macros: macros, withoutCode: withoutCode,
      withResources: withResources,
      aliases: aliases
    ).enabling(enabledTraits)
  }
}
