import BuildAnalysis
import BuildRunner
import TestSupport
import Testing

/// What a benchmark does with builds that take turns, whatever makes them.
@Suite struct TurnPolicyTests {
  @Test func `the arms of a round are built at once, and warm-ups one after the other`() async {
    let session = await ScriptedSession(.planned(rounds: 2, turns: .on)) { .scripted(seconds: Double($0.position)) }
    #expect(session.error == nil && session.log.together.count == 2)
    #expect(session.words.filter { $0.hasPrefix("building") }.count == 5)
    #expect(session.words.contains("in turns") && session.words.contains { $0.hasSuffix(" 1 [4/9]") })
    #expect(session.words.contains { $0.hasSuffix(" 2 [7/9]") })
    let measured = session.run.samples.filter { !$0.warmup }
    #expect(measured.allSatisfy { $0.turns == .signals && $0.elapsedSeconds == 6 })
    #expect(measured.map(\.offsetSeconds) == [6, 6, 6, 12, 12, 12] && session.run.secondsSoFar == 18)
    #expect(session.run.samples.filter(\.warmup).allSatisfy { $0.turns == nil })
  }

  @Test func `turns are given by what the builds took before`() async throws {
    let seconds = ["App": 20.0, "CartApp": 10, "Search": 2]
    let session = await ScriptedSession(.planned(rounds: 1, turns: .on)) {
      .scripted(seconds: seconds[$0.what.arm] ?? 0)
    }
    let group = try #require(session.log.together.first)
    #expect(group.lasting == group.builds.map { seconds[$0.what.arm] })
    // What is left is known, since all of them take 32 s.
    let whole = session.events.compactMap { if case .expecting(let seconds) = $0 { seconds } else { nil } }
    #expect(whole == [32])
  }

  @Test func `an arm that fails is a sample, and the others go on`() async {
    let session = await ScriptedSession(.planned(rounds: 3, turns: .on)) { build in
      build.what.arm == "App" && build.round == 2 ? .scriptedFailure(log: "l") : .scripted()
    }
    #expect(session.run.samples.filter { $0.arm == "App" }.map(\.outcome) == [.ok, .ok, .failed, .ok])
    #expect(session.run.samples.count { $0.outcome == .ok } == 11)
  }

  @Test func `an arm whose warm-up failed is not among those that take turns`() async {
    let session = await ScriptedSession(.planned(rounds: 2, turns: .on)) { build in
      build.what.arm == "Search" ? .scriptedFailure(log: "l") : .scripted()
    }
    #expect(session.log.together.map(\.builds.count) == [2, 2])
    #expect(session.words.contains("skipping Search"))
  }

  @Test func `two arms less than two have nobody to take turns with`() async {
    let session = await ScriptedSession(.planned(rounds: 2, turns: .on)) { build in
      build.what.arm == "App" ? .scripted() : .scriptedFailure(log: "l")
    }
    #expect(session.log.together.isEmpty && session.words.contains("alone"))
    #expect(session.run.samples.count { $0.arm == "App" && !$0.warmup && $0.turns == nil } == 2)
  }

  @Test func `a failure ends the benchmark after the builds that were made with it`() async {
    let session = await ScriptedSession(.planned(rounds: 2, turns: .on), failurePolicy: .stop) { build in
      build.round == 1 && build.position == 1 ? .scriptedFailure(log: "l") : .scripted()
    }
    #expect(session.words.suffix(2) == ["stopping", "finishing"] && session.run.samples.count == 6)
  }

  @Test func `where it is left open, the warm-ups decide`() async {
    for (share, isInTurns) in [(0.0, false), (0.3, true)] {
      let session = await ScriptedSession(.planned(rounds: 2, turns: .auto)) {
        .scripted(otherShare: $0.isWarmup ? share : 0.3 - share)
      }
      #expect(session.log.together.isEmpty != isInTurns)
      #expect(session.run.samples.allSatisfy { $0.warmup || ($0.turns != nil) == isInTurns })
    }
  }

  @Test func `what would not be true is refused after the warm-ups`() async {
    let session = await ScriptedSession(.planned(rounds: 2, turns: .on)) { _ in
      var result = BuildResult.scripted()
      result.peakBytes = 6 << 30
      return result
    }
    let expected = BenchmarkError.noTurns(.memory(neededBytes: 18 << 30, availableBytes: 16 << 30))
    let refusal = session.error as? BenchmarkError
    #expect(refusal == expected)
    #expect(session.run.samples.allSatisfy { $0.warmup })
    #expect(
      "\(expected)"
        == "Builds cannot take turns: all builds at once need about 18432 MiB of memory, and 16384 MiB are available. "
        + "Build without --in-turns.")
  }

  @Test func `a disturbed round is made again in turns`() async {
    let session = await ScriptedSession(.planned(rounds: 2, retries: 1, turns: .on)) {
      .scripted(otherShare: $0.round == 2 && $0.attempt == nil ? 0.4 : 0)
    }
    #expect(session.log.together.map { $0.builds.compactMap(\.attempt) } == [[], [], [2, 2, 2]])
  }

  @Test(arguments: 1..<9) func `wherever it was ended, what was begun in turns goes on so`(cut: Int) async {
    let plan = Run.planned(rounds: 3, turns: .auto)
    // Only the first session's warm-ups are disturbed.
    let whole = await ScriptedSession(plan) { .scripted(seconds: 2, otherShare: $0.isWarmup ? 0.4 : 0) }
    let begun = await ScriptedSession(plan, endingAfter: cut) {
      .scripted(seconds: 2, otherShare: $0.isWarmup ? 0.4 : 0)
    }
    let resumed = await ScriptedSession(begun.run) { _ in .scripted(seconds: 2) }
    #expect(resumed.run.measuredPlaces == whole.run.measuredPlaces)
    // A single build that a round lacks has nobody to take turns with.
    let rounds = resumed.run.samples.filter { !$0.warmup && $0.round > (cut - 3 + 2) / 3 }
    #expect(rounds.allSatisfy { $0.turns == .signals })
  }
}
