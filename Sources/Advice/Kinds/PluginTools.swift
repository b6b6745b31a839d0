import ModuleGraph

extension AdviceKind {
  /// Fewer modules are no cost worth a word.
  private static let fewestModules = 5

  static let pluginTools = AdviceKind(
    "plugin-tools", "plugins whose tool is built first",
    reason:
      "A module that applies a build tool plugin cannot start before the plugin's tool was compiled, with all that it "
      + "depends on.",
    remedy:
      "Use a binary of the tool (an artifact bundle), generate the code ahead and commit it, or apply the plugin to "
      + "fewer modules, at the top of the graph."
  ) { facts, kind, _ in
    let plugins = Set(
      facts.graph.dependencies.filter { $0.kind == .plugin && facts.own.contains($0.from.package) }.map(\.to))
    return plugins.sorted().compactMap { plugin in
      let tools = facts.reached(from: [plugin]).subtracting([plugin]).filter { id in
        facts.module(id).map { $0.kind != .binary && !$0.kind.isOutside && $0.kind != .plugin } ?? false
      }
      let users = appliers(of: plugin, in: facts)
      guard tools.count >= fewestModules, let first = users.first else { return nil }
      let waiting = facts.reached(from: users, upward: true).filter { facts.own.contains($0.package) }
      return AdviceFinding(
        kind: kind, subject: [plugin.description],
        message: "\(plugin.name) lets \(waiting.count.counted("module")) wait for \(tools.count) modules of its tool "
          + "(\(tools.names)); \(users.names) apply it",
        place: .module(first), modules: tools.sorted(),
        isAvoidable: tools.allSatisfy { !facts.own.contains($0.package) })
    }
  }
}
