import Foundation
import Subprocess
import TestSupport
import Testing

/// Programs that are run in the recorder's place, for as long as somebody holds its standard input open.
@Suite struct RunTests {
  private func run(
    _ command: [String], act: (pid_t, borrowing Supervision) async throws -> Void = { _, _ in }
  ) async throws -> (status: TerminationStatus, errors: String) {
    let supervision = try Supervision()
    let (status, errors) = try await supervision.run(["run", "--"] + command) { try await act($0, supervision) }
    return (status, errors)
  }

  @Test func aProgramWritesToTheStreamsAndEndsAsIfItWereAlone() async throws {
    let script = "echo out; echo error >&2; exit 7"
    let (status, errors) = try await run(["sh", "-c", script])
    #expect(status == .exited(7) && errors == "error\n")
    #expect(try await run(["sh", "-c", "kill -SEGV $$"]).status == .signaled(11))
  }

  @Test func aProgramThatIsNotThereIsNamed() async throws {
    let (status, errors) = try await run(["no such program"])
    #expect(status == .exited(2))
    #expect(errors == "modgauge-recorder: error: cannot start 'no such program': No such file or directory\n")
  }

  #if os(Linux)
    @Test func nothingGoesOnWhenNobodyHoldsTheLifeline() async throws {
      let supervision = try Supervision()
      // A grandchild in a process group of its own, which no signal reaches.
      let script = "trap '' INT TERM; set -m; sh -c 'trap \"\" INT TERM; sleep \(supervision.marker)' & wait"
      _ = try await supervision.run(["run", "--", "bash", "-c", script]) { _ in
        try await eventually { supervision.marked().count >= 2 }
        try supervision.closeLifeline()
      }
      #expect(supervision.marked() == [])
    }

    @Test(arguments: [true, false]) func aProgramThatTakesNoTurnsIsNeverSaidToBeHalted(isRecorded: Bool) async throws {
      let supervision = try Supervision()
      let program = ["sleep", supervision.marker]
      _ = try await supervision.run(isRecorded ? supervision.arguments([], program) : ["run", "--"] + program) { _ in
        try await eventually { supervision.marked().count >= 2 }
        try supervision.askToHalt()
        try supervision.closeLifeline()
      }
      #expect(try supervision.answered().isEmpty)
    }

    @Test func aSignalEndsTheProgramWithAllThatItStarted() async throws {
      let supervision = try Supervision()
      let (status, _) = try await supervision.run(["run", "--", "sleep", supervision.marker]) { recorder in
        try await eventually { supervision.marked().count >= 2 }
        kill(recorder, SIGTERM)
      }
      #expect(status == .signaled(SIGINT))
      #expect(supervision.marked() == [])
    }
  #endif
}
