package import ModuleGraph

/// One of the alternatives that a benchmark compares: what is built, and how.
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
  /// The modules of the feature, without their dependencies; `nil` for the combined app, if unknown, and in runs of
  /// older versions.
  package var featureModules: [ModuleID]?
  /// Whether the sample app was generated in the working copy because the workspace has none; `nil` if not.
  package var made: Bool?
  /// The commit that is built; `nil` outside git, and if the working tree has local changes.
  package var revision: String?
  /// The state that is built if two are compared; `nil` in a run of one state.
  package var side: Side?
  /// The products or schemes that are built; empty for the whole package.
  package var targets: [String]
  /// The workspace's modules that are built, sorted: the arm's targets with all of their dependencies on this platform.
  package var modules: [ModuleID]
  /// The tests of the scenario ``Scenario/tests``; `nil` if the arm has no tests, or the run does not have this
  /// scenario.
  package var tests: Tests?
  package var builder: String
  /// The module name of a generated sample app.
  package static let madeModule = "ModuleGaugeArm"
  /// The builders: `swift build`, `xcodebuild`, and a user's command, which is stored in `arguments`.
  package static let swiftBuilder = "swift-build"
  package static let xcodeBuilder = "xcodebuild"
  package static let commandBuilder = "command"
  /// The builder's arguments, without paths and the product.
  package var arguments: [String]
  /// Environment variables in addition to those that are always set.
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

  /// The arm for one of two compared states, under a name that is unique in the run.
  package func on(_ side: Side, revision: String?) -> Arm {
    var arm = self
    (arm.name, arm.side, arm.revision) = (name + Self.mark(side), side, revision)
    return arm
  }

  /// The arm's name without its side, which is the same in both states.
  package var plainName: String {
    guard let side, name.hasSuffix(Self.mark(side)) else { return name }
    return String(name.dropLast(Self.mark(side).count))
  }

  private static func mark(_ side: Side) -> String { "@" + side.rawValue }

  /// A feature's own tests, or all tests of the workspace for the combined app.
  package struct Tests: Sendable, Hashable, Codable {
    /// The test modules, sorted.
    package var modules: [ModuleID]
    /// The test modules and all of their dependencies on this platform, sorted.
    package var built: [ModuleID]

    package init(modules: [ModuleID], built: [ModuleID]) {
      (self.modules, self.built) = (modules, built)
    }
  }

  package func modules(in scenario: Scenario) -> [ModuleID] { scenario == .tests ? tests?.built ?? [] : modules }
}

extension ModuleGraph {
  /// The subgraph that an arm builds, with its dependencies on products of other packages resolved.
  /// - Parameter arm: an arm of the same workspace; its modules may come from a graph without checkouts.
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
  /// The combined app, with which other arms are compared; `nil` in a run of two states.
  package var reference: Arm? { isOfTwoStates ? nil : arms.first { $0.role == .combined } }

  /// The arm with which another is compared: the combined app, or the same arm of the base; `nil` for these themselves.
  package func reference(of arm: Arm) -> Arm? {
    guard let side = arm.side else { return reference.flatMap { $0.name == arm.name ? nil : $0 } }
    return side == .base ? nil : arms.first { $0.side == .base && $0.plainName == arm.plainName }
  }

  /// Whether each arm builds one of two states of the workspace, as in runs of `modgauge compare`.
  package var isOfTwoStates: Bool { unchanged != nil || arms.contains { $0.side != nil } }

  /// The state of the workspace that an arm builds.
  package func subject(of arm: Arm) -> Subject { arm.side == .base ? base ?? workspace : workspace }

  /// Whether `xcodebuild` built the arms.
  package var isBuiltByXcode: Bool { arms.contains { $0.builder == Arm.xcodeBuilder } }

  /// The arguments that name a builder other than `swift build`; `nil` for that.
  package var statedBuilder: String? {
    if isBuiltByXcode {
      let words = arms.first { $0.builder == Arm.xcodeBuilder }?.arguments.map { $0.contains(" ") ? "'\($0)'" : $0 }
      return (["xcodebuild"] + (words ?? [])).joined(separator: " ")
    }
    return command?.joined(separator: " ")
  }

  /// The user's command that built the arms, with its placeholders; `nil` if `swift build` built them.
  package var command: [String]? { arms.first { $0.builder == Arm.commandBuilder }?.arguments }
}
