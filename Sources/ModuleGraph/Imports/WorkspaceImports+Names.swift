extension WorkspaceImports {
  /// What code calls a module: the name of its target, or those that its module map gives, and what other packages call it.
  func names(of module: Module) -> Set<String> {
    (mappedNames[module.id] ?? [module.compiledName]).union(aliases[module.id] ?? [])
  }

  /// Whether a header is included that a module has, that is made of its Swift code, or that lies in a folder of its name.
  func includesHeader(_ use: Use, of module: Module) -> Bool {
    guard case .header(let path) = use.imported else { return false }
    let parts = path.split(separator: "/")
    let name = String(parts.last ?? "")
    return headers[module.id]?.contains(name) ?? false || name == "\(module.compiledName)-Swift.h"
      || parts.count > 1 && parts[0] == module.compiledName
  }
}
