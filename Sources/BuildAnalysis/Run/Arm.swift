package import ModuleGraph

/// One of the things that a benchmark compares: what it builds, and how.
package struct Arm: Sendable, Hashable, Codable {
  package enum Role: String, Sendable, Codable {
    case combined, feature, module, other
    case sampleApp = "sample-app"
  }

  /// Unique in the run.
  package var name: String
  package var role: Role
  /// The name of the feature that a sample app runs.
  package var feature: String?
  /// The modules that are the feature, without what they depend on; absent for the combined app, where nobody knows, and
  /// in runs of older versions.
  package var featureModules: [ModuleID]?
  /// Whether the sample app was made in the private copy, since the workspace has none; absent where it was not.
  package var made: Bool?
  /// The commit that it builds.
  package var revision: String?
  /// The products that are built; empty for the whole package.
  package var targets: [String]
  /// The workspace's modules that this builds, sorted: the closure of what the arm names, on this platform.
  package var modules: [ModuleID]
  package var builder: String
  /// What the compiler calls a sample app that was made.
  package static let madeModule = "ModuleGaugeArm"
  /// `swift build`, and a command of the user's, whose words the arguments are.
  package static let swiftBuilder = "swift-build"
  package static let commandBuilder = "command"
  /// What was handed to the builder beyond paths and the product.
  package var arguments: [String]
  /// Variables beyond the fixed environment.
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
  /// The part that an arm builds, products of other packages followed into these.
  /// - Parameter arm: of the same workspace, perhaps without its checkouts.
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

  /// The words of the user's command that built the arms, with their placeholders; `nil` where `swift build` did.
  package var command: [String]? { arms.first { $0.builder == Arm.commandBuilder }?.arguments }
}
