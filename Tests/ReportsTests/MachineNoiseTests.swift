import BuildAnalysis
import Documents
import Reports
import TestSupport
import Testing

struct MachineNoiseTests {
  /// A run in which others took a share of the processors, by round; the first build of these rounds is hit.
  private func run(rounds: Int, others: [Int: BuildNoise] = [:]) -> Run {
    var run = Run.example(rounds: rounds)
    for (index, sample) in run.samples.enumerated() {
      let quiet = BuildNoise(otherShare: 0.012, stolenShare: 0, memoryPressure: 0)
      run.samples[index].noise = sample.position == 1 ? others[sample.round] ?? quiet : quiet
    }
    return run
  }

  private func printed(_ run: Run) -> String { (try? RunReport(run.findings).printed(as: nil, .plain)) ?? "" }

  /// What is said about the session: first if it was not quiet, else at the end.
  private func head(_ run: Run) -> String {
    printed(run).split(separator: "\n").first { $0.contains("session") }.map(String.init) ?? ""
  }

  @Test func theHeadOfAReportSaysHowQuietTheMachineWas() {
    #expect(
      head(run(rounds: 6)) == "Quiet session: other work took up to 1.2 % of the processor time during a build.")
    let one = run(rounds: 6, others: [4: BuildNoise(otherShare: 0.3, stolenShare: 0)])
    #expect(
      head(one)
        == "**Noisy session**: other programs disturbed round 4 of 6; other work took up to 30.0 % of the processor time "
        + "during a build. The intervals account for that, and are ±4.1 % or narrower. Close other programs, build in "
        + "turns (`--in-turns on`), or let `--retry-noisy` repeat such rounds.")
    let stolen = BuildNoise(otherShare: 0, stolenShare: 0.2)
    #expect(
      head(run(rounds: 6, others: [1: stolen, 2: stolen, 5: stolen]))
        == "**Noisy session**: other machines on the same host disturbed rounds 1, 2 and 5 of 6; other work took up to "
        + "20.0 % of the processor time during a build. The intervals account for that, and are ±4.1 % or narrower. "
        + "Measure on a dedicated machine, build in turns (`--in-turns on`), or let `--retry-noisy` repeat such rounds."
    )
    #expect(
      head(run(rounds: 5, others: [1: stolen, 2: stolen, 5: stolen])).contains(
        "The effect is unknown, since fewer than 6 rounds give no interval: do not trust these figures. "))
    var scattered = run(rounds: 6, others: [1: stolen, 2: stolen, 5: stolen])
    for index in scattered.samples.indices where scattered.samples[index].arm == "Search" {
      let factor = scattered.samples[index].round.isMultiple(of: 2) ? 2.0 : 1
      scattered.samples[index].seconds? *= factor
    }
    // CPU times are still judged, as in a comparison and its gate.
    #expect(head(scattered).contains(" It left intervals of up to ±"))
    #expect(head(scattered).contains(": do not trust wall times; the intervals of CPU times account for it. "))
    #expect(
      head(scattered).hasPrefix("**Unusable session**: other machines on the same host disturbed rounds 1, 2 and 5"))
    for index in scattered.samples.indices { scattered.samples[index].turns = .signals }
    #expect(!head(scattered).contains("--in-turns"))
    #expect(head(run(rounds: 30, others: [7: BuildNoise(memoryPressure: 0.5)])).hasPrefix("Mostly quiet session: "))
    let asleep = BuildNoise(sleptSeconds: 600)
    #expect(
      head(run(rounds: 2, others: [1: asleep, 2: asleep])).hasPrefix(
        "**Unusable session**: the machine's sleep disturbed each of 2 rounds; other work took up to 1.2 % of the processor "
          + "time during a build. The effect on the figures is unknown: do not trust them. "))
  }

  @Test func aReportSaysByHowMuchNoiseShiftsRatios() async throws {
    let busy = BuildNoise(otherShare: 0.25, stolenShare: 0)
    var run = run(rounds: 6)
    for index in run.samples.indices {
      run.samples[index].noise = busy
      run.samples[index].cpuSeconds = run.samples[index].seconds.map { run.samples[index].arm == "App" ? 1.8 * $0 : $0 }
    }
    #expect(
      head(run).contains(
        " narrower. Such noise slows builds more that keep more processors busy (1.80 for App, 1.00 for CartApp), "
          + "which intervals do not contain: in measurements on two cores with as much noise, it shifted ratios of wall "
          + "time by 7.0 %, and those of CPU time by at most 1.0 %. Compare CPU times. Close other programs"),
      "\(head(run))")
    #expect(try await JSONSchema.run.complaints(about: run.json()) == "")
    for index in run.samples.indices { run.samples[index].turns = .cgroup }
    #expect(
      Markdown.builds(run.findings).contains(
        " processors busy (here 1.80 for App, 1.00 for CartApp) by up to 5.0 %, which the intervals do not contain."))
    for index in run.samples.indices { run.samples[index].cpuSeconds = run.samples[index].seconds }
    #expect(!printed(run).contains("processors busy") && !Markdown.builds(run.findings).contains("turns shifted"))
  }

  @Test func aPictureSaysThatItsFiguresAreNotToBeTrusted() {
    #expect(GraphPicture(run(rounds: 6).findings).notes.count == 1)
    let busy = BuildNoise(otherShare: 0.5, stolenShare: 0)
    #expect(
      GraphPicture(run(rounds: 6, others: [1: busy, 2: busy]).findings).notes.contains(
        "Noisy session: other programs disturbed rounds 1 and 2 of 6; the intervals account for that, and are ±4.1 % or "
          + "narrower"))
    #expect(
      GraphPicture(run(rounds: 2, others: [1: busy, 2: busy]).findings).notes.contains(
        "Unusable session: other programs disturbed each of 2 rounds; the effect is unknown, since fewer than 6 rounds give no "
          + "interval: do not trust these figures"))
    #expect(
      GraphPicture(run(rounds: 6, others: [1: busy]).findings).notes.contains(
        "Noisy session: other programs disturbed round 1 of 6; the intervals account for that, and are ±4.1 % or "
          + "narrower")
    )
  }

  @Test func aChartSaysThatItsFiguresAreNotToBeTrusted() throws {
    func chart(of run: Run) throws -> String {
      let rendering = try #require(RunReport.renderings.first { $0.file == "chart.svg" })
      guard case .chart(_, let drawing) = rendering.content else { return "" }
      return drawing(RunReport(run.findings))
    }
    #expect(try !chart(of: run(rounds: 6)).contains("session"))
    let busy = BuildNoise(otherShare: 0.5, stolenShare: 0)
    let words = try chart(of: run(rounds: 2, others: [1: busy, 2: busy]))
    #expect(words.contains("Unusable session: other programs disturbed each of 2 rounds; the effect is unknown"))
    #expect(words.contains(" these figures\\l"), "the text is not cut")
  }

  @Test func aPicturesCaptionCountsTheRoundsThatWereMade() {
    var stopped = Run.example(rounds: 12)
    (stopped.plan.rounds, stopped.plan.stopping) = (100, .init(targetHalfWidth: 0.5))
    #expect(GraphPicture(stopped.findings).notes == ["clean debug builds, median of 12 rounds; dashed: not in App"])
    stopped.plan.stopping = nil
    #expect(
      GraphPicture(stopped.findings).notes == ["clean debug builds, median of 12 of 100 rounds; dashed: not in App"])
    #expect(Markdown.builds(stopped.findings).contains("with `swift build`, 12 of 100 rounds after 1 warm-up"))
    stopped.samples = []
    #expect(GraphPicture(stopped.findings).notes == ["clean debug builds: none was measured; dashed: not in App"])
  }

  @Test func `a report begins with what was found, unless its session was not quiet`() {
    let found = "- Work on Cart in **CartApp**: 1.92 times faster clean"
    #expect(printed(run(rounds: 6)).hasPrefix(found))
    #expect(printed(Run.example(rounds: 6)).hasPrefix(found) && head(Run.example(rounds: 6)) == "")
    let noisy = run(rounds: 6, others: [4: BuildNoise(otherShare: 0.3, stolenShare: 0)])
    #expect(printed(noisy).hasPrefix("**Noisy session**: "))
  }

  @Test func disturbedRoundsAreMarkedInEveryFormat() async throws {
    var run = run(rounds: 6, others: [4: BuildNoise(otherShare: 0.3, stolenShare: 0)])
    #expect(Markdown.builds(run.findings).contains(" 20.9 s (1 of 6 disturbed) |"))
    let column = { (run: Run) in
      CSV.builds(run.findings).split(separator: "\r\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst(21).first
      }
    }
    #expect(column(run) == ["disturbed_rounds", "1", "0", "0"])
    run.samples += run.samples.filter { $0.round == 4 }.map { sample in
      var again = sample
      (again.attempt, again.noise) = (2, BuildNoise(otherShare: 0, stolenShare: 0))
      return again
    }
    #expect(head(run).hasSuffix(" Round 4 was repeated."))
    var still = run
    for index in still.samples.indices where still.samples[index].round == 2 {
      still.samples[index].noise = BuildNoise(otherShare: 0.3, stolenShare: 0)
    }
    #expect(
      head(still).hasSuffix(" or let `--retry-noisy` repeat more such rounds. Round 4 was repeated."),
      "\(head(still))")
    #expect(column(run).dropFirst().first == "0")
    let json = try run.json()
    #expect(json.count(of: #""replaced" : true"#) == 3 && json.count(of: #""disturbances" : ["#) == 1)
    #expect(try Run(json: Array(json.utf8)) == run)
    #expect(try await JSONSchema.run.complaints(about: json) == "")
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
