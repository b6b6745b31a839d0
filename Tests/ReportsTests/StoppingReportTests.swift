import BuildAnalysis
import ModuleGraph
import Reports
import TestSupport
import Testing

struct StoppingReportTests {
  private func run(rounds: Int, of most: Int, _ stopping: Run.Plan.Stopping?) -> Run {
    var run = Run.example(rounds: rounds)
    (run.plan.rounds, run.plan.stopping) = (most, stopping)
    return run
  }

  @Test func theReasonToStopIsSaid() {
    #expect(run(rounds: 6, of: 6, nil).findings.endingWords == nil)
    #expect(
      run(rounds: 10, of: 100, .init(targetHalfWidth: 0.2)).findings.endingWords
        == "Stopped after 10 rounds: every interval is ±3.9 % or narrower (±20.0 % was requested).")
    #expect(
      run(rounds: 10, of: 10, .init(targetHalfWidth: 0.001)).findings.endingWords
        == "Stopped after 10 rounds, the maximum; the widest interval is ±3.9 %, not ±0.1 %.")
    #expect(
      run(rounds: 8, of: 100, .init(budgetSeconds: 360)).findings.endingWords
        == "Stopped after 8 rounds: the next would have exceeded 6 min; the widest interval is ±4.0 %, not ±1.5 %."
    )
    #expect(
      run(rounds: 3, of: 6, nil).findings.endingWords == "The run was interrupted with 3 of 6 rounds complete.")
  }

  @Test func aBudgetThatAllowsNoClaimSaysWhatWould() throws {
    let words = try #require(run(rounds: 3, of: 100, .init(budgetSeconds: 180)).findings.endingWords)
    #expect(
      words
        == "Stopped after 3 rounds: the next would have exceeded 3 min. 3 more rounds would give an interval; "
        + "--time-budget 5m would do.")
  }

  @Test func thePlanIsToldBeforeTheFirstBuild() {
    var plan = run(rounds: 0, of: 6, nil)
    plan.samples = []
    #expect(
      Text.plan(plan, expected: nil) == """
        combined app: App; features: Cart in CartApp, Search
        scenarios: clean
        plan: 6 rounds of 3 builds after 1 warm-up of each, 21 builds
        expected duration: unknown until the warm-ups are done: no run, recording or calibration covers these builds
        seed 7

        """)
    var states = plan
    states.arms = plan.arms.flatMap { [$0.on(.base, revision: nil), $0.on(.head, revision: nil)] }
    #expect(
      Text.plan(states, expected: nil).hasPrefix(
        "combined app: App; features: Cart in CartApp, Search\nstates: base none, head "))
    plan.plan.rounds = 10_000
    plan.plan.stopping = .init(budgetSeconds: 900)
    plan.plan.scenarios = [.clean, .incremental(module: "Core\u{1B}", change: .body)]
    let text = Text.plan(
      plan, expected: ExpectedDuration(seconds: 400_000, of: plan, source: .run, description: "the run of yesterday"))
    #expect(
      text.contains(
        "plan: at most 10,000 rounds of 3 builds after 1 warm-up of each, 30,003 builds; until every interval is ±1.5 % or "
          + "narrower, or until 15 min are spent\nexpected duration: at most 15 min, by the run of yesterday\n"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `of a comparison, the plan counts what each state compiles`() {
    var base = Run.example(rounds: 0)
    base.workspace.revision = "0123456789abcdef"
    base.workspace.dirty = false
    let added = Module(
      id: ModuleID(package: "Shop", name: "Extras"), kind: .regular, sources: 3, lines: 5000, languages: ["swift"])
    var head = base.with([added], [Dependency(from: base.arms[0].modules[0], to: added.id)])
    head.workspace.revision = "fedcba9876543210"
    let rows = PlanReport(Run.comparing(base, head), expected: nil).text().split(separator: "\n").filter {
      $0.hasPrefix("App@")
    }
    #expect(rows.count == 2)
    #expect(rows.first?.hasSuffix("4      8  3,000") == true, "\(rows)")
    #expect(rows.last?.hasSuffix("5     11  8,000") == true, "\(rows)")
  }

  @Test func `a plan warns of a commit that is compared with itself`() {
    var (base, head) = (Run.example(rounds: 0), Run.example(rounds: 0))
    for (baseIsDirty, headIsDirty, revision) in [
      (false, false, "abc123"), (true, false, "abc123"), (false, true, "abc123"), (false, false, "def456"),
    ] {
      (base.workspace.dirty, head.workspace.dirty, head.workspace.revision) = (baseIsDirty, headIsDirty, revision)
      let isWarned = Text.plan(Run.comparing(base, head), expected: nil).contains(
        "warning: base and head are the same commit, abc123, so that only chance makes their builds differ")
      #expect(isWarned == (!baseIsDirty && !headIsDirty && revision == "abc123"))
    }
    #expect(!Text.plan(base, expected: nil).contains("same commit"))
  }

  @Test func doubtfulRoundsAreNamedWithAdvice() throws {
    var run = Run.example(rounds: 9)
    for index in run.samples.indices where run.samples[index].arm == "Search" {
      let round = run.samples[index].round
      run.samples[index].seconds = round == 1 ? 14 : round == 6 ? 17 : 8 + 0.01 * Double(round)
    }
    let page = Markdown.builds(run.findings)
    #expect(page.contains("outliers in rounds 1, 6, which are kept"))
    #expect(page.contains("A slow first round means that a cache was still cold"))
    #expect(page.contains("Detectable is the minimum detectable effect, of wall and of CPU time"))
    #expect(
      CSV.builds(run.findings).contains(",slow-first trend scattered,1 6\r\n")
        || CSV.builds(run.findings).contains("slow-first"))
  }

  /// Not a timed test: it ends, or it does not.
  @Test func aRunOfThousandsOfRoundsHasItsReports() throws {
    let run = Run.example(rounds: 2000)
    #expect(run.findings.summaries.count == 3 && run.findings.comparisons.count == 2)
    #expect(run.findings.ending.rounds == 2000)
    #expect(Markdown.builds(run.findings).utf8.count < 64 << 10)
    var failing = Run.example(rounds: 2000, failing: true)
    for index in failing.samples.indices where failing.samples[index].warmup { failing.samples[index].outcome = .ok }
    #expect(Markdown.builds(failing.findings).utf8.count < 64 << 10)
    #expect(CSV.builds(failing.findings).utf8.count < 64 << 10)
  }

  @Test func durationsAreRough() {
    let durations = [0.2, 59, 59.6, 125, 3599, 3600, 4810, 90_000].map(Figures.roughly)
    #expect(
      durations == ["1 s", "59 s", "1 min", "2 min 10 s", "1 h", "1 h", "1 h 20 min", "25 h"])
  }
}
