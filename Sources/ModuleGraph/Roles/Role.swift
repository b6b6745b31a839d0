/// What a module is in a workspace whose app can be built as a whole, or feature by feature.
package enum Role: String, Sendable, Hashable, CaseIterable {
  /// The app that pulls in all features.
  case combined
  /// What a sample app runs alone.
  case feature
  /// A program that runs one feature alone.
  case sampleApp = "sample-app"
  /// What others know of a feature or a service without depending on its implementation.
  case interface
  /// What several features depend on.
  case shared
  /// What one feature, or the combined app beside its features, has for itself.
  case part
  /// What a build of the combined app does not compile.
  case outside
}

/// A module's role, and why it has it.
package struct RoleAssignment: Sendable, Hashable {
  package let module: ModuleID
  package let role: Role
  /// A sample app's feature, an interface's implementations, what a part belongs to; empty where that is the combined
  /// app, or nothing. Sorted.
  package let of: [ModuleID]
  /// What speaks for it; never empty.
  package let evidence: [RoleEvidence]
}

/// What is built whole, to compare features with.
package struct CombinedApp: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    case module(ModuleID)
    /// All modules of the package with this key but its tests; of all packages where it is `nil`.
    case wholePackage(key: String?)
  }

  package let target: Target
  package internal(set) var evidence: [RoleEvidence]
  /// What else might be it, sorted.
  package let alternatives: [ModuleID]

  /// The module, unless it is a whole package.
  package var module: ModuleID? { if case .module(let id) = target { id } else { nil } }
}

/// A part of the combined app that a sample app could run alone.
package struct Feature: Sendable, Hashable {
  /// The name of its module, or of its product.
  package let name: String
  /// One, or those of a product; never empty.
  package let modules: [ModuleID]
  /// The id of its product, where that is what it was named by.
  package let product: String?
  package let evidence: [RoleEvidence]
  /// The sample apps that there are, sorted.
  package internal(set) var sampleApps: [ModuleID] = []

  init(name: String, modules: [ModuleID], product: String? = nil, evidence: [RoleEvidence]) {
    self.name = name
    self.modules = modules
    self.product = product
    self.evidence = evidence
  }

  /// What names it and nothing else in the workspace.
  package var id: String { product ?? modules[0].description }
}

extension RoleEvidence {
  /// Whether the user said so.
  package var isConfigured: Bool { basis == .configuration }
}
