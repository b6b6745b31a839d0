/// The common part of the two rules about what is linked into apps.
struct Linking {
  static let parameters = [
    RuleParameter("modules", .modules, required: true, "the modules"),
    RuleParameter("from", .modules, "the apps; the combined app if absent"),
  ]

  let values: RuleValues

  func modules(_ run: inout RuleRun) -> ModuleSet { run.select("modules", of: values) }

  /// The apps; `nil` if a problem was recorded.
  func apps(_ run: inout RuleRun) -> ModuleSet? {
    if values["from"] != nil { return run.select("from", of: values) }
    guard let roles = run.roles() else { return nil }
    guard let app = roles.combined.module.flatMap(run.vertex) else {
      run.note(.cannotBreak(reason: "there is no combined app; name the apps with “from”"))
      return nil
    }
    return ModuleSet(count: run.modules.count) { $0 == app }
  }

  /// The modules linked into the apps, each with the dependent through which it is linked; `nil` for an app itself.
  /// - Complexity: O(modules + dependencies).
  func linked(by apps: [Int], _ run: RuleRun) -> [Int: Int?] {
    var found = Dictionary(apps.map { ($0, nil as Int?) }, uniquingKeysWith: { first, _ in first })
    var queue = apps
    var head = 0
    while head < queue.count {
      let vertex = queue[head]
      head += 1
      for next in run.whole.graph.successors(of: vertex) where found[next] == nil && run.modules[next].kind.isLinked {
        guard let edge = run.whole.edge(from: vertex, to: next), edge.dependencies.contains(where: \.kind.links) else {
          continue
        }
        found[next] = .some(vertex)
        queue.append(next)
      }
    }
    return found
  }

  func words(for apps: ModuleSet, _ run: RuleRun) -> String {
    apps.count > 3 ? "any of \(apps.count) apps" : apps.members.map { run.names[$0] }.joined(separator: " or ")
  }
}
