import BuildAnalysis
import TestSupport
import Testing

@testable import BuildRunner

/// The logs of a run whose rounds are made again, and that is gone on with.
struct LogNameTests {
  @Test func noBuildOfARunWritesOverTheLogOfAnother() {
    let folders = BenchmarkFolders(cache: "/cache", workspaceRoot: "/none/Shop", output: "/output")
    var run = Run.example(rounds: 0)
    run.samples = []
    (run.plan.rounds, run.plan.warmups) = (2, 1)
    var agenda = Agenda(run)
    var names: [String] = []
    while let builds = agenda.nextRound() {
      for build in builds {
        var again = build
        again.attempt = 2
        names += [folders.log(build, session: nil).name]
        // Another session makes warm-ups of its own, and some of the rounds again.
        names += [build.isWarmup ? folders.log(build, session: 2).name : folders.log(again, session: 2).name]
      }
    }
    #expect(names.count == 2 * 3 * run.cases.count && Set(names).count == names.count, "\(names)")
  }
}
