package import BuildAnalysis

extension Text {
  /// What a benchmark compares, how many builds that takes, and how long.
  /// - Parameters:
  ///   - expected: `nil` if the duration cannot be estimated.
  package static func plan(_ run: Run, expected: ExpectedDuration?, _ style: TextStyle = .plain) -> String {
    let inferred = run.inference?.sentences ?? []
    // Of two states, each arm once.
    let arms = run.arms.uniqued(by: \.plainName)
    let features = arms.filter { $0.role != .combined }.map(feature)
    let listed = features.isEmpty ? "none" : features.listed(atMost: mostListed)
    let app = arms.first { $0.role == .combined }
    let name = app.map { $0.isWholePackage ? "all of \(run.workspace.name)" : $0.plainName }
    var lines = ["combined app: \(name ?? "none"); features: \(listed)"]
    if run.isOfTwoStates {
      lines.append("states: base \(run.base?.stateName ?? "none"), head \(run.workspace.stateName)")
    }
    lines += inferred.map { "inferred " + $0 }
    if !inferred.isEmpty {
      lines.append("`modgauge roles` shows the reasons; --combined, --feature or .modgauge.yml override it")
    }
    if features.isEmpty, !run.isOfTwoStates {
      lines.append("only the combined app is built; --feature names what to compare with it")
    }
    if let builder = run.statedBuilder { lines.append("builder: " + builder) }
    lines.append("scenarios: " + run.plan.scenarios.map(\.rawValue).joined(separator: ", "))
    lines += tests(run)
    lines += [rounds(run)] + turns(run) + calibration(run) + [duration(expected), "seed \(run.plan.seed)"]
    lines += [sameCommit(run), strangers(run), unbuilt(run)].compactMap { $0.map { "warning: " + $0 } }
    // A program that reads them expects a line for each.
    return lines.map { style.columns == nil ? printable($0) + "\n" : wrapped($0, style) }.joined()
  }

  /// For example `Search`, or `Cart in CartApp` if it has a sample app.
  private static func feature(_ arm: Arm) -> String {
    guard let feature = arm.feature, feature != arm.plainName else { return arm.plainName }
    return "\(feature) in \(arm.plainName)"
  }

  package static func sameCommit(_ run: Run) -> String? {
    guard run.isOfOneCommit else { return nil }
    return "base and head are the same commit, \(run.workspace.stateName), so that only chance makes their builds "
      + "differ; the base is the commit where the head left --base"
  }

  private static func unbuilt(_ run: Run) -> String? {
    let built = Set(run.cases.map(\.arm))
    let names = run.arms.map(\.name).filter { !built.contains($0) }
    if names.isEmpty { return nil }
    let (verb, pronoun) = names.count == 1 ? ("is", "it") : ("are", "them")
    return "\(names.listed(atMost: mostListed)) \(verb) not built, since no scenario applies to \(pronoun); "
      + "--scenario clean builds \(pronoun)"
  }

  /// A warning about features that the combined app does not build; `nil` if it builds all of them.
  static func strangers(_ run: Run) -> String? {
    guard let app = run.reference else { return nil }
    let built = Set(app.modules)
    let names = run.arms.filter { !built.isSuperset(of: $0.featureModules ?? []) }.map { $0.feature ?? $0.name }
    return names.isEmpty ? nil : stranger(names.listed(atMost: mostListed), to: app.nameInSentence)
  }

  /// Why a feature that the combined app does not build should not be compared with it.
  static func stranger(_ names: String, to app: String) -> String {
    "\(app) does not build \(names): a share of it, or a ratio to it, compares unrelated things"
  }

  /// The tests of each arm: `tests: 12 test modules; Cart: CartTests; Search: none of its own`.
  private static func tests(_ run: Run) -> [String] {
    guard run.plan.scenarios.contains(.tests) else { return [] }
    let words = run.arms.map { arm in
      let tests = arm.tests?.modules ?? []
      if arm.role == .combined { return Figures.counted(tests.count, "test module") }
      return "\(arm.feature ?? arm.name): " + (tests.isEmpty ? "none of its own" : tests.map(\.name).listed(atMost: 3))
    }
    let most = 24
    let more = words.count > most ? "; and \(Figures.count(words.count - most)) more" : ""
    return ["tests: " + words.prefix(most).joined(separator: "; ") + more]
  }

  private static func rounds(_ run: Run) -> String {
    let (plan, cases) = (run.plan, run.cases.count)
    let builds = "\(Figures.counted(cases * (plan.warmups + plan.rounds), "build"))"
    let warmups = "after \(Figures.counted(plan.warmups, "warm-up")) of each"
    let each = "\(Figures.counted(plan.rounds, "round")) of \(Figures.counted(cases, "build")) \(warmups)"
    return plan.stopping == nil ? "plan: \(each), \(builds)" : "plan: at most \(each), \(builds); \(goal(plan))"
  }

  /// How the builds of a round are made, and what their number is too small for.
  private static func turns(_ run: Run) -> [String] {
    let plan = run.plan
    let turns: String? =
      switch plan.turns {
      case _? where run.reasonKnownToBuildAlone != nil:
        run.reasonKnownToBuildAlone.map { "one after the other: \($0)" }
      case .on: "in turns: the builds of a round at once, of which one at a time runs and the others are halted"
      case .auto: "in turns if the warm-ups were disturbed: the builds of a round at once, one at a time running"
      case nil: nil
      }
    let few = "fewer than \(RunFindings.roundsForClaim) rounds: no intervals, and no conclusion"
    return [turns, plan.rounds < RunFindings.roundsForClaim ? few : nil].compactMap(\.self)
  }

  private static func goal(_ plan: Run.Plan) -> String {
    guard let stopping = plan.stopping else { return "" }
    let budget = stopping.budgetSeconds.map { ", or until \(Figures.roughly($0)) are spent" } ?? ""
    let goal = stopping.targetHalfWidth.map { "every interval is ±\(Figures.percent($0)) or narrower" }
    return "until \(goal ?? "the gate is decided")" + budget
  }

  private static func duration(_ expected: ExpectedDuration?) -> String {
    "expected duration: "
      + (expected?.sentence
        ?? "unknown until the warm-ups are done: no run, recording or calibration covers these builds")
  }
}
