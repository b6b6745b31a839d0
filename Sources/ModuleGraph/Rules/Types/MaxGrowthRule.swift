/// A limit on how much a branch may add.
struct MaxGrowthRule: RuleType {
  static let name = "max-growth"
  static let summary = """
    Compared with the merge base (`check --base`), a figure grows by at most `max`: the steps of the longest dependency chain, the \
    lines or files of a module, the modules that a change in it recompiles, or the share of the commits of half a year that change \
    it, in percentage points. Without --base, it is not checked.
    """
  static let parameters = [
    RuleParameter(
      "of", .choice(["height", "lines", "files", "dependents", "share-of-changes"]), "the figure that is limited"),
    RuleParameter("max", .number, "by how much it may grow; 0 if absent"),
    RuleParameter(
      "modules", .modules, "for all but height, the modules; those with two or more dependents if absent"),
  ]
  static let example = """
    id: shared-grows-slowly
    type: max-growth
    of: lines
    modules: [Common, Mediator]
    max: 300
    """

  let values: RuleValues

  private var of: String { values.choice("of") ?? "height" }
  private var max: Int { values.number("max") ?? 0 }

  func check(_ run: inout RuleRun) {
    let chosen = values["modules"] == nil ? nil : run.select("modules", of: values)
    guard let earlier = run.settings.earlier else { return }
    let before = RuleRun(earlier, settings: RuleSettings(layers: run.settings.layers))
    let dependents = run.ownEdges.reversed
    switch of {
    case "lines", "files":
      let figure = of == "lines" ? \Module.lines : \.sources
      func figures(_ modules: [Module]) -> [Int?] { modules.map { $0.hasUnreadSources ? nil : $0[keyPath: figure] } }
      compare(chosen ?? shared(before, run), figures(run.modules), before, figures(before.modules), &run) {
        "\($0) has \(FigureLimit.counted($1, String(of.dropLast()), of))"
      }
    case "share-of-changes":
      guard let shares = run.settings.changeShares else {
        for vertex in (chosen ?? shared(before, run)).members {
          run.leaveOpen(vertex, "the history of \(run.names[vertex]) does not reach back half a year in this clone")
        }
        return
      }
      compare(
        chosen ?? shared(before, run), run.modules.map { shares.now[$0.id] ?? 0 }, before,
        before.modules.map { shares.before[$0.id] ?? 0 }, &run, unit: " percentage points"
      ) {
        "\($0) was changed by \($1) % of the commits"
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
    unit: String = "", words: (String, Int) -> String
  ) {
    for vertex in chosen.members {
      guard let old = before.vertex(of: run.modules[vertex].id) else { continue }
      guard let now = figures[vertex], let then = former[old] else {
        if run.modules[vertex].hasUnreadSources || before.modules[old].hasUnreadSources {
          run.leaveOpen(vertex, "not all \(of) of \(run.names[vertex]) are known, now and before")
        }
        continue
      }
      let growth = now - then
      let message = words(run.names[vertex], now)
      if growth > max {
        run.report(
          "\(message), \(growth)\(unit) more than before\(limit(run))", of: vertex,
          amount: Violation.Amount(growth, limit: max))
      } else if growth < 0 {
        run.improve("\(message), \(-growth)\(unit) \(unit.isEmpty ? "fewer" : "less") than before", of: vertex)
      }
    }
  }

  private func compareHeights(_ before: RuleRun, _ run: inout RuleRun) {
    let heights = run.ownEdges.heights
    guard let now = heights.max(), let top = heights.firstIndex(of: now), let then = before.ownEdges.heights.max()
    else {
      return
    }
    let way = run.ownEdges.wayDown(from: top, heights)
    let message = "the longest dependency chain has \(FigureLimit.counted(now, "step", "steps"))"
    if now - then > max {
      run.report(
        "\(message), \(now - then) more than before\(limit(run))", subject: ["height"], modules: [top],
        path: way, dependencies: run.statements(along: way),
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
