import BuildAnalysis
@testable import BuildRunner
import TestSupport
import Testing

/// What a benchmark does with its builds, whatever makes them.
@Suite struct BenchmarkTests {
  @Test func `each build is told before and after, and the rounds are expected after the warm-ups`() async {
    let plan = Run.planned(rounds: 2)
    let session = await ScriptedSession(plan) { _ in .scripted() }
    let order = (0...2).flatMap { round in plan.order(inRound: round).map { "\($0.arm) \(round)" } }
    var expected = order.enumerated().flatMap { ["building \($1) [\($0 + 1)/9]", "built \($1) ok"] }
    expected.insert("expecting", at: 6)
    expected.append("finishing")
    #expect(session.words == expected)
    #expect(session.error == nil && session.log.finished == 1)
  }

  @Test func `builds begin when the one before has ended`() async {
    let session = await ScriptedSession(.planned(rounds: 2)) { .scripted(seconds: Double($0.position)) }
    #expect(session.run.samples.map(\.offsetSeconds) == [0, 1, 3, 6, 7, 9, 12, 13, 15])
    #expect(session.run.secondsSoFar == 18)
  }

  @Test func `the time that is left follows from what builds took`() async {
    // 5 s a round.
    let seconds = ["App": 2.0, "CartApp": 1, "Search": 2]
    let session = await ScriptedSession(.planned(rounds: 3)) { .scripted(seconds: seconds[$0.what.arm] ?? 0) }
    let remaining = session.events.compactMap { event -> Double?? in
      if case .building(_, _, _, _, let seconds) = event { .some(seconds) } else { nil }
    }
    #expect(remaining.prefix(3) == [nil, nil, nil])
    let expected = session.run.samples.dropFirst(3).map { 20 - $0.offsetSeconds }
    #expect(remaining.dropFirst(3).map { $0 } == expected)
    let whole = session.events.compactMap { if case .expecting(let seconds) = $0 { seconds } else { nil } }
    #expect(whole == [15])
  }

  @Test func `what belongs to a result follows it`() async {
    let session = await ScriptedSession(.planned(rounds: 1)) { build in
      var result = BuildResult.scripted()
      guard build.what.arm == "Search" else { return result }
      (result.build.trace, result.build.modules) = ("traces/Search-1.jsonl", [])
      result.notRecorded = build.isWarmup ? nil : "its trace is gone"
      result.resolved = build.isWarmup ? [ResolvedVersions(package: "Shop", text: "{}")] : []
      return result
    }
    let following = zip(session.words, session.words.dropFirst()).filter { $0.0.hasPrefix("built Search") }.map(\.1)
    #expect(following == ["resolved Shop", "not recorded: its trace is gone"])
    #expect(session.run.samples.filter { $0.trace != nil }.map(\.arm) == ["Search", "Search"])
  }

  @Test func `noise belongs to the build that was disturbed`() async {
    let session = await ScriptedSession(.planned(rounds: 2)) {
      .scripted(otherShare: $0.round == 1 && $0.position == 2 ? 0.4 : 0)
    }
    let disturbed = session.run.samples.filter { $0.noise?.otherShare == 0.4 }
    #expect(disturbed.map(\.round) == [1] && disturbed.map(\.position) == [2])
  }
}

/// What a failed build means for the others.
@Suite struct FailurePolicyTests {
  private static let failing: ScriptedBuilds.Script = { build in
    build.what.arm == "Search" ? .scriptedFailure(log: "logs/Search.log") : .scripted()
  }

  @Test func `an arm whose warm-up fails is not built again, the others are`() async {
    let session = await ScriptedSession(.planned(rounds: 2, warmups: 2), script: Self.failing)
    #expect(session.run.samples.filter { $0.arm == "Search" }.map(\.outcome) == [.failed])
    #expect(session.run.samples.first { $0.arm == "Search" }?.log == "logs/Search.log")
    #expect(session.run.samples.count { $0.arm == "App" && $0.outcome == .ok } == 4)
    let failed = session.words.firstIndex { $0 == "built Search 0 failed" }
    #expect(failed.map { session.words[$0 + 1] } == "skipping Search")
    #expect(session.words.dropLast().last?.hasSuffix("2 ok") == true && session.words.last == "finishing")
    #expect(session.log.finished == 1)
  }

  private static let scenarios: [Scenario] = [
    .clean, .firstNull, .null, .incremental(module: "Core", change: .body), .tests,
  ]

  /// A plan with several scenarios, of which tests only apply to the app and the cart.
  private static func planned(seed: UInt64) -> Run {
    var run = Run.testedExample(rounds: 0)
    (run.samples, run.plan.rounds, run.plan.scenarios, run.plan.seed) = ([], 2, scenarios, seed)
    return run
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `an arm whose clean build fails is not built for other scenarios, except its tests`(seed: UInt64) async throws {
    let failing: ScriptedBuilds.Script = { build in
      build.what == Case(arm: "CartApp", scenario: .clean) ? .scriptedFailure(log: "l") : .scripted()
    }
    let session = await ScriptedSession(Self.planned(seed: seed), script: failing)
    let cart = session.run.samples.filter { $0.arm == "CartApp" }
    #expect(cart.filter { $0.scenario != .tests }.map(\.scenario) == [.clean])
    #expect(cart.count { $0.scenario == .tests } == 3)
    #expect(session.words.contains("skipping CartApp, first-null, null, incremental:Core:body"))
    #expect(session.run.samples.count { $0.arm == "Search" } == 4 * 3)
    let findings = session.run.findings
    #expect(findings.ending.reason == .rounds && findings.ending.rounds == 2)
    let skipped = findings.cases.filter { $0.cleanFailure != nil }
    #expect(skipped.map(\.arm.name) == ["CartApp", "CartApp", "CartApp"] && skipped.allSatisfy { $0.summary == nil })

    // A further session tries all of them again, and measures them if they can be built now.
    let still = await ScriptedSession(session.run, script: failing)
    #expect(still.log.builds.map(\.what) == [Case(arm: "CartApp", scenario: .clean)])
    let mended = await ScriptedSession(session.run) { _ in .scripted() }
    #expect(mended.log.builds.count == 4 * 3 && mended.log.builds.allSatisfy { $0.what.arm == "CartApp" })
    #expect(mended.run.findings.cases.allSatisfy { $0.summary?.rounds == 2 && $0.cleanFailure == nil })
  }

  @Test func `a null build that fails loses no other scenario`() async {
    let session = await ScriptedSession(Self.planned(seed: 1)) { build in
      build.what == Case(arm: "CartApp", scenario: .null) ? .scriptedFailure(log: "l") : .scripted()
    }
    #expect(session.words.contains("skipping CartApp"))
    #expect(session.run.samples.count { $0.arm == "CartApp" } == 1 + 4 * 3)
  }

  @Test func `an arm that fails in a round is tried in the next`() async {
    let session = await ScriptedSession(.planned(rounds: 3)) { build in
      build.what.arm == "App" && build.round == 2 ? .scriptedFailure(log: "l") : .scripted()
    }
    #expect(session.run.samples.filter { $0.arm == "App" }.map(\.outcome) == [.ok, .ok, .failed, .ok])
    #expect(!session.words.contains("skipping App"))
  }

  @Test func `nothing is built after a failure where that is asked for`() async {
    let session = await ScriptedSession(.planned(rounds: 2), failurePolicy: .stop, script: Self.failing)
    #expect(session.words.suffix(3) == ["built Search 0 failed", "stopping", "finishing"])
    #expect(session.error == nil && session.log.finished == 1)
  }

  @Test func `a build that cannot be tried ends everything`() async {
    let session = await ScriptedSession(.planned(rounds: 2)) { build in
      if build.round == 1 { throw BenchmarkError.diskFull(path: "/cache") }
      return .scripted()
    }
    #expect(session.error as? BenchmarkError == .diskFull(path: "/cache"))
    #expect(session.run.samples.count == 3 && session.log.finished == 0)
  }
}

/// Which rounds are made again, and what ends a session before its last round.
@Suite struct RoundPolicyTests {
  @Test func `a disturbed round is announced and made again after all others`() async {
    let session = await ScriptedSession(.planned(rounds: 3, retries: 2)) {
      .scripted(otherShare: $0.round == 2 && $0.attempt == nil ? 0.4 : 0)
    }
    #expect(session.words.filter { $0.hasPrefix("repeating") } == ["repeating 2"])
    #expect(session.run.measuredPlaces.suffix(3).allSatisfy { $0.hasSuffix(" 2.2") })
    #expect(session.run.findings.quietness?.verdict == .quiet && session.run.findings.quietness?.replacedRounds == [2])
    #expect(session.words.contains { $0.hasSuffix("[1/?]") }, "nobody knows how many builds there will be")
  }

  @Test func `no more rounds are made again than are allowed`() async {
    let session = await ScriptedSession(.planned(rounds: 1, retries: 2)) { _ in .scripted(otherShare: 0.4) }
    #expect(session.run.samples.filter { !$0.warmup }.map(\.attempt) == [nil, nil, nil, 2, 2, 2, 3, 3, 3])
    #expect(session.words.count { $0 == "repeating 1" } == 2)
    #expect(
      session.run.findings.summaries.map(\.rounds) == [1, 1, 1] && session.run.findings.quietness?.verdict == .unusable)
  }

  @Test func `narrow intervals end the rounds`() async {
    let stopping = Run.Plan.Stopping(targetHalfWidth: 0.015)
    let steady = await ScriptedSession(.planned(rounds: 40, stopping: stopping)) {
      .scripted(seconds: 10 + 0.001 * Double($0.round))
    }
    #expect(steady.run.findings.ending.reason == .narrow && steady.run.findings.ending.rounds == 8)
    let unsteady = await ScriptedSession(.planned(rounds: 12, stopping: stopping)) {
      .scripted(seconds: Double(1 + ($0.round * 7 + $0.position * 3) % 5))
    }
    #expect(unsteady.run.findings.ending.reason == .rounds && unsteady.run.findings.ending.rounds == 12)
  }

  @Test func `no round is begun that would not end within the budget`() async {
    // A round takes 30 s, as the warm-ups do.
    let stopping = Run.Plan.Stopping(budgetSeconds: 100)
    let session = await ScriptedSession(.planned(rounds: 40, stopping: stopping)) { build in
      .scripted(seconds: 10 + Double(build.round % 2) * (build.position == 1 ? 1 : -0.5))
    }
    #expect(session.run.findings.ending.reason == .budget && session.run.findings.ending.rounds == 2)
    #expect(session.run.secondsSoFar <= 100)
    let left = session.events.compactMap { if case .building(_, _, _, _, let seconds?) = $0 { seconds } else { nil } }
    #expect(!left.isEmpty && left.allSatisfy { $0 <= 70 })
  }

  @Test func `the first round is made whatever the budget`() async {
    let stopping = Run.Plan.Stopping(budgetSeconds: 1)
    let session = await ScriptedSession(.planned(rounds: 40, stopping: stopping)) { _ in .scripted(seconds: 10) }
    #expect(session.run.findings.ending.rounds == 1)
  }
}

/// A session that goes on where another was ended.
@Suite struct ResumptionTests {
  /// A plan with a round that is disturbed at first, and an arm that fails once.
  private let plan = Run.planned(rounds: 3, retries: 1)
  private let script: ScriptedBuilds.Script = { build in
    if build.what.arm == "App", build.round == 3 { return .scriptedFailure(log: "l") }
    return .scripted(seconds: 2, otherShare: build.round == 2 && build.attempt == nil ? 0.4 : 0)
  }

  @Test(arguments: 1..<15) func `wherever it was ended, no measured build is made twice or left out`(cut: Int) async {
    let whole = await ScriptedSession(plan, script: script)
    let builds = 3 * (1 + 3 + 1)
    #expect(whole.run.samples.count == builds)
    let begun = await ScriptedSession(plan, endingAfter: cut, script: script)
    #expect(begun.error is ScriptedSession.Interrupted && begun.run.samples.count == cut && begun.log.finished == 0)
    let resumed = await ScriptedSession(begun.run, script: script)
    #expect(resumed.run.measuredPlaces == whole.run.measuredPlaces)
    let own = resumed.run.samples.dropFirst(cut)
    #expect(own.allSatisfy { $0.session == 2 } && begun.run.samples.allSatisfy { $0.session == nil })
    #expect(own.prefix { $0.warmup }.count == 3, "each session warms up what it builds")
    // Time goes on where the last session ended; what lies between is nobody's.
    #expect(own.first?.offsetSeconds == begun.run.secondsSoFar)
    #expect(resumed.run.findings.quietness?.replacedRounds == [2])
  }

  @Test func `a run that has all its builds makes no other`() async {
    let whole = await ScriptedSession(plan, script: script)
    let again = await ScriptedSession(whole.run, script: script)
    #expect(again.words == ["finishing"] && again.log.finished == 1)
  }

  @Test func `a third session counts as such`() async {
    let first = await ScriptedSession(plan, endingAfter: 4, script: script)
    let second = await ScriptedSession(first.run, endingAfter: 5, script: script)
    let third = await ScriptedSession(second.run, script: script)
    #expect(third.run.samples.last?.session == 3)
    #expect(third.run.samples.map(\.offsetSeconds) == third.run.samples.map(\.offsetSeconds).sorted())
  }
}
