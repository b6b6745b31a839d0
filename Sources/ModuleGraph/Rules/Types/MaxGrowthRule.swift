/// A limit on how much a branch may add.
struct MaxGrowthRule: RuleType {
  static let name = "max-growth"
  static let summary = """
    Compared with the merge base (`check --base`), a figure grows by at most `max`: the steps of the longest dependency chain, the \
    lines of a module, or the modules that a change in a module recompiles. Without --base, it is not checked.
    """
  static let parameters = [
    RuleParameter("of", .choice(["height", "lines", "dependents"]), "the figure that is limited"),
    RuleParameter("max", .number, "by how much it may grow; 0 if absent"),
    RuleParameter(
      "modules", .modules, "for lines and dependents, the modules; those with two or more dependents if absent"),
  ]
  static let example = """
    id: shared-grows-slowly
    type: max-growth
    of: lines
    modules: [Common, Mediator]
    max: 300
    """

  private let of: String
  private let max: Int
  private let modules: ModuleSelector?

  init(_ values: RuleValues) {
    of = values.choice("of") ?? "height"
    max = values.number("max") ?? 0
    modules = values.modules("modules")
  }

  func check(_ run: inout RuleRun) {
    let chosen = modules.map { run.select($0, "modules") }
    guard let earlier = run.settings.earlier else { return }
    let before = RuleRun(earlier, settings: RuleSettings(layers: run.settings.layers))
    let dependents = run.ownEdges.reversed
    switch of {
    case "lines":
      func lines(_ modules: [Module]) -> [Int?] { modules.map { $0.hasUnreadSources ? nil : $0.lines } }
      compare(chosen ?? shared(before, run), lines(run.modules), before, lines(before.modules), &run) {
        name, lines in
        "\(name) has \(FigureLimit.counted(lines, "line", "lines"))"
      }
    case "dependents":
      compare(
        chosen ?? shared(before, run), dependents.transitiveSuccessorCounts, before,
        before.ownEdges.reversed.transitiveSuccessorCounts, &run
      ) {
        "a change in \($0) recompiles \(FigureLimit.counted($1, "other module", "other modules"))"
      }
    default: compareHeights(before, &run)
    }
  }

  /// The modules that have two or more dependents now, or had before.
  private func shared(_ before: RuleRun, _ run: RuleRun) -> ModuleSet {
    let (now, then) = (run.ownEdges.reversed, before.ownEdges.reversed)
    func isShared(_ vertex: Int, _ dependents: IndexedGraph) -> Bool {
      dependents.successors(of: vertex).count { $0 != vertex } > 1
    }
    return ModuleSet(count: run.modules.count) { vertex in
      run.own.contains(vertex)
        && (isShared(vertex, now) || before.vertex(of: run.modules[vertex].id).map { isShared($0, then) } ?? false)
    }
  }

  /// New modules have not grown.
  private func compare(
    _ chosen: ModuleSet, _ figures: [Int?], _ before: RuleRun, _ former: [Int?], _ run: inout RuleRun,
    words: (String, Int) -> String
  ) {
    for vertex in chosen.members {
      guard let old = before.vertex(of: run.modules[vertex].id) else { continue }
      guard let now = figures[vertex], let then = former[old] else {
        if run.modules[vertex].hasUnreadSources || before.modules[old].hasUnreadSources {
          run.leaveOpen(vertex, "not all lines of \(run.names[vertex]) are known, now and before")
        }
        continue
      }
      let growth = now - then
      let message = words(run.names[vertex], now)
      if growth > max {
        run.report(
          "\(message), \(growth) more than before\(limit(run))", of: vertex,
          amount: Violation.Amount(growth, limit: max))
      } else if growth < 0 {
        run.improve("\(message), \(-growth) fewer than before", of: vertex)
      }
    }
  }

  private func compareHeights(_ before: RuleRun, _ run: inout RuleRun) {
    let heights = run.ownEdges.heights
    guard let now = heights.max(), let top = heights.firstIndex(of: now), let then = before.ownEdges.heights.max()
    else {
      return
    }
    let message = "the longest dependency chain has \(FigureLimit.counted(now, "step", "steps"))"
    if now - then > max {
      run.report(
        "\(message), \(now - then) more than before\(limit(run))", subject: ["height"], modules: [top],
        path: MaxHeightRule.wayDown(from: top, heights, run.ownEdges),
        dependencies: run.statements(along: MaxHeightRule.wayDown(from: top, heights, run.ownEdges)),
        amount: Violation.Amount(now - then, limit: max))
    } else if now < then, cyclic(run) <= cyclic(before) {
      // Modules that depend on one another have one height, so that a new cycle makes chains shorter.
      run.improve("\(message), \(then - now) fewer than before", of: top)
    }
  }

  /// The number of modules in cycles.
  private func cyclic(_ run: RuleRun) -> Int { run.ownEdges.cyclicComponents.joined().count }

  /// What breaks the rule; nothing where it only informs.
  private func limit(_ run: RuleRun) -> String {
    run.rule.severity == .info ? "" : max == 0 ? "; it may not grow" : "; the limit is \(max)"
  }
}
