import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis

/// What two runs, or two states of one, say of a change.
@Suite struct RunComparisonTests {
  private static func stored(_ base: Run, _ head: Run) -> RunComparison {
    RunComparison(
      from: ComparisonSide(base.findings, named: "base"), to: ComparisonSide(head.findings, named: "head"))
  }

  private static func verdicts(_ comparison: RunComparison) -> [String] {
    comparison.cases.map { "\($0.arm) \($0.telling?.change.verdict.rawValue ?? "none")" }
  }

  @Test func `each arm that both runs have gets a verdict`() {
    let base = Run.example(rounds: 10)
    let head = base.slowed("App", by: 1.2).slowed("CartApp", by: 0.6)
    let comparison = Self.stored(base, head)
    #expect(Self.verdicts(comparison) == ["App slower", "CartApp faster", "Search no-change"])
    #expect(comparison.cases.allSatisfy { ($0.wall?.minimumDetectable ?? 0) > 1 })
    #expect(!comparison.isPaired && comparison.isComparable && comparison.mismatches.isEmpty)
  }

  @Test func `pairs of one session see what two sessions cannot`() throws {
    // The machine drifts by a fifth, and the change costs a hundredth.
    let base = Run.example(rounds: 10)
    let head = base.slowed("App", by: 1.01)
    #expect(Self.verdicts(Self.stored(base, head)).first == "App no-change")
    let comparison = try #require(RunComparison(Run.comparing(base, head).findings))
    #expect(comparison.isPaired && Self.verdicts(comparison).first == "App slower")
    try #require(!comparison.cases.isEmpty)
    let app = try #require(comparison.cases[0].wall)
    #expect(abs(app.ratio - 1.01) < 1e-9 && app.low ?? 0 > 1 && app.rounds == 10)
  }

  @Test func `a run of two states compares each arm with itself in the base, and nothing else`() throws {
    let base = Run.example(rounds: 6)
    let findings = Run.comparing(base, base.slowed("App", by: 1.1)).findings
    #expect(findings.comparisons.map(\.arm) == ["App@head", "CartApp@head", "Search@head"])
    #expect(findings.comparisons.map(\.reference) == ["App@base", "CartApp@base", "Search@base"])
    try #require(!findings.comparisons.isEmpty)
    #expect(abs(findings.comparisons[0].wall.ratio - 1.1) < 1e-9)
    #expect(findings.features.isEmpty && RunComparison(base.findings) == nil)
  }

  @Test func `too few rounds, and a base that does not build, say nothing`() throws {
    let short = Run.example(rounds: 3)
    #expect(Self.verdicts(Self.stored(short, short)).first == "App too-few-rounds")
    let failing = Self.stored(Run.example(rounds: 6, failing: true), Run.example(rounds: 6))
    let search = try #require(failing.cases.last)
    #expect(search.telling == nil && search.failures.base.count == 7 && search.failures.head.isEmpty)
  }

  @Test func `wide intervals are too noisy for a claim`() {
    let base = Run.example(rounds: 8)
    var head = base
    for index in head.samples.indices {
      head.samples[index].seconds = head.samples[index].seconds.map { $0 * (index.isMultiple(of: 2) ? 0.6 : 1.6) }
      head.samples[index].cpuSeconds = nil
    }
    #expect(Self.verdicts(Self.stored(base, head)).allSatisfy { $0.hasSuffix("too-noisy") })
  }

  @Test func `whatever disturbed a session, figures are judged by their own intervals`() throws {
    func verdicts(_ cause: (inout BuildNoise) -> Void) throws -> [FigureChange.Verdict?] {
      var random = SeededGenerator(seed: 3)
      let base = Run.example(rounds: 10)
      var run = Run.comparing(base, base)
      for index in run.samples.indices {
        var noise = BuildNoise(otherShare: 0.01, stolenShare: 0)
        cause(&noise)
        run.samples[index].noise = noise
        let ratio = run.samples[index].arm == "App@head" ? 1.1 : 1
        run.samples[index].seconds? *= exp(0.4 * random.normal())
        run.samples[index].cpuSeconds? *= ratio
      }
      let comparison = try #require(RunComparison(run.findings))
      #expect(comparison.head.findings.quietness?.verdict == .unusable)
      try #require(!comparison.cases.isEmpty)
      return [comparison.cases[0].wall?.verdict, comparison.cases[0].cpu?.verdict]
    }
    #expect(try verdicts { $0.otherShare = 0.5 } == [.noisy, .slower])
    #expect(try verdicts { $0.memoryPressure = 0.9 } == [.noisy, .slower])
  }

  @Test func `CPU time tells where wall time cannot`() {
    let base = Run.example(rounds: 8)
    var head = base
    for index in head.samples.indices { head.samples[index].cpuSeconds? *= 1.5 }
    let comparison = Self.stored(base, head)
    #expect(comparison.cases.allSatisfy { $0.telling?.measure == .cpu && $0.telling?.change.verdict == .slower })
    #expect(comparison.cases.allSatisfy { abs(($0.figure(.cpu)?.ratio ?? 0) - 1.5) < 1e-9 })
    #expect(comparison.cases.allSatisfy { $0.figure(.wall)?.isDifferent == false })
  }
}

/// What makes two stored runs doubtful, or something that cannot be compared.
@Suite struct RunMismatchTests {
  private static func kinds(_ change: (inout Run) -> Void) -> [RunMismatch.Kind] {
    let base = Run.example(rounds: 6)
    var head = base
    change(&head)
    let comparison = RunComparison(
      from: ComparisonSide(base.findings, named: "a"), to: ComparisonSide(head.findings, named: "b"))
    #expect(comparison.isComparable == !comparison.mismatches.contains { $0.isRefusal })
    return comparison.mismatches.map(\.kind)
  }

  @Test func `machine, system, toolchain and plan are told`() {
    #expect(Self.kinds { $0.environment.cores = 8 } == [.machine])
    #expect(Self.kinds { $0.environment.kernel = "Linux 7" } == [.system])
    #expect(Self.kinds { $0.environment.compiler = "Swift 6.4" } == [.toolchain])
    #expect(Self.kinds { $0.plan.prepare = ["sync"] } == [.plan])
    #expect(Self.kinds { $0.environment.memoryBytes = 1 << 34 + 1 << 33 } == [.machine])
    #expect(Self.kinds { $0.plan.seed = 8 }.isEmpty && Self.kinds { $0.environment.load = 3 }.isEmpty)
  }

  @Test func `of a merged run, all machines are told`() throws {
    var other = Run.example(rounds: 1).environment
    other.cpu = "Another CPU"
    #expect(Self.kinds { $0.machines = [$0.environment, other] } == [.machine])
    #expect(Self.kinds { $0.machines = [$0.environment, $0.environment] }.isEmpty)
  }

  @Test func `what was built otherwise is another thing`() {
    #expect(Self.kinds { $0.workspace.name = "Else" } == [.workspace])
    #expect(Self.kinds { $0.plan.configuration = "release" } == [.configuration])
    #expect(Self.kinds { $0.arms[0].arguments = ["-j", "1"] } == [.builder])
    #expect(Self.kinds { $0.samples[5].turns = .signals } == [.turns])
    // An arm that only one of them has is compared with nothing.
    #expect(
      Self.kinds { $0.arms.append(Arm(name: "X", role: .feature, targets: [], modules: [], arguments: ["y"])) } == [])
  }

  @Test func `what differs is told in the words of the base and of the head`() {
    let base = Run.example(rounds: 6)
    var head = base
    head.plan.configuration = "release"
    head.arms[0].arguments = ["-j", "1"]
    let comparison = RunComparison(
      from: ComparisonSide(base.findings, named: "a"), to: ComparisonSide(head.findings, named: "b"))
    #expect(comparison.mismatches.map(\.kind) == [.configuration, .builder])
    #expect(comparison.mismatches.map(\.base) == ["debug", "swift-build"])
    #expect(comparison.mismatches.map(\.head) == ["release", "swift-build; swift-build -j 1"])
  }
}

/// What explains a difference.
@Suite struct ExplanationTests {
  private static func id(_ name: String) -> ModuleID { ModuleID(package: "Shop", name: name) }

  @Test func `the module that costs more comes first, and what no module explains is left`() throws {
    let base = Run.recordedExample(rounds: 10)
    let comparison = try #require(
      RunComparison(Run.comparing(base, base.slowed("App", by: 1.1, module: "Search")).findings))
    let why = try #require(comparison.cases.first?.modules)
    #expect(why.telling.map(\.module) == ["Search"] && why.telling.map(\.kind) == [.slower])
    #expect(abs(why.explained - why.difference) < 0.2 && why.difference > 3)
    #expect(why.explained + why.unexplained == why.difference)
    #expect(why.all.dropFirst().allSatisfy { $0.kind == .unchanged })
  }

  @Test func `modules that compile now, and no longer, are told with all of their time`() throws {
    let base = Run.recordedExample(rounds: 10)
    var head = base.slowed("App", by: 1.1)
    for index in head.samples.indices where head.samples[index].arm == "App" {
      head.samples[index].modules?.removeAll { $0.module == "Core" }
      head.samples[index].modules?.append(ModuleSample(module: "New", seconds: 5, cpuSeconds: 4))
    }
    let why = try #require(RunComparison(Run.comparing(base, head).findings)?.cases.first?.modules)
    #expect(why.telling.map(\.module) == ["Core", "New"] && why.telling.map(\.kind) == [.removed, .added])
    #expect(why.telling.map(\.difference).reduce(0, +) == why.explained)
  }

  @Test func `a difference has the sign of its ratio, even where that of the medians is the other one`() throws {
    func paced(_ seconds: [Double]) -> Run {
      var run = Run.recordedExample(rounds: 9)
      for place in run.samples.indices where run.samples[place].arm == "App" {
        let own = seconds[run.samples[place].round % seconds.count]
        run.samples[place].schedule = BuildSchedule(
          criticalPathSeconds: own, criticalModules: ["App"], dependencyWaitSeconds: 0, coreWaitSeconds: 0)
        let modules = run.samples[place].modules ?? []
        for module in modules.indices { run.samples[place].modules?[module].cpuSeconds = own }
      }
      return run
    }
    let both = Run.comparing(paced([8, 10, 12]), paced([9.5, 9.9, 12.5]))
    let change = try #require(RunComparison(both.findings)?.cases.first)
    let path = try #require(change.schedule?.changes.first)
    let module = try #require(change.modules?.all.first)
    #expect(path.figure == .criticalPath && path.head < path.base && module.head ?? 0 < module.base ?? 0)
    for (figure, difference) in [(path.change, path.difference), (module.figure, module.difference)] {
      let ratio = try #require(figure).ratio
      #expect(ratio > 1.01 && abs(difference - 10 * (ratio - 1)) < 1e-9)
    }
  }

  @Test func `what is counted needs no rounds`() throws {
    let base = Run.example(rounds: 1)
    let new = Module(
      id: Self.id("New"), kind: .regular, path: "Sources/New", sources: 3, lines: 5000, bytes: 1, languages: ["swift"])
    let head = base.with(
      [new],
      [Dependency(from: Self.id("Core"), to: Self.id("New")), Dependency(from: Self.id("App"), to: Self.id("Core"))])
    let comparison = try #require(RunComparison(Run.comparing(base, head).findings))
    let app = try #require(comparison.arms.first)
    #expect(app.added.map(\.name) == ["New"] && app.removed.isEmpty)
    #expect(app.addedDependencies.map { "\($0.from.name) \($0.to.name)" } == ["App Core", "Core New"])
    let changes = Dictionary(
      uniqueKeysWithValues: app.counts.filter { $0.scenario == nil }.map { ($0.figure, [$0.base, $0.head]) })
    #expect(changes[.modules] == [4, 5] && changes[.lines] == [3000, 8000] && changes[.height] == [2, 3])
    #expect(changes[.criticalPathModules] == [3, 4] && changes[.criticalPathLines] == [2300, 7300])
    #expect(changes[.sources] == [8, 11] && changes[.dependencies] == [4, 6])
    #expect(
      RunComparison(Run.comparing(base, base).findings)?.arms.allSatisfy { $0.counts.allSatisfy { $0.difference == 0 } }
        == true)
  }

  @Test func `tasks are counted where builds were recorded completely`() throws {
    func counted(_ tasks: [Int?]) -> Run {
      var run = Run.example(rounds: tasks.count)
      for index in run.samples.indices where run.samples[index].arm == "App" && !run.samples[index].warmup {
        run.samples[index].tasks = tasks[run.samples[index].round - 1]
      }
      return run
    }
    let run = Run.comparing(counted([nil, 12, 11]), counted([14, 14, nil]))
    let comparison = try #require(RunComparison(run.findings))
    let changes = comparison.arms.map { $0.counts.filter { $0.figure == .tasks } }
    try #require(!changes.isEmpty)
    #expect(changes[0].map(\.scenario) == [.clean] && changes[0].map(\.base) == [12] && changes[0].map(\.head) == [14])
    #expect(changes.dropFirst().allSatisfy { $0.isEmpty })
  }

  @Test func `a module that moved to another package is the same module`() throws {
    let base = Run.example(rounds: 1)
    let moved = Module(
      id: ModuleID(package: "Core", name: "Core"), kind: .regular, path: "Core/Sources/Core", sources: 2, lines: 900,
      bytes: 1, languages: ["swift"])
    var head = base.with(
      [moved], ["Cart", "Search"].map { Dependency(from: Self.id($0), to: moved.id) }, without: Self.id("Core"))
    head.arms = head.arms.map { arm in
      var arm = arm
      arm.modules = arm.modules.filter { $0 != Self.id("Core") }
      return arm
    }
    let app = try #require(RunComparison(Run.comparing(base, head).findings)?.arms.first)
    #expect(
      app.added.isEmpty && app.removed.isEmpty && app.addedDependencies.isEmpty && app.removedDependencies.isEmpty)
  }
}

/// The order in which two states are built.
@Suite struct PairOrderTests {
  @Test func `both states of an arm follow one another, now the one first, now the other`() {
    let base = Run.example(rounds: 1)
    var run = Run.comparing(base, base)
    run.plan.scenarios = [.clean, .null]
    var first: [String: Int] = [:]
    for round in 1...200 {
      let order = run.order(inRound: round)
      #expect(Set(order).count == 12)
      for pair in stride(from: 0, to: 12, by: 2) {
        let (one, other) = (order[pair], order[pair + 1])
        #expect(one.scenario == other.scenario && one.arm != other.arm)
        #expect(one.arm.split(separator: "@").first == other.arm.split(separator: "@").first)
      }
      first[String(order[0].arm.split(separator: "@")[1]), default: 0] += 1
    }
    #expect(first.values.allSatisfy { $0 > 60 } && first.count == 2)
  }

  @Test func `of a head that does not build the base is not built any further`() {
    let base = Run.example(rounds: 2)
    var run = Run.comparing(base, base)
    run.samples = []
    var agenda = Agenda(run)
    for build in agenda.nextRound() ?? [] {
      let isBroken = build.what.arm == "App@head" || build.what.arm == "Search@base"
      agenda.note(
        Sample(
          arm: build.what.arm, round: 0, position: build.position, warmup: true, offsetSeconds: 0, seconds: 1,
          outcome: isBroken ? .failed : .ok))
    }
    let round = agenda.nextRound() ?? []
    #expect(Set(round.map(\.what.arm)) == ["CartApp@base", "CartApp@head", "Search@head"])
  }

  @Test func `only what is paired takes turns`() {
    let base = Run.example(rounds: 1)
    var run = Run.comparing(base, base)
    (run.plan.turns, run.samples) = (.on, [])
    var agenda = Agenda(run)
    let (warmups, round) = (agenda.nextRound() ?? [], agenda.nextRound() ?? [])
    #expect(agenda.groups(warmups).map(\.count) == [1, 1, 1, 1, 1, 1])
    #expect(agenda.groups(round).map(\.count) == [2, 2, 2])
  }
}
