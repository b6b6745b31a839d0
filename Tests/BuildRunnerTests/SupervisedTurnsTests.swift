import Subprocess
import Synchronization
import Testing

@testable import BuildRunner

/// What is asked of a supervisor, and when it is believed.
@Suite struct SupervisedTurnsTests {
  @Test(.timeLimit(.minutes(1))) func `a build is halted once its supervisor has said so, or has ended`() async throws {
    // It answers when it has been asked, as late as the test lets it.
    _ = try await Subprocess.run(
      .path("/bin/sh"), arguments: ["-c", "dd bs=1 count=1 2>/dev/null"], input: .inputWriter, output: .sequence,
      error: .discarded
    ) { execution in
      let turns = SupervisedTurns(execution.standardInputWriter)
      let log = Mutex<[String]>([])
      let halting = Task {
        await turns.halt()
        log.withLock { $0.append("halted") }
      }
      for try await _ in execution.standardOutput { break }
      try await Task.sleep(for: .milliseconds(20))
      log.withLock { $0.append("heard") }
      turns.hear()
      await halting.value
      #expect(log.withLock { $0 } == ["heard", "halted"])
      turns.end()
      await turns.halt()
    }
  }
}
