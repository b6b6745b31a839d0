package import ModuleGraph

/// One of the things that a benchmark compares: what is built, and how.
package struct Arm: Sendable, Hashable, Codable {
  package enum Role: String, Sendable, Codable {
    case combined, feature, module, other
    case sampleApp = "sample-app"
  }

  /// Unique in the run.
  package var name: String
  package var role: Role
  /// The name of the feature that the arm builds.
  package var feature: String?
  /// The modules of the feature, without what they depend on; `nil` for the combined app, if they are not known, and in
  /// runs of older versions.
  package var featureModules: [ModuleID]?
  /// Whether the sample app was generated in the working copy because the workspace has none; `nil` if it was not.
  package var made: Bool?
  /// The commit that it builds.
  package var revision: String?
  /// The products that are built; empty for the whole package.
  package var targets: [String]
  /// The workspace's modules that are built, sorted: what the arm names with all dependencies, on this platform.
  package var modules: [ModuleID]
  package var builder: String
  /// The compiler's name of a generated sample app.
  package static let madeModule = "ModuleGaugeArm"
  /// The builders: `swift build`, and a user's command, whose words are in `arguments`.
  package static let swiftBuilder = "swift-build"
  package static let commandBuilder = "command"
  /// The builder's arguments besides paths and the product.
  package var arguments: [String]
  /// Environment variables beyond the fixed ones.
  package var environment: [String: String]

  package init(
    name: String, role: Role, feature: String? = nil, featureModules: [ModuleID]? = nil, made: Bool? = nil,
    revision: String? = nil, targets: [String], modules: [ModuleID], builder: String = Arm.swiftBuilder,
    arguments: [String] = [], environment: [String: String] = [:]
  ) {
    self.name = name
    self.role = role
    self.feature = feature
    self.featureModules = featureModules
    self.made = made
    self.revision = revision
    self.targets = targets
    self.modules = modules
    self.builder = builder
    self.arguments = arguments
    self.environment = environment
  }
}

extension ModuleGraph {
  /// The subgraph that an arm builds, with its dependencies on products of other packages resolved.
  /// - Parameter arm: an arm of the same workspace, whose graph may lack the checkouts.
  package func part(builtFor arm: Arm) -> ModuleGraph {
    let built = Set(closure(of: arm.modules))
    return ModuleGraph(
      environment: environment, packages: packages,
      products: products.filter { product in product.modules.allSatisfy(built.contains) },
      modules: modules.filter { built.contains($0.id) },
      dependencies: dependencies.filter { built.contains($0.from) && built.contains($0.to) })
  }
}

extension Run {
  /// The arm that the others are compared with: the combined app.
  package var reference: Arm? { arms.first { $0.role == .combined } }

  /// The words of the user's command that built the arms, with their placeholders; `nil` if `swift build` built them.
  package var command: [String]? { arms.first { $0.builder == Arm.commandBuilder }?.arguments }
}
