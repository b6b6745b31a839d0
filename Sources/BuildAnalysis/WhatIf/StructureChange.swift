/// One change of a module structure, or of what it is built with. Modules are named by the user's words: a name or an
/// id.
package enum StructureChange: Hashable, Sendable {
  /// The first module no longer depends on the second.
  case cut(String, String)
  /// The first module depends on the second.
  case add(String, String)
  /// The module is gone, with the dependencies on it.
  case remove(String)
  /// Dependents see a new module with what they need to know; only apps see the module itself.
  case interface(String)
  /// Several modules become one, which may have the name of one of them.
  case merge([String], into: String)
  /// A module becomes several, one of which may keep its name.
  case split(String, [Part])
  /// Files of one module become files of another.
  case move([String], from: String, to: String)
  /// Compiling the module costs this many times as much.
  case cost(String, factor: Double)
  /// The number of logical processors.
  case cores(Int)
  /// The number of jobs at once, as in `swift build --jobs`.
  case jobs(Int)
  /// When dependents may start.
  case unblock(Unblocking.Model)

  /// A part of a module that is split.
  package struct Part: Hashable, Sendable {
    package let name: String
    /// Patterns for paths relative to the module's folder; one without a slash matches names in any folder.
    package let files: [String]

    package init(name: String, files: [String]) {
      self.name = name
      self.files = files
    }
  }
}

extension StructureChange: CustomStringConvertible {
  /// As in `cut App → Core`.
  package var description: String {
    switch self {
    case .cut(let from, let to): "cut \(from) → \(to)"
    case .add(let from, let to): "add \(from) → \(to)"
    case .remove(let module): "remove \(module)"
    case .interface(let module): "put an interface in front of \(module)"
    case .merge(let modules, let name): "merge \(modules.joined(separator: ", ")) into \(name)"
    case .split(let module, let parts): "split \(module) into \(parts.map(\.name).joined(separator: ", "))"
    case .move(let files, let from, let to): "move \(files.joined(separator: ", ")) from \(from) to \(to)"
    case .cost(let module, let factor): "cost of \(module) × \(factor)"
    case .cores(let count): "\(count) cores"
    case .jobs(let count): "\(count) jobs"
    case .unblock(.atModuleEnd): "unblock dependents at the end of a module"
    case .unblock(.atEmitModule): "unblock dependents at emit-module"
    }
  }
}

/// Changes that are made together, in order.
package struct Proposal: Hashable, Sendable {
  package var name: String?
  package var changes: [StructureChange]

  package init(name: String? = nil, _ changes: [StructureChange]) {
    self.name = name
    self.changes = changes
  }
}
