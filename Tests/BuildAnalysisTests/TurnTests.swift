import TestSupport
import Testing

@testable import BuildAnalysis

/// Whose turn is next.
@Suite struct TurnOrderTests {
  /// Who has each of the turns until all have had as many as they need.
  private func turns(_ needs: [Int], lengths: [Double?], seed: UInt64 = 1) -> [Int] {
    var order = TurnOrder(lengths: lengths, seed: seed)
    var left = needs
    var turns: [Int] = []
    while let next = order.next(of: left.indices.filter { left[$0] > 0 }) {
      turns.append(next)
      left[next] -= 1
    }
    return turns
  }

  @Test(arguments: [[3, 3], [3, 3.01], [nil, nil]])
  func `builds of about one length alternate, and chance decides who begins`(_ lengths: [Double?]) throws {
    let turns = turns([20, 20], lengths: lengths)
    try #require(!turns.isEmpty)
    #expect((0..<19).allSatisfy { turns[2 * $0] == turns[0] && turns[2 * $0 + 1] != turns[0] })
    let first = (1...40).map { self.turns([1, 1], lengths: lengths, seed: $0)[0] }
    #expect((8...32).contains(first.count { $0 == 0 }))
  }

  @Test func `four builds of one length have their turns in one order`() {
    let turns = turns([5, 5, 5, 5], lengths: [2, 2, 2, 2])
    #expect(Set(turns[0..<4]).count == 4 && turns == (0..<5).flatMap { _ in turns[0..<4] })
  }

  @Test func `builds of different length come to their ends together`() throws {
    let turns = turns([100, 10, 33], lengths: [10, 1, 3.3])
    for seat in 0..<3 {
      let last = try #require(turns.lastIndex(of: seat))
      #expect(last > 125, "\(seat) ended after \(last) of \(turns.count) turns")
    }
  }

  @Test func `all have as many turns where nobody knows how long one takes`() {
    #expect(turns([4, 4, 4], lengths: [10, nil, 1]).prefix(6).count { $0 == 0 } == 2)
    #expect(turns([2, 2], lengths: [0, 1]).count == 4 && turns([], lengths: []).isEmpty)
  }
}

/// Whether the rounds of a run take turns.
@Suite struct TurnDecisionTests {
  private func run(
    _ asked: TurnTaking?, outside: Double = 0, rounds: Int = 0, change: (inout Sample) -> Void = { _ in }
  ) -> Run {
    var run = Run.example(rounds: rounds)
    (run.plan.turns, run.plan.rounds) = (asked, 6)
    for index in run.samples.indices {
      run.samples[index].noise = BuildNoise(otherShare: outside, stolenShare: 0)
      change(&run.samples[index])
    }
    return run
  }

  @Test func `nobody takes turns unasked`() {
    #expect(run(nil, outside: 0.9).turnDecision == .alone(nil))
    #expect(run(.on).turnDecision == .turns(nil))
  }

  @Test func `where it is left open, builds take turns on a noisy machine alone`() {
    #expect(run(.auto).turnDecision == .alone(.quiet))
    #expect(run(.auto, outside: 0.3).turnDecision == .turns(.warmups(.processes, outsideShare: 0.3)))
    var calibrated = run(.auto)
    calibrated.calibration = .example()
    calibrated.calibration?.verdict = .noisy
    #expect(calibrated.turnDecision == .turns(.calibration))
  }

  @Test func `what was begun goes on as it was`() {
    #expect(run(.auto, outside: 0.3, rounds: 2).turnDecision == .alone(.quiet))
    let inTurns = run(.auto, rounds: 2) { $0.turns = $0.warmup ? nil : .signals }
    #expect(inTurns.turnDecision.takesTurns)
  }

  @Test(arguments: [TurnTaking.auto, .on]) func `one arm has nobody to take turns with`(asked: TurnTaking) {
    var run = run(asked, outside: 0.5)
    run.arms = [run.arms[0]]
    #expect(run.turnDecision == .alone(.nothingToCompare) && run.reasonKnownToBuildAlone == .nothingToCompare)
    // The same where the other's warm-up has failed.
    let failing = self.run(asked, outside: 0.5) { if $0.arm != "App" { $0.outcome = .failed } }
    #expect(failing.turnDecision == .alone(.nothingToCompare))
  }

  @Test func `all builds at once must fit into memory`() {
    // Three arms, of which each took 3 GB.
    func run(_ asked: TurnTaking, available: Double) -> Run {
      self.run(asked, outside: 0.3) {
        $0.noise?.availableBytes = .init(before: available, during: available - 3e9, after: available)
      }
    }
    #expect(run(.on, available: 11e9).turnDecision.takesTurns)
    let reason = TurnDecision.AloneReason.memory(neededBytes: 9_000_000_000, availableBytes: 9_500_000_000)
    #expect(run(.on, available: 9.5e9).turnDecision == .refused(reason))
    #expect(run(.auto, available: 9.5e9).turnDecision == .alone(reason))
    #expect("\(reason)" == "all builds at once need about 8583 MiB of memory, and 9059 MiB are available")
    // Where nobody knows what is available, the machine's own memory and the largest processes count.
    let unknown = self.run(.on) { $0.peakBytes = 5 << 30 }
    #expect(unknown.turnDecision == .refused(.memory(neededBytes: 15 << 30, availableBytes: 16 << 30)))
  }

  @Test func `a command may have a server`() {
    func run(_ asked: TurnTaking, cpuSeconds: Double) -> Run {
      var run = self.run(asked, outside: 0.3) { $0.cpuSeconds = cpuSeconds }
      for index in run.arms.indices { run.arms[index].builder = Arm.commandBuilder }
      return run
    }
    #expect(run(.auto, cpuSeconds: 20).turnDecision == .alone(.command))
    #expect(run(.on, cpuSeconds: 20).turnDecision == .turns(nil))
    let idle = TurnDecision.AloneReason.server(cpuSeconds: 0.5, seconds: 20)
    #expect(run(.on, cpuSeconds: 0.5).turnDecision == .refused(idle))
    #expect(run(.auto, cpuSeconds: 0.5).turnDecision == .alone(idle))
  }
}

/// What is built at once, and how long that takes.
@Suite struct TurnGroupTests {
  @Test func `all arms in one scenario take turns, and a scenario of one arm has none`() throws {
    var run = Run.example(changing: "Core", .body, rebuilt: nil)
    (run.samples, run.plan.turns) = ([], .on)
    var agenda = Agenda(run)
    let warmups = agenda.nextRound() ?? []
    #expect(agenda.groups(warmups).allSatisfy { $0.count == 1 })
    let round = agenda.nextRound() ?? []
    let groups = agenda.groups(round)
    #expect(groups.flatMap { $0 }.count == round.count)
    #expect(groups.allSatisfy { Set($0.map(\.what.scenario)).count == 1 })
    #expect(groups.first { $0[0].what.scenario == .clean }?.count == 3)
    #expect(groups.first { $0[0].what.scenario == .alone(module: "Core") }?.count == 1)
    let scenarios = groups.map { $0[0].what.scenario }
    let clean = try #require(scenarios.firstIndex(of: .clean))
    #expect(scenarios.firstIndex(of: .firstNull).map { $0 > clean } == true)
    run.plan.turns = nil
    #expect(Agenda(run).groups(round).allSatisfy { $0.count == 1 })
  }

  @Test func `builds in turns take the time of all of them`() {
    var run = Run.example(rounds: 1)
    for index in run.samples.indices where !run.samples[index].warmup {
      (run.samples[index].turns, run.samples[index].elapsedSeconds) = (.cgroup, 39)
      run.samples[index].offsetSeconds = 100
    }
    #expect(run.secondsSoFar == 139)
    let pace = Pace(run)
    #expect(pace.seconds(for: run.cases) == 39)
  }
}
