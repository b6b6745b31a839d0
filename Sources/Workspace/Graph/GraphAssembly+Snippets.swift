import ModuleGraph

extension GraphAssembly {
  /// Adds a package's snippets, each with dependencies on all libraries among its products. The package's other modules
  /// must have been added already; they take precedence over snippets of the same name.
  mutating func add(snippetsOf package: ReadPackage) {
    let key = keys.key(of: package.folder.path)
    grouped.add(package.snippets.warnings, of: key)
    let inProducts = Set(package.manifest.products.flatMap(\.targets))
    let libraries = package.manifest.targets.map { ModuleID(package: key, name: $0.name) }.filter { id in
      inProducts.contains(id.name) && modules[id]?.kind == .regular && sources[id] != nil
    }
    for snippet in package.snippets.targets {
      let id = ModuleID(package: key, name: snippet.name)
      guard modules[id] == nil else {
        warnings.insert("\(key): the snippet `\(snippet.name)` was left out: a target has its name.")
        continue
      }
      modules[id] = Module(id: id, kind: .snippet, scan: snippet.scan)
      sources[id] = snippet.scan.files
      for library in libraries { add(Dependency(from: id, to: library, kind: .target)) }
    }
  }
}
