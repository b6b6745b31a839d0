package import BuildAnalysis
package import ModuleGraph

/// A change of a module structure or of the machine that builds it. Modules are given as the user names them: by name
/// or id.
package enum StructureChange: Hashable, Sendable {
  /// The first module no longer depends on the second.
  case cut(String, String)
  /// The first module depends on the second.
  case add(String, String)
  /// The module is removed, together with the dependencies on it.
  case remove(String)
  /// Dependents depend on a new interface module instead; only executables and tests depend on the module itself.
  case interface(String)
  /// Several modules are merged into one, which may have the name of one of them.
  case merge([String], into: String)
  /// A module is split into several, one of which may keep its name.
  case split(String, [Part])
  /// Files of one module are moved to another.
  case move([String], from: String, to: String)
  /// The cost of compiling the module is multiplied by a factor.
  case cost(String, factor: Double)
  /// The number of logical processors.
  case cores(Int)
  /// The maximum number of parallel jobs, as in `swift build --jobs`.
  case jobs(Int)
  /// When dependents may start.
  case unblock(Unblocking.Model)

  /// A part of a split module.
  package struct Part: Hashable, Sendable {
    package let name: String
    /// Patterns for paths relative to the module's folder. A pattern without a slash matches file names in any folder.
    /// Without patterns, the part has the files that no other part has.
    package let files: [String]

    package init(name: String, files: [String]) {
      self.name = name
      self.files = files
    }
  }
}

extension [StructureChange.Part] {
  /// The parts that a file belongs to: one, unless the proposal is wrong.
  func indices(of file: ModuleFile?) -> [Int] {
    let matching = indices.filter { index in self[index].files.contains { file?.matches($0) == true } }
    return matching.isEmpty ? indices.filter { self[$0].files.isEmpty } : matching
  }
}

extension StructureChange: CustomStringConvertible {
  /// The change in words, such as `cut App → Core`.
  package var description: String {
    switch self {
    case .cut(let from, let to): "cut \(from) → \(to)"
    case .add(let from, let to): "add \(from) → \(to)"
    case .remove(let module): "remove \(module)"
    case .interface(let module): "put an interface in front of \(module)"
    case .merge(let modules, let name): "merge \(modules.joined(separator: ", ")) into \(name)"
    case .split(let module, let parts): "split \(module) into \(parts.map(\.name).joined(separator: ", "))"
    case .move(let files, let from, let to): "move \(files.joined(separator: ", ")) from \(from) to \(to)"
    case .cost(let module, let factor): "cost of \(module) × \(Int(exactly: factor).map(\.grouped) ?? "\(factor)")"
    case .cores(let count): count == 1 ? "1 core" : "\(count) cores"
    case .jobs(let count): count == 1 ? "1 job" : "\(count) jobs"
    case .unblock(.atModuleEnd): "unblock dependents at the end of a module"
    case .unblock(.atEmitModule): "unblock dependents at emit-module"
    }
  }
}

/// Changes that are applied together, in order.
package struct Proposal: Hashable, Sendable {
  package var name: String?
  package var changes: [StructureChange]

  package init(name: String? = nil, _ changes: [StructureChange]) {
    self.name = name
    self.changes = changes
  }
}

extension Proposal {
  /// The two modules of each dependency that is cut, in order, without modules that other changes create.
  package func cuts(in graph: ModuleGraph) -> [(from: Module, to: Module)] {
    func module(_ word: String) -> Module? {
      graph.module(named: word) ?? graph.modules.first { $0.kind.isOutside && $0.name == word }
    }
    return changes.compactMap { change in
      guard case .cut(let from, let to) = change, let from = module(from), let to = module(to) else { return nil }
      return (from, to)
    }
  }

  /// The two modules of each dependency on a module that is removed, unless the dependent is removed as well; in order.
  package func dependenciesOnRemoved(in graph: ModuleGraph) -> [(from: Module, to: Module)] {
    let removed = changes.compactMap { change -> Module? in
      guard case .remove(let word) = change else { return nil }
      return graph.module(named: word)
    }
    let gone = Set(removed.map(\.id))
    return removed.flatMap { module in
      let users = Set(graph.dependencies.filter { $0.to == module.id }.map(\.from)).subtracting(gone)
      return graph.modules.filter { users.contains($0.id) }.map { ($0, module) }
    }
  }
}
