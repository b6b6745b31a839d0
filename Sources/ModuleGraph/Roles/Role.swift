/// A module's role in a workspace whose app can be built as a whole or by feature.
package enum Role: String, Sendable, Hashable, Codable, CaseIterable {
  /// The app that contains all features.
  case combined
  /// A part of the app that a sample app can run alone.
  case feature
  /// A program that runs one feature alone.
  case sampleApp = "sample-app"
  /// A module that others depend on instead of the implementation of a feature or service.
  case interface
  /// A module that several features depend on.
  case shared
  /// A module that belongs to one feature, or to the combined app besides its features.
  case part
  /// A module that a build of the combined app does not compile.
  case outside
}

/// A module's role, and the evidence for it.
package struct RoleAssignment: Sendable, Hashable {
  package let module: ModuleID
  package let role: Role
  /// What the role relates to: a sample app's feature, an interface's implementations, the owner of a part; empty if
  /// that is the combined app or nothing. Sorted.
  package let of: [ModuleID]
  /// The evidence; never empty.
  package let evidence: [RoleEvidence]
}

/// The whole that features are compared with.
package struct CombinedApp: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    case module(ModuleID)
    /// All modules of the package with this key except its tests; those of all packages if it is `nil`.
    case wholePackage(key: String?)
  }

  package let target: Target
  package internal(set) var evidence: [RoleEvidence]
  /// Other candidates, sorted.
  package let alternatives: [ModuleID]

  /// The module; `nil` for a whole package.
  package var module: ModuleID? { if case .module(let id) = target { id } else { nil } }
}

/// A part of the combined app that a sample app could run alone.
package struct Feature: Sendable, Hashable {
  /// The name of its module, or of its product.
  package let name: String
  /// One module, or those of a product; never empty.
  package let modules: [ModuleID]
  /// The id of the product that it was named by, if any.
  package var product: String?
  package let evidence: [RoleEvidence]
  /// The existing sample apps, sorted.
  package internal(set) var sampleApps: [ModuleID] = []

  /// Identifies it in the workspace.
  package var id: String { product ?? modules[0].description }
}

extension RoleEvidence {
  /// Whether the user named it.
  package var isConfigured: Bool { basis == .configuration }
}

/// A module's role, with its reason in words: what is stored of ``Roles``, and shown.
package struct ModuleRole: Sendable, Hashable, Codable {
  package let module: ModuleID
  package let role: Role
  /// Clauses without a subject, separated by semicolons: `only App depends on it, at height 2`.
  package let reason: String

  private init(_ assignment: RoleAssignment) {
    (module, role) = (assignment.module, assignment.role)
    reason = assignment.evidence.map(\.description).joined(separator: "; ")
  }

  /// One for each module that has a role, sorted by id.
  package static func all(of roles: Roles) -> [ModuleRole] { roles.assignments.map(ModuleRole.init) }
}
