import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis

/// What a gate decides of a session, and of the one that confirms it.
@Suite struct GateDecisionTests {
  private static let settings = GateSettings(times: [.init(scenario: "clean", share: 0.03, seconds: 0.5)])

  private static func comparison(app: Double = 1, cart: Double = 1, rounds: Int = 10) throws -> RunComparison {
    let base = Run.example(rounds: rounds)
    return try #require(
      RunComparison(Run.comparing(base, base.slowed("App", by: app).slowed("CartApp", by: cart)).findings))
  }

  @Test func `a slowdown beyond the limit is red, and names what is to be confirmed`() throws {
    let red = GateDecision(on: try Self.comparison(app: 1.1), Self.settings)
    #expect(red.outcome == .failed && red.unconfirmed == [Case(arm: "App", scenario: .clean)])
    #expect(GateDecision(on: try Self.comparison(), Self.settings).outcome == .passed)
    #expect(GateDecision(on: try Self.comparison(app: 0.8), Self.settings).outcome == .passed)
    #expect(GateDecision(on: try Self.comparison(app: 1.5, rounds: 1), Self.settings).outcome == .unresolved)
  }

  @Test func `a head that does not build is red, whatever is limited`() throws {
    let base = Run.example(rounds: 10)
    let comparison = try #require(RunComparison(Run.comparing(base, Run.example(rounds: 10, failing: true)).findings))
    let decision = GateDecision(on: comparison, Self.settings)
    #expect(decision.outcome == .failed && decision.times.filter(\.isBroken).map(\.arm) == ["Search"])
    #expect(decision.unconfirmed.isEmpty && !decision.isAcceptable)
    let counted = GateDecision(on: comparison, GateSettings(counts: [.init(.height, growth: 0)]))
    #expect(counted.outcome == .failed && counted.brokenCases.map(\.arm) == ["Search"])
  }

  @Test func `a head that is not built for null, since its clean build failed, is red there as well`() throws {
    var base = Run.example(changing: "Core", .body, rebuilt: [("Core", 1)])
    base.plan.scenarios = [.clean, .null]
    base.samples.removeAll { ![.clean, .null].contains($0.scenario) }
    var head = base
    head.samples.removeAll { $0.arm == "Search" && ($0.scenario == .null || !$0.warmup) }
    for index in head.samples.indices where head.samples[index].arm == "Search" {
      head.samples[index].outcome = .failed
    }
    let comparison = try #require(RunComparison(Run.comparing(base, head).findings))
    let null = GateDecision(on: comparison, GateSettings(times: [.init(arm: "Search", scenario: "null", share: 0.05)]))
    #expect(null.outcome == .failed && null.times.map(\.isBroken) == [true])
    let failures = comparison.cases.filter { !$0.failures.head.isEmpty }
    #expect(failures.map(\.case) == [Case(arm: "Search", scenario: .clean), Case(arm: "Search", scenario: .null)])
  }

  @Test func `where no other session is made, a slowdown is not red yet`() throws {
    let red = GateDecision(on: try Self.comparison(app: 1.1), Self.settings)
    #expect(red.awaitingConfirmation().outcome == .unresolved)
    let confirmed = red.confirmed(by: try Self.comparison(app: 1.1))
    #expect(confirmed.awaitingConfirmation().outcome == .failed)
    #expect(red.accepting(for: "wanted").outcome == .passed)
  }

  @Test func `a slowdown far beyond the limit is red without a second session, where none is made`() throws {
    let red = GateDecision(on: try Self.comparison(app: 1.5), Self.settings)
    #expect(red.isObvious && red.awaitingConfirmation().outcome == .failed)
    #expect(red.unconfirmed == [Case(arm: "App", scenario: .clean)], "it is confirmed where there is time")
    #expect(!GateDecision(on: try Self.comparison(app: 1.1), Self.settings).isObvious)
    #expect(!GateDecision(on: try Self.comparison(app: 1.5, rounds: 1), Self.settings).isObvious)
  }

  @Test func `where wall and CPU time are both red, the one that is obvious says so, but never against a green one`() {
    let limit = GateSettings.TimeLimit(scenario: "clean", share: 0.1)
    func verdict(wall: Double, cpu: Double) -> Gate.Verdict? {
      let figures = [(TimeMeasure.wall, wall), (TimeMeasure.cpu, cpu)].map { measure, ratio in
        (measure, GateEvidence.Figure(strata: [Array(repeating: log(ratio), count: 8)], base: 100))
      }
      return Gate(checks: 1).verdict(on: GateEvidence(figures: Dictionary(uniqueKeysWithValues: figures)), limit)
    }
    #expect(verdict(wall: 2, cpu: 2)?.measure == .wall)
    let both = verdict(wall: 1.25, cpu: 1.6)
    #expect(both?.measure == .cpu && both?.isObvious == true)
    let green = verdict(wall: 1, cpu: 1.6)
    #expect(green?.measure == .wall && green?.outcome == .passed)
  }

  @Test func `a time budget contains the session that confirms a slowdown, unless it is obvious`() throws {
    func findings(app: Double, budget: Double) -> RunFindings {
      let base = Run.example(rounds: 1)
      var run = Run.comparing(base, base.slowed("App", by: app))
      (run.plan.gate, run.plan.rounds) = (Self.settings, 32)
      run.plan.stopping = .init(targetHalfWidth: nil, budgetSeconds: budget)
      return run.findings
    }
    // A round takes about 85 s, and one of the slowest head 120 s.
    #expect(findings(app: 1, budget: 250).ending.reason == .early, "goes on")
    #expect(findings(app: 1.2, budget: 250).ending.reason == .budget)
    #expect(findings(app: 1.2, budget: 2000).ending.reason == .early)
    #expect(findings(app: 3, budget: 250).ending.reason == .early)
    #expect(!findings(app: 3, budget: 250).run.hasTimeToConfirm(2))
    #expect(findings(app: 3, budget: 2000).run.hasTimeToConfirm(2))
    for (app, isKnown) in [(1.2, true), (1, false)] {
      let found = findings(app: app, budget: 250)
      let decision = GateDecision(on: try #require(RunComparison(found)), Self.settings)
      let needed = found.budgetNeeded(by: decision)
      #expect(isKnown ? needed.map { $0 > 250 && $0 < 3600 } == true : needed == nil, "\(needed ?? 0)")
    }
  }

  @Test func `what is accepted may be exceeded by the limit, as a share of the time that was accepted`() throws {
    func outcome(slowedBy ratio: Double, accepted slowdown: Double) throws -> Gate.Verdict.Outcome {
      let entry = AcceptedRegressions.Entry(arm: "App", scenario: .clean, slowdown: slowdown, reason: "wanted")
      return GateDecision(on: try Self.comparison(app: ratio), Self.settings).accepting(.init([entry])).outcome
    }
    #expect(try outcome(slowedBy: 2.05, accepted: 1) == .passed)
    #expect(try outcome(slowedBy: 2.07, accepted: 1) == .failed)
    #expect(try outcome(slowedBy: 1.6, accepted: 1) == .passed)
    #expect(try outcome(slowedBy: 1.1, accepted: 0.08) == .passed)
    #expect(try outcome(slowedBy: 1.1, accepted: 0.06) == .failed)
  }

  @Test func `only what another session shows, too, stays red`() throws {
    let red = GateDecision(on: try Self.comparison(app: 1.1), Self.settings)
    #expect(red.confirmed(by: try Self.comparison(app: 1.1)).outcome == .failed)
    let contradicted = red.confirmed(by: try Self.comparison())
    #expect(contradicted.outcome == .unresolved)
    #expect(contradicted.times.compactMap(\.confirmation?.doubt) == [.contradicted])
    #expect(red.confirmed(by: try Self.comparison(app: 1.1, rounds: 2)).outcome == .failed, "it adds to the first")
    // What the second session finds elsewhere was not asked.
    #expect(red.confirmed(by: try Self.comparison(cart: 1.5)).outcome == .unresolved)
    #expect(red.confirmed(by: try Self.comparison(app: 1.1)).unconfirmed.isEmpty)
  }

  @Test func `an improvement passes, and needs no second session`() throws {
    let faster = GateDecision(on: try Self.comparison(app: 0.8), Self.settings)
    #expect(faster.outcome == .passed && faster.unsettled.isEmpty)
    let both = GateDecision(on: try Self.comparison(app: 1.1, cart: 0.8), Self.settings)
    #expect(both.unsettled.map(\.arm) == ["App"])
  }

  @Test func `what both states build from the same is not built, and passes`() throws {
    var run = Run.comparing(Run.example(rounds: 1), Run.example(rounds: 1))
    (run.arms, run.samples) = ([], [])
    run.unchanged = [.init(arm: "App", comments: false)]
    let decision = GateDecision(on: try #require(RunComparison(run.findings)), Self.settings)
    #expect(decision.outcome == .passed && decision.times.isEmpty)
  }

  @Test func `CPU time has limits of its own, and another session confirms what was red in it alone`() throws {
    func comparison(by ratio: Double) throws -> RunComparison {
      let base = Run.example(rounds: 10)
      var head = base.slowed("App", by: ratio)
      for index in head.samples.indices { head.samples[index].seconds = base.samples[index].seconds }
      return try #require(RunComparison(Run.comparing(base, head).findings))
    }
    let settings = GateSettings(times: [
      .init(scenario: "clean", measure: .wall, share: 0.03), .init(scenario: "clean", measure: .cpu, share: 0.03),
    ])
    let red = GateDecision(on: try comparison(by: 1.06), settings)
    #expect(red.outcome == .failed && red.unconfirmed == [Case(arm: "App", scenario: .clean)])
    #expect(red.times.filter { $0.outcome == .failed }.map(\.limit.measure) == [.cpu])
    let confirmed = red.confirmed(by: try comparison(by: 1.06))
    #expect(confirmed.outcome == .failed && confirmed.times.filter { $0.confirmation != nil }.count == 1)
    #expect(red.confirmed(by: try comparison(by: 1)).outcome == .unresolved)
    let accepted = confirmed.acceptances(for: "wanted")
    #expect(accepted.map(\.measure) == [.cpu])
    #expect(confirmed.accepting(AcceptedRegressions(accepted)).outcome == .passed)
    let ofWallTime = AcceptedRegressions([.init(arm: "App", scenario: .clean, slowdown: 0.06, reason: "wanted")])
    #expect(confirmed.accepting(ofWallTime).outcome == .failed)
    #expect(GateDecision(on: try comparison(by: 0.9), settings).outcome == .passed)
    let run = Run.comparing(Run.example(rounds: 1), Run.example(rounds: 1))
    #expect(settings.comparisons(in: run) == 6)
  }

  @Test func `limits may be those of one arm, or of a kind of scenario`() throws {
    let settings = GateSettings(times: [
      .init(arm: "App", scenario: "clean", share: 0.2), .init(scenario: "clean", share: 0.01),
      .init(scenario: "incremental", share: 0.5),
    ])
    #expect(settings.limits(of: "App", in: .clean).map(\.share) == [0.2])
    #expect(settings.limits(of: "Cart", in: .clean).map(\.share) == [0.01])
    #expect(settings.limits(of: "App", in: .incremental(module: "Core", change: .body)).map(\.share) == [0.5])
    #expect(settings.limits(of: "App", in: .null).isEmpty)
    let decision = GateDecision(on: try Self.comparison(app: 1.1, cart: 1.1), settings)
    #expect(decision.unconfirmed.map(\.arm) == ["CartApp"])
  }

  @Test func `what is counted turns red by one module, and needs no second session`() throws {
    let base = Run.example(rounds: 1)
    let new = Module(id: ModuleID(package: "Shop", name: "New"), kind: .regular, sources: 1, lines: 10)
    let head = base.with([new], [Dependency(from: ModuleID(package: "Shop", name: "Core"), to: new.id)])
    let comparison = try #require(RunComparison(Run.comparing(base, head).findings))
    func outcome(_ limits: GateSettings.CountLimit...) -> Gate.Verdict.Outcome {
      GateDecision(on: comparison, GateSettings(counts: limits)).outcome
    }
    #expect(outcome(.init(.height, growth: 0)) == .failed && outcome(.init(.height, growth: 1)) == .passed)
    #expect(outcome(.init(.lines, growth: 9)) == .failed && outcome(.init(.lines, growth: 10)) == .passed)
    #expect(outcome(.init(.rebuiltModules, growth: 0)) == .unresolved, "nothing was changed in this run")
  }

  @Test func `a plan tells how many comparisons are decided at once`() throws {
    let base = Run.example(rounds: 1)
    var run = Run.comparing(base, base)
    run.plan.scenarios = [.clean, .null]
    #expect(Self.settings.comparisons(in: run) == 3)
    #expect(GateSettings(times: [.init(arm: "App", scenario: "null", share: 1)]).comparisons(in: run) == 1)
    #expect(Self.settings.unchecked(in: run) == [])
    let misspelt = GateSettings(times: [
      .init(arm: "Apo", scenario: "clean", share: 1), .init(scenario: "nul", share: 1),
      .init(scenario: "null", share: 1),
    ])
    #expect(misspelt.unchecked(in: run) == ["clean of Apo", "nul of all arms"])
  }

  @Test func `a limit of an arm that only the base has is unchecked, and one that only the head has is checked`() {
    let base = Run.example(rounds: 1)
    var run = Run.comparing(base, base)
    run.arms.removeAll { ["App@head", "Search@base"].contains($0.name) }
    let settings = GateSettings(times: [
      .init(arm: "App", scenario: "clean", measure: .wall, share: 1),
      .init(arm: "App", scenario: "clean", measure: .cpu, share: 1),
      .init(arm: "Search", scenario: "clean", share: 1),
    ])
    #expect(settings.unchecked(in: run) == ["clean of App"])
    #expect(settings.comparisons(in: run) == 1)
  }
}

extension GateDecision {
  /// The cases whose slowdown another session must confirm.
  fileprivate var unconfirmed: [Case] {
    times.filter(\.isUnconfirmed).map { Case(arm: $0.arm, scenario: $0.scenario) }
  }
}
