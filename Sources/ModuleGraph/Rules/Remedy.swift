/// What would mend a violation in a manifest.
package enum Remedy: Hashable, Sendable {
  /// A module is to declare that it depends on another one, for the platforms on which it imports it.
  case declare(ModuleID, by: ModuleID, for: ImportPlatforms = .all)
  /// A module is to drop what it declares of one module or product; tests that use it are to declare it themselves.
  /// - Parameter dependencies: all of one module; not empty.
  case remove([Dependency], usedBy: [ModuleID])

  /// The module whose manifest is to change.
  package var module: ModuleID {
    switch self {
    case .declare(_, let module, _): module
    case .remove(let dependencies, _): dependencies[0].from
    }
  }
}

/// What builds without a dependency say of it.
package enum Proof: Hashable, Sendable {
  /// Everything builds without it.
  case proven
  /// Something does not, and the compiler says this first.
  case needed(error: String)
  /// Why it was not tried, as half a sentence.
  case untried(reason: String)
}
