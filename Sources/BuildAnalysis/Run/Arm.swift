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
  /// The commit that is built; `nil` outside git, and if the tree differs from it.
  package var revision: String?
  /// Which of two compared states is built; `nil` in a run of one state.
  package var side: Side?
  /// The products that are built; empty for the whole package.
  package var targets: [String]
  /// The workspace's modules that are built, sorted: what the arm names with all dependencies, on this platform.
  package var modules: [ModuleID]
  /// What the scenario ``Scenario/tests`` builds and runs; `nil` if the arm has no tests, or the run has no such scenario.
  package var tests: Tests?
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
    revision: String? = nil, side: Side? = nil, targets: [String], modules: [ModuleID],
    builder: String = Arm.swiftBuilder,
    arguments: [String] = [], environment: [String: String] = [:]
  ) {
    self.name = name
    self.role = role
    self.feature = feature
    self.featureModules = featureModules
    self.made = made
    self.revision = revision
    self.side = side
    self.targets = targets
    self.modules = modules
    self.builder = builder
    self.arguments = arguments
    self.environment = environment
  }
}

extension Arm {
  /// One of the two states of a workspace that a run compares.
  package enum Side: String, Sendable, Hashable, Codable, CaseIterable {
    case base, head
  }

  /// The same arm of one of two compared states, under a name that no other arm of the run has.
  package func on(_ side: Side, revision: String?) -> Arm {
    var arm = self
    (arm.name, arm.side, arm.revision) = (name + Self.mark(side), side, revision)
    return arm
  }

  /// The name that the arm has in either state.
  package var plainName: String {
    guard let side, name.hasSuffix(Self.mark(side)) else { return name }
    return String(name.dropLast(Self.mark(side).count))
  }

  private static func mark(_ side: Side) -> String { "@" + side.rawValue }

  /// A feature's own tests, or all tests of the workspace for the combined app.
  package struct Tests: Sendable, Hashable, Codable {
    /// The test modules, sorted.
    package var modules: [ModuleID]
    /// The test modules and what they depend on, on this platform, sorted.
    package var built: [ModuleID]

    package init(modules: [ModuleID], built: [ModuleID]) {
      (self.modules, self.built) = (modules, built)
    }
  }

  /// The modules that the arm builds in a scenario.
  package func modules(in scenario: Scenario) -> [ModuleID] { scenario == .tests ? tests?.built ?? [] : modules }
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
  /// The combined app, with which the other arms are compared; `nil` if two states of each arm are compared.
  package var reference: Arm? { isOfTwoStates ? nil : arms.first { $0.role == .combined } }

  /// The arm that one is compared with: the combined app, or the same arm of the base; `nil` for these themselves.
  package func reference(of arm: Arm) -> Arm? {
    guard let side = arm.side else { return reference.flatMap { $0.name == arm.name ? nil : $0 } }
    return side == .base ? nil : arms.first { $0.side == .base && $0.plainName == arm.plainName }
  }

  /// Whether each arm stands for a state of the workspace, as in the runs of `modgauge compare`.
  package var isOfTwoStates: Bool { arms.contains { $0.side != nil } }

  /// The state of the workspace that an arm builds.
  package func subject(of arm: Arm) -> Subject { arm.side == .base ? base ?? workspace : workspace }

  /// The words of the user's command that built the arms, with their placeholders; `nil` if `swift build` built them.
  package var command: [String]? { arms.first { $0.builder == Arm.commandBuilder }?.arguments }
}
