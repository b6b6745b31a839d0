import BuildAnalysis
import ModuleGraph
import Reports
import TestSupport
import Testing

/// One sentence for each feature, the same in every report.
struct FeatureSentenceTests {
  private func sentences(_ run: Run) -> [String] { run.findings.sentences }

  @Test func `an interval allows a conclusion`() {
    #expect(
      sentences(.example(rounds: 6)) == [
        "Work on Cart in CartApp: 1.92 times faster clean; 42.1 % of the lines that are left are Core.",
        "Work on Search alone: 2.35 times faster clean; 56.3 % of the lines that are left are Core.",
      ])
  }

  @Test func `where wall times cannot be trusted, CPU times are told`() {
    var run = Run.example(rounds: 6)
    for index in run.samples.indices {
      run.samples[index].noise = BuildNoise(otherShare: 0.4, stolenShare: 0)
      let factor = [1.0, 5, 2, 7, 1, 4][(run.samples[index].round + 2 * run.samples[index].position) % 6]
      run.samples[index].seconds = run.samples[index].seconds.map { $0 * factor }
    }
    #expect(run.findings.quietness?.verdict == .unusable)
    #expect(
      sentences(run).first
        == "Work on Cart in CartApp: 1.92 times less CPU time clean; 42.1 % of the lines that are left are Core.")
  }

  @Test func `where noise shifts wall times, so that CPU times should be compared, these are told`() {
    var run = Run.example(rounds: 6)
    for index in run.samples.indices {
      run.samples[index].noise = BuildNoise(otherShare: 0.25, stolenShare: 0)
      run.samples[index].cpuSeconds = run.samples[index].seconds.map { run.samples[index].arm == "App" ? 1.8 * $0 : $0 }
    }
    #expect(run.findings.quietness?.verdict == .noisy)
    #expect(sentences(run).first?.hasPrefix("Work on Cart in CartApp: 3.46 times less CPU time clean; ") == true)
  }

  @Test func `too few rounds allow none, and a change is told beside`() {
    #expect(
      sentences(.example(changing: "Cart", .body, rebuilt: [("Cart", 1)])).first
        == "Work on Cart in CartApp: 1.96 times faster clean, 1.96 times faster after a change; 42.1 % of the "
        + "lines that are left are Core; too few rounds for a conclusion.")
  }

  @Test func `null builds are told where nothing else was measured`() {
    var run = Run.example(rounds: 6)
    run.plan.scenarios = [.null]
    for index in run.samples.indices { run.samples[index].scenario = .null }
    #expect(sentences(run).first == "Work on Cart in CartApp: null builds 1.92 times faster.")
    for index in run.samples.indices { run.samples[index].seconds = 1 + 0.1 * Double(index * 7 % 5) }
    #expect(sentences(run).first?.contains("CartApp: null builds no faster") == true)
  }

  @Test func `what was recorded says what is left, and a generated sample app is called one`() {
    var run = Run.recordedExample(rounds: 6)
    (run.arms[2].made, run.arms[2].role, run.arms[2].feature) = (true, .sampleApp, "Search")
    #expect(
      sentences(run).last?.hasPrefix("Work on Search in a sample app: 2.35 times faster clean; ") == true
        && sentences(run).last?.contains(" of what is left is Core") == true)
    #expect(Markdown.builds(run.findings).contains("| Search  | generated sample app "))
  }

  @Test func `no difference, and a slower one, are not called faster`() {
    func scaled(_ factor: Double, by scatter: Double = 0) -> Run {
      var run = Run.example(rounds: 6)
      for index in run.samples.indices where run.samples[index].arm == "Search" {
        let noise = run.samples[index].round.isMultiple(of: 2) ? scatter : -scatter
        let seconds = (20 + 0.25 * Double(run.samples[index].round)) * factor * (1 + noise)
        (run.samples[index].seconds, run.samples[index].cpuSeconds) = (seconds, 1.5 * seconds)
      }
      return run
    }
    #expect(sentences(scaled(1, by: 0.1)).last?.contains(": no difference clean; ") == true)
    #expect(sentences(scaled(1.5)).last?.contains(": 1.50 times slower clean; ") == true)
    #expect(sentences(scaled(1.002)).last?.contains(": no faster clean; ") == true)
  }

  @Test func `a difference that only CPU time shows is told`() {
    var run = Run.example(rounds: 8)
    for index in run.samples.indices where run.samples[index].arm != "CartApp" {
      let sample = run.samples[index]
      let isApp = sample.arm == "App"
      run.samples[index].seconds = isApp ? 20 : 20 * [0.8, 1.3][sample.round % 2]
      run.samples[index].cpuSeconds = isApp ? 30 : 30.9 + 0.01 * Double(sample.round)
    }
    #expect(sentences(run).last?.contains(": no difference clean (but 3.1 % more CPU time); ") == true)
  }

  @Test func `builds that failed are said to have`() {
    #expect(sentences(.example(rounds: 2, failing: true)).last == "Work on Search alone: its builds failed.")
    var run = Run.example(rounds: 6)
    for index in run.samples.indices where run.samples[index].arm == "App" { run.samples[index].outcome = .failed }
    #expect(
      sentences(run).first
        == "Work on Cart in CartApp: there is no such figure of the combined app; 42.1 % of the lines that are left are Core."
    )
    run.samples = []
    #expect(sentences(run) == [])
  }

  @Test func `what was not built after a failed clean build is said once, with the compiler's words`() throws {
    var run = Run.example(changing: "Core", .body, rebuilt: [("Core", 1)])
    run.samples.removeAll { $0.arm == "Search" && ($0.scenario != .clean || !$0.warmup) }
    for index in run.samples.indices where run.samples[index].arm == "Search" {
      (run.samples[index].outcome, run.samples[index].reason) = (.failed, "exit code 1: cannot find 'find' in scope")
    }
    let page = Markdown.builds(run.findings)
    #expect(page.ranges(of: "cannot find 'find' in scope").count == 1)
    #expect(page.contains("| Search  | null                  | not built |"), "\(page)")
    #expect(
      page.contains(
        "- **Search was not built** for first-null, null, incremental:Core:body: its clean build failed.\n"))
    #expect(sentences(run).last == "Work on Search alone: its builds failed.")
    let style = TextStyle(columns: 100, isStyled: false, isColored: false)
    let printed = try RunReport(run.findings).printed(as: nil, style).replacing(/\n +/, with: " ")
    #expect(printed.ranges(of: "cannot find 'find' in scope").count == 1)
    #expect(
      printed.contains("• Search was not built for first-null, null, incremental:Core:body: its clean build failed."))
  }

  @Test func `a feature's own tests are told beside, and who has none is named`() {
    let run = Run.testedExample(rounds: 6)
    #expect(
      sentences(run) == [
        "Work on Cart in CartApp: 1.92 times faster clean, its own tests 5.76 times faster than all; 42.1 % of the lines that are left are "
          + "Core.", "Work on Search alone: 2.35 times faster clean; 56.3 % of the lines that are left are Core.",
      ])
    let page = Markdown.builds(run.findings)
    #expect(page.contains("| own tests ") && page.contains("| CartTests ") && page.contains("| none "))
    #expect(
      page.contains("- Tests: all 2 test modules, against those that are named after the feature's modules, or else "))
    #expect(page.contains("| CartApp | tests "))
    #expect(Text.plan(run, expected: nil).contains("tests: 2 test modules; Cart: CartTests; Search: none of its own\n"))
    var same = run
    for index in same.samples.indices where same.samples[index].scenario == .tests {
      let seconds = 10 + Double((index * 7) % 5)
      (same.samples[index].seconds, same.samples[index].cpuSeconds) = (seconds, 1.5 * seconds)
    }
    #expect(sentences(same).first?.contains("clean, its own tests no faster than all; ") == true)
  }

  @Test func `a feature that the app does not build is not compared without a word`() {
    var run = Run.example(rounds: 6)
    run.arms[0].modules.removeAll { $0.name == "Search" }
    let words = "App does not build Search: a share of it, or a ratio to it, compares unrelated things"
    #expect(Markdown.builds(run.findings).contains("- \(words).\n"))
    #expect(Text.plan(run, expected: nil).hasSuffix("warning: \(words)\n"))
  }

  @Test func `what was inferred is told in the plan and in every report`() throws {
    var run = Run.example(rounds: 6)
    let words = "combined app: App (its name says app)"
    run.inference = Run.Inference(sentences: [words], roles: [])
    #expect(Text.plan(run, expected: nil).contains("\ninferred \(words)\n"))
    #expect(Markdown.builds(run.findings).contains("\n- Inferred \(words).\n"))
    #expect(try RunReport(run.findings).printed(as: nil, .plain).contains("\n- Inferred \(words).\n"))
  }

  @Test func `a plan tells that builds take turns, and that its rounds are too few`() {
    var run = Run.example(rounds: 3)
    #expect(Text.plan(run, expected: nil).contains("\nfewer than 6 rounds: no intervals, and no conclusion\n"))
    (run.plan.rounds, run.plan.turns) = (6, .on)
    let plan = Text.plan(run, expected: nil)
    #expect(plan.contains("\nin turns: ") && !plan.contains("fewer than"))
  }

  @Test func `a column that is empty is not explained`() {
    var run = Run.example(rounds: 6)
    #expect(PlanReport(run, expected: nil).text().contains("“Only for it” is"))
    run.arms.removeLast(2)
    #expect(!PlanReport(run, expected: nil).text().contains("“Only for it”"))
  }

  @Test func `all arms' modules are told together`() {
    #expect(
      Markdown.builds(Run.example(rounds: 6).findings).contains("- All of them compile Core (1 module, 900 lines)."))
  }
}
