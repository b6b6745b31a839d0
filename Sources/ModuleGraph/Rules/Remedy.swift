/// A change of a manifest that would fix a violation.
package enum Remedy: Hashable, Sendable {
  /// Declare a dependency of a module on another one, for the platforms on which it imports it.
  case declare(ModuleID, by: ModuleID, for: ImportPlatforms = .all)
  /// Remove a module's dependency on one module or product; tests that use it declare it themselves.
  /// - Parameter dependencies: all from one module; not empty.
  case remove([Dependency], usedBy: [ModuleID])

  /// The module whose manifest changes.
  package var module: ModuleID {
    switch self {
    case .declare(_, let module, _): module
    case .remove(let dependencies, _): dependencies[0].from
    }
  }
}

/// The result of building without a dependency.
package enum Proof: Hashable, Sendable {
  /// Everything builds without it.
  case proven
  /// Something does not build without it; this is the compiler's first error.
  case needed(error: String)
  /// Why it was not tried, as a clause.
  case untried(reason: String)
}
