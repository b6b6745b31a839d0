/// Which module declares which contracts, which one provides them, and who asks for them.
///
/// Apart from the contracts of the modules that were written so far, it follows from the description alone.
struct Contracts {
  private let modules: [String: WorkspaceDescription.Module]
  /// The libraries that provide contracts of a module, in the order of the manifest.
  private let providers: [String: [String]]
  private var declared: [String: [Contract]] = [:]

  init(_ description: WorkspaceDescription) {
    modules = Dictionary(uniqueKeysWithValues: description.modules.map { ($0.name, $0) })
    providers = description.modules.reduce(into: [:]) { all, module in
      for name in module.provides { all[name, default: []].append(module.name) }
    }
  }

  mutating func declare(_ contracts: [Contract], in module: String) { declared[module] = contracts }

  func provided(by library: String, of module: String) -> [Contract] {
    let all = providers[module] ?? []
    guard let place = all.firstIndex(of: library) else { return [] }
    return (declared[module] ?? []).enumerated().filter { $0.offset % all.count == place }.map(\.element)
  }

  /// The contracts of a module that a library does not provide itself, by kind.
  func requested(by library: String, of module: String) -> [[Contract]] {
    let own = provided(by: library, of: module)
    return WorkspaceDescription.ContractKind.allCases.map { kind in
      (declared[module] ?? []).filter { $0.kind == kind && !own.contains($0) }
    }.filter { !$0.isEmpty }
  }

  /// The statements with which an executable puts in what its dependencies provide, for those that ask for it.
  func assembly(of executable: WorkspaceDescription.Module) -> [String] {
    executable.dependencies.flatMap { module in
      WorkspaceDescription.ContractKind.allCases.flatMap { kind in
        assembly(of: executable, for: module, kind)
      }
    }
  }

  private func assembly(
    of executable: WorkspaceDescription.Module, for module: String, _ kind: WorkspaceDescription.ContractKind
  ) -> [String] {
    let asking = executable.dependencies.filter { library in
      modules[library]?.dependencies.contains(module) ?? false
        && requested(by: library, of: module).contains { $0[0].kind == kind }
    }
    guard !asking.isEmpty else { return [] }
    let registry = Contract.registry(of: module, kind)
    let variable = ModuleContext.lowerCamelCase(registry)
    let put = executable.dependencies.flatMap { library in
      provided(by: library, of: module).filter { $0.kind == kind }.map {
        "\(variable).\($0.property) = \($0.implementation(in: library))()"
      }
    }
    return ["\(put.isEmpty ? "let" : "var") \(variable) = \(registry)()"] + put
      + asking.map { "lines += \(ModuleContext.requestsName($0, registry))(\(variable)).lines" }
  }
}
