import BuildTrace
import Foundation
import Subprocess
import TestSupport
import Testing

#if os(Linux)
  /// That nothing of a build is left, however it ends. Looks for its processes in Linux's `/proc`.
  @Suite struct StoppingTests {
    /// Ignores SIGINT, and starts others, each in a process group of its own, that ignore it too.
    ///
    /// For bash: other shells have no job control without a terminal, and keep everything in one group.
    static let stubborn = """
      trap '' INT; set -m
      sh -c 'trap "" INT TERM HUP; sleep 3600.$0; sleep 3601.$0' $0 &
      bash -c 'set -m; sleep 3602.$0 & sleep 3603.$0 & wait' $0 &
      echo started; while :; do sleep 3604.$0; done
      """

    @Test func aTimeoutEndsTheProgram() async throws {
      let run = try Supervision()
      let build = try await run.supervise(["sleep", "3600.\(run.marker)"], options: ["--timeout", "0.2"])
      #expect(build.termination == .signalled(number: 2) && build.stopped == .timeout)
      #expect(build.wallNanoseconds >= 200_000_000)
      #expect(run.marked().isEmpty)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func aSignalToTheRecorderEndsTheProgram(number: Int32) async throws {
      let run = try Supervision()
      let build = try await run.supervise(["sh", "-c", "echo started; exec sleep 3600.\(run.marker)"]) { recorder in
        try await run.waitForLog("started")
        kill(recorder, number)
      }
      #expect(build.termination == .signalled(number: 2) && build.stopped == .interrupted)
      #expect(run.marked().isEmpty)
    }

    @Test func aProgramMayEndInItsOwnWayWhenItIsStopped() async throws {
      let run = try Supervision()
      let script = "trap 'echo bye; exit 7' INT; echo started; while :; do sleep 0.05; done"
      let build = try await run.supervise(["sh", "-c", script, run.marker]) { _ in
        try await run.waitForLog("started")
        try run.closeLifeline()
      }
      #expect(build.termination == .exited(code: 7) && build.stopped == .lifeline)
      try await run.waitForLog("bye")
    }

    @Test func noProcessOfAStubbornProgramIsLeft() async throws {
      let run = try Supervision()
      let build = try await run.supervise(["bash", "-c", Self.stubborn, run.marker]) { _ in
        try await run.waitForLog("started")
        try await eventually { run.marked().count >= 6 }
        try run.closeLifeline()
      }
      #expect(build.termination == .signalled(number: 9) && build.stopped == .lifeline)
      #expect(build.survivors >= 4)
      #expect(run.marked().isEmpty)
    }

    @Test func whatAProgramLeavesBehindIsEndedAndCounted() async throws {
      let run = try Supervision()
      let script = "set -m; sleep 3600.$0 & sh -c 'trap \"\" INT; sleep 3601.$0' $0 & echo done"
      let build = try await run.supervise(["sh", "-c", script, run.marker])
      #expect(build.termination == .exited(code: 0) && build.stopped == nil)
      #expect((2...3).contains(build.survivors))
      #expect(run.marked().isEmpty)
    }

    @Test func killingTheHolderOfTheLifelineEndsTheProgram() async throws {
      let run = try Supervision()
      let arguments = [try Supervision.recorder] + run.arguments([], ["bash", "-c", Self.stubborn, run.marker])
      let result = try await Subprocess.run(
        .name("sh"), arguments: Arguments(["-c", "sleep 3605.\(run.marker) | \"$@\"", "sh"] + arguments),
        input: .none, output: .discarded, error: .discarded
      ) { _ in
        try await run.waitForLog("started")
        let holders = Supervision.processes { $0 == "sleep\u{0}3605.\(run.marker)\u{0}" }
        #expect(holders.count == 1)
        for holder in holders { kill(holder, SIGKILL) }
      }
      #expect(result.terminationStatus == .exited(0))
      let build = try SupervisedBuild(jsonLine: Data(contentsOf: run.record))
      #expect(build.stopped == .lifeline)
      #expect(run.marked().isEmpty)
    }
  }
#endif
