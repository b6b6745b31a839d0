extension WorkspaceImports {
  /// The names of a module in code: its target's, or the mapped ones, and its aliases in other packages.
  func names(of module: Module) -> Set<String> {
    (mappedNames[module.id] ?? [module.compiledName]).union(aliases[module.id] ?? [])
  }

  /// Whether all names of a module in code are known. Those of a binary are in its files, if these are here.
  func knowsNames(of module: Module) -> Bool {
    !module.kind.isOutside && (module.kind != .binary || mappedNames[module.id] != nil)
  }

  /// Whether an include refers to a module's header, to its generated Swift header, or into a folder of its name.
  func includesHeader(_ use: Use, of module: Module) -> Bool {
    guard case .header(let path) = use.imported else { return false }
    let parts = path.split(separator: "/")
    let name = String(parts.last ?? "")
    return headers[module.id]?.contains(name) ?? false
      || names(of: module).union([module.compiledName]).contains { own in
        name == "\(own)-Swift.h" || parts.count > 1 && parts[0] == own
      }
  }
}
