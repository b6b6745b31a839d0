import BuildTrace
import Foundation
import Platform
import TestSupport
import Testing

#if os(Linux)
  /// Programs that are halted while others have their turn. Looks for their processes in Linux's `/proc`.
  @Suite struct TurnTests {
    /// Those that work here: control groups need the right to make one.
    static let means: [HaltingMeans] = {
      let recorder = Process()
      recorder.executableURL = (try? Supervision.recorder).map { URL(filePath: $0) }
      let folder = FileManager.default.temporaryDirectory.path
      recorder.arguments = ["supervise", "--record", folder + "/modgauge-no-record", "--log", "/dev/null"]
      recorder.arguments? += ["--turns", "cgroup", "--", "true"]
      let errors = Pipe()
      (recorder.standardInput, recorder.standardError) = (FileHandle.nullDevice, errors)
      guard (try? recorder.run()) != nil else { return [.signals] }
      let arguments = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      recorder.waitUntilExit()
      return arguments.contains("the program never got a turn") ? [.signals, .cgroup] : [.signals]
    }()

    /// Writes lines, from a process group of its own, until a file `stop` is there. A shell with job control would not
    /// do: it notices when its children are stopped by a signal, and waits no longer.
    private static let writer = """
      import os, subprocess, sys
      loop = 'while ! [ -e "$1/stop" ]; do echo line; done; exit 3'
      sys.exit(subprocess.Popen(["bash", "-c", loop] + sys.argv[1:], preexec_fn=os.setpgrp).wait())
      """

    private func options(_ means: HaltingMeans) -> [String] { ["--turns", means.rawValue] }

    /// Something else to do, which takes the processor for a while.
    private func passTime() async throws {
      for _ in 0..<20 { _ = try StartedProgram(path: "/bin/true", arguments: []).wait() }
    }

    @Test(arguments: means) func `a program runs in its turns and at no other time`(means: HaltingMeans) async throws {
      let run = try Supervision()
      let folder = run.folder.path
      let build = try await run.supervise(
        ["python3", "-c", Self.writer, run.marker, folder], options: options(means)
      ) { _ in
        try await eventually { try run.logged().isEmpty && run.marked().count == 1 }
        try await passTime()
        #expect(run.marked().count == 1, "there is the recorder alone")
        for _ in 0..<3 {
          let before = try run.logged().count
          try run.giveTurn()
          try await eventually { try run.logged().count > before }
          try await run.halt()
          let halted = try run.logged().count
          try await passTime()
          #expect(try run.logged().count == halted)
        }
        try Data().write(to: run.folder.appending(path: "stop"))
        try run.giveTurn()
      }
      #expect(build.termination == .exited(code: 3) && build.stopped == nil && build.survivors == 0)
      #expect(build.turns?.means == means && build.turns?.halts.count == 3)
      #expect(build.wallNanoseconds < build.elapsedNanoseconds)
      #expect(run.marked().isEmpty)
    }

    @Test(arguments: means) func `nothing is left where the holder of a halted program is gone`(
      means: HaltingMeans
    ) async throws {
      let run = try Supervision()
      let build = try await run.supervise(
        ["bash", "-c", StoppingTests.stubborn, run.marker], options: options(means)
      ) { _ in
        try run.giveTurn()
        try await run.waitForLog("started")
        try await eventually { run.marked().count >= 6 }
        try await run.halt()
        try run.closeLifeline()
      }
      #expect(build.stopped == .lifeline && build.termination == .signalled(number: 9))
      #expect(build.turns?.halts.count == 1)
      #expect(run.marked().isEmpty)
    }

    @Test(arguments: means) func `the time that a program has does not run out while it is halted`(
      means: HaltingMeans
    ) async throws {
      let run = try Supervision()
      let timeout = 3_000_000_000
      let build = try await run.supervise(
        ["sh", "-c", "echo started; exec sleep 3600.\(run.marker)"], options: options(means) + ["--timeout", "3"]
      ) { _ in
        try run.giveTurn()
        try await run.waitForLog("started")
        try await run.halt()
        try await Task.sleep(for: .nanoseconds(timeout + timeout / 4))
        try run.giveTurn()
      }
      #expect(build.stopped == .timeout && build.wallNanoseconds >= timeout && build.elapsedNanoseconds > 2 * timeout)
      #expect(run.marked().isEmpty)
    }

    @Test func `a program that waits for one that it starts counts as halted`() async throws {
      let run = try Supervision()
      let pipe = run.folder.appending(path: "pipe").path
      try #require(mkfifo(pipe, 0o600) == 0)
      // The child opens the pipe before it becomes its program, and until then its parent listens to no signal.
      let script = """
        import os, sys
        print("started", flush=True)
        os.posix_spawn("/bin/true", ["true"], {}, file_actions=[(os.POSIX_SPAWN_OPEN, 0, sys.argv[1], os.O_RDONLY, 0)])
        """
      let build = try await run.supervise(
        ["python3", "-c", script, pipe, run.marker], options: options(.signals)
      ) { _ in
        try run.giveTurn()
        try await run.waitForLog("started")
        // The recorder, the parent, and the child that still is what its parent is.
        try await eventually { run.marked().count == 3 }
        try await run.halt()
        try run.giveTurn()
        // The reader is in the pipe's way as long as nobody writes.
        try FileDescriptor.open(FilePath(pipe), .writeOnly).close()
      }
      #expect(build.termination == .exited(code: 0) && build.turns?.halts.count == 1)
    }

    @Test func `a program whose first thread has ended counts as halted when the others are`() async throws {
      let run = try Supervision()
      // As `dispatchMain` does, which ends the first thread.
      let script = """
        import ctypes, threading
        def write():
            while True: print("line", flush=True)
        threading.Thread(target=write).start()
        ctypes.CDLL(None).pthread_exit(None)
        """
      let build = try await run.supervise(["python3", "-c", script, run.marker], options: options(.signals)) { _ in
        try run.giveTurn()
        try await run.waitForLog("line")
        try await run.halt()
        let halted = try run.logged().count
        try await passTime()
        #expect(try run.logged().count == halted)
        try run.closeLifeline()
      }
      #expect(build.stopped == .lifeline && build.turns?.halts.count == 1)
      #expect(run.marked().isEmpty)
    }

    @Test(.enabled(if: means.contains(.cgroup))) func `what leaves the session stays in the group and ends with it`()
      async throws
    {
      let run = try Supervision()
      let build = try await run.supervise(
        [
          "sh", "-c",
          "setsid sh -c ': > $1/left; exec sleep 3600.$0' $0 $1 & until [ -e $1/left ]; do :; done", run.marker,
          run.folder.path,
        ], options: options(.cgroup)
      ) { _ in try run.giveTurn() }
      #expect(build.termination == .exited(code: 0) && build.survivors == 1)
      #expect(run.marked().isEmpty)
    }

    @Test(arguments: means) func `a turn that is over before the recorder has looked is answered`(
      means: HaltingMeans
    ) async throws {
      let run = try Supervision()
      let build = try await run.supervise(["true"], options: options(means)) { _ in
        try await run.giveEmptyTurn()
        try run.giveTurn()
      }
      #expect(build.termination == .exited(code: 0))
    }

    @Test func `a program that never gets a turn is not started`() async throws {
      let run = try Supervision()
      let touched = run.folder.appending(path: "touched").path
      let arguments = run.arguments(options(.signals), ["touch", touched])
      let (status, error) = try await run.run(arguments) { _ in try run.closeLifeline() }
      #expect(status == .exited(2) && error == "modgauge-recorder: error: the program never got a turn\n")
      #expect(!FileManager.default.fileExists(atPath: touched))
    }
  }
#endif
