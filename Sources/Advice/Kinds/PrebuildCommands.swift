import ModuleGraph

extension AdviceKind {
  static let prebuildCommands = AdviceKind(
    "prebuild-commands", "plugins that run before each build",
    reason:
      "SwiftPM and Xcode run prebuild commands at the start of every build, also if nothing changed, once for each target.",
    remedy:
      "Use a build command with inputs and outputs, which runs only after a change, or a step of CI if it only checks."
  ) { facts, kind, _ in
    facts.prebuildCommands.keys.sorted().compactMap { plugin in
      let users = appliers(of: plugin, in: facts)
      guard let location = facts.prebuildCommands[plugin], let first = users.first else { return nil }
      return AdviceFinding(
        kind: kind, subject: [plugin.description],
        message: "\(plugin.name) runs before each build for \(users.count.counted("module")) (\(users.names))",
        place: .module(first), chain: [.init("\(plugin.name) creates a prebuild command", .file(location))])
    }
  }

  /// The workspace's own modules that apply a plugin, sorted.
  static func appliers(of plugin: ModuleID, in facts: AdviceFacts) -> [ModuleID] {
    Set(facts.graph.dependencies.filter { $0.kind == .plugin && $0.to == plugin }.map(\.from))
      .filter { facts.own.contains($0.package) }.sorted()
  }
}
