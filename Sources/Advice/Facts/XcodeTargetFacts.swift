package import ModuleGraph

/// What a project says about the build of one of its targets.
package struct XcodeTargetFacts: Sendable {
  /// A build setting as it takes effect.
  package typealias Setting = (value: String, location: Dependency.Location)

  package struct Configuration: Sendable {
    package let name: String
    /// Those whose value is certain: without conditions, and not in a file that cannot be read.
    package let settings: [String: Setting]

    package init(name: String, settings: [String: Setting]) { (self.name, self.settings) = (name, settings) }
  }

  /// A phase that runs a script, and whether that is not based on dependency analysis.
  package typealias Script = (name: String, hasOutputs: Bool, isAlwaysRun: Bool, location: Dependency.Location)

  package let module: ModuleID
  package let kind: Module.Kind
  package let swiftFiles: Int
  package let configurations: [Configuration]
  /// Without those that only run when the product is installed.
  package var scripts: [Script] = []
  /// The number of headers that the bridging header includes; `nil` if there is none, or it cannot be read.
  package var bridgedHeaders: Int?

  package init(module: ModuleID, kind: Module.Kind, swiftFiles: Int, configurations: [Configuration]) {
    (self.module, self.kind, self.swiftFiles, self.configurations) = (module, kind, swiftFiles, configurations)
  }
}

extension XcodeTargetFacts.Configuration {
  /// Whether it is for development: it is named so, and does not say that it optimizes.
  var isDebug: Bool {
    name.lowercased().contains("debug") && ["-Onone", nil].contains(settings["SWIFT_OPTIMIZATION_LEVEL"]?.value)
  }

  /// Whether a setting is certain to be on.
  func isOn(_ key: String) -> Bool { settings[key]?.value == "YES" }
}

extension AdviceFacts {
  /// A finding for each place where a setting is made that takes effect in configurations that meet a condition.
  /// - Parameter effect: what the configurations do, as in `makes dSYM files`.
  func findings(
    _ kind: String, _ key: String, _ effect: String,
    where isMeant: (XcodeTargetFacts, XcodeTargetFacts.Configuration, String) -> Bool
  ) -> [AdviceFinding] {
    var uses: [Dependency.Location: (value: String, targets: Set<ModuleID>, configurations: Set<String>)] = [:]
    for target in targets {
      for configuration in target.configurations {
        guard let (value, location) = configuration.settings[key], isMeant(target, configuration, value) else {
          continue
        }
        uses[location, default: (value, [], [])].targets.insert(target.module)
        uses[location]?.configurations.insert(configuration.name)
      }
    }
    return uses.map { location, use in
      let (targets, configurations) = (use.targets.sorted(), use.configurations.sorted())
      let scope = targets.count == 1 ? targets[0].name : "\(targets.count) targets (\(targets.names))"
      return AdviceFinding(
        kind: kind, subject: [key] + configurations + targets.map(\.description),
        message: "\(configurations.listed(atMost: 3)) of \(scope) \(effect) (\(key) = \(use.value))",
        place: .file(location), modules: targets,
        // What follows the link is not among the costs of modules.
        isBounded: key != "DEBUG_INFORMATION_FORMAT")
    }
  }
}
