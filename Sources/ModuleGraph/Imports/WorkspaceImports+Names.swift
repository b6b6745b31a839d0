extension WorkspaceImports {
  /// The names of a module in code: its target's, or those in its module map, and its aliases in other packages.
  func names(of module: Module) -> Set<String> {
    (mappedNames[module.id] ?? [module.compiledName]).union(aliases[module.id] ?? [])
  }

  /// Whether an include refers to a module's header, to its generated Swift header, or into a folder of its name.
  func includesHeader(_ use: Use, of module: Module) -> Bool {
    guard case .header(let path) = use.imported else { return false }
    let parts = path.split(separator: "/")
    let name = String(parts.last ?? "")
    return headers[module.id]?.contains(name) ?? false || name == "\(module.compiledName)-Swift.h"
      || parts.count > 1 && parts[0] == module.compiledName
  }
}
