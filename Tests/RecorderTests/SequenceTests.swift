import BuildTrace
import Foundation
import Testing

/// Programs that a supervisor sees as one.
@Suite struct SequenceTests {
  /// Each program with the number of its words.
  private func arguments(_ programs: [[String]]) throws -> [String] {
    [try Supervision.recorder, "sequence"] + programs.flatMap { ["\($0.count)"] + $0 }
  }

  @Test func programsRunInTheirOrderAndAreMeasuredTogether() async throws {
    let run = try Supervision()
    let build = try await run.supervise(
      arguments([["sh", "-c", "echo one"], ["echo", "two", "1"], ["sh", "-c", "for i in $(seq 20000); do :; done"]]))
    #expect(build.termination == .exited(code: 0) && build.userMicroseconds > 0)
    #expect(try String(contentsOf: run.log, encoding: .utf8) == "one\ntwo 1\n")
  }

  @Test func theFirstThatFailsIsTheLastAndItsEndIsTheirs() async throws {
    let run = try Supervision()
    let build = try await run.supervise(arguments([["echo", "one"], ["sh", "-c", "exit 7"], ["echo", "three"]]))
    #expect(build.termination == .exited(code: 7))
    #expect(try String(contentsOf: run.log, encoding: .utf8) == "one\n")
    let killed = try await run.supervise(arguments([["sh", "-c", "kill -KILL $$"], ["echo", "two"]]))
    #expect(killed.termination == .signalled(number: 9))
  }

  @Test func aProgramThatIsNotThereIsNamed() async throws {
    let run = try Supervision()
    let build = try await run.supervise(arguments([["no such program"]]))
    #expect(build.termination == .exited(code: 2))
    let said = try String(contentsOf: run.log, encoding: .utf8)
    #expect(said == "modgauge-recorder: error: cannot start 'no such program': No such file or directory\n")
  }

  #if os(Linux)
    @Test func aTimeoutEndsTheOneThatRuns() async throws {
      let run = try Supervision()
      let build = try await run.supervise(
        arguments([["true"], ["sleep", "3600.\(run.marker)"]]), options: ["--timeout", "0.2"])
      #expect(build.stopped == .timeout && run.marked() == [])
    }
  #endif
}
