import Foundation
import TestSupport
import Testing

@testable import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

private nonisolated(unsafe) var arrived: Int32 = 0

/// What would end or change the process of the tests happens in another one, whose exit code says what was found.
@Suite struct OwnProcessTests {
  @Test func `a process ends as another one did`() async {
    await #expect(processExitsWith: .exitCode(7)) { CurrentProcess.exit(as: .exited(code: 7)) }
    await #expect(processExitsWith: .signal(SIGTERM)) {
      // Neither keeps it alive.
      ProcessSignal.terminate.ignore()
      _ = HeldSignals([.terminate])
      CurrentProcess.exit(as: .signalled(number: 15))
    }
    // This signal ends nothing by itself.
    await #expect(processExitsWith: .exitCode(128 + SIGCHLD)) {
      CurrentProcess.exit(as: .signalled(number: Int(SIGCHLD)))
    }
    await #expect(processExitsWith: .exitCode(9)) { CurrentProcess.exitAtOnce(9) }
  }

  @Test func `a process becomes another program, or is told why not`() async {
    await #expect(processExitsWith: .exitCode(1)) { _ = CurrentProcess.become("/bin/false") }
    #expect(CurrentProcess.become("/nowhere/program") == .noSuchFileOrDirectory)
  }

  @Test func `a process enters a folder, by its path or by what is open`() async throws {
    let folder = try TestFolder()
    try folder.write(["sub/file": ""])
    await #expect(processExitsWith: .exitCode(3)) { [path = folder.path as String] in
      try CurrentProcess.enter(path)
      guard CurrentProcess.workingFolder == FileSystem.canonicalPath(of: path) else { CurrentProcess.exit(4) }
      let sub = try FileDescriptor.open("sub", .readOnly)
      try CurrentProcess.enter(sub)
      guard CurrentProcess.workingFolder == FileSystem.canonicalPath(of: path + "/sub") else {
        CurrentProcess.exit(5)
      }
      CurrentProcess.exit(3)
    }
    #expect(throws: Errno.noSuchFileOrDirectory) { try CurrentProcess.enter("/nowhere") }
  }

  @Test func `variables are set, replaced and removed, and programs get them`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      CurrentProcess.setVariable("MARK", to: "first")
      CurrentProcess.setVariable("MARK", to: "second")
      guard CurrentProcess.variable("MARK") == "second" else { CurrentProcess.exit(4) }
      let program = try StartedProgram(path: "sh", arguments: ["-c", "test \"$MARK\" = second && exit 6"])
      guard try program.wait().status == .exited(code: 6) else { CurrentProcess.exit(5) }
      CurrentProcess.removeVariable("MARK")
      CurrentProcess.exit(CurrentProcess.variable("MARK") == nil ? 3 : 7)
    }
  }

  @Test func `signals that are held back arrive while they are waited for`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      ProcessSignal.terminate.handle { arrived = $0 }
      let held = HeldSignals([.terminate])
      held.wait(atMostNanoseconds: 1_000_000)
      raise(SIGTERM)
      guard arrived == 0 else { CurrentProcess.exit(4) }
      held.wait()
      guard arrived == SIGTERM else { CurrentProcess.exit(5) }
      arrived = 0
      raise(SIGTERM)
      held.wait(atMostNanoseconds: 3_600_000_000_000)
      CurrentProcess.exit(arrived == SIGTERM ? 3 : 6)
    }
  }

  @Test func `signals become bytes of a pipe, each kind once, and none is blocked`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      _ = HeldSignals([.hangUp])
      let pipe = try SignalPipe([.hangUp, .terminate])
      guard pipe.received().isEmpty else { CurrentProcess.exit(4) }
      for _ in 0..<100 { raise(SIGHUP) }
      raise(SIGTERM)
      guard pipe.received() == [.hangUp, .terminate], pipe.received().isEmpty else { CurrentProcess.exit(5) }
      // A full pipe blocks nobody.
      for _ in 0..<100_000 { raise(SIGTERM) }
      CurrentProcess.exit(pipe.received() == [.terminate] ? 3 : 6)
    }
  }

  @Test func `the leader of a session has default actions, and no program has blocked signals`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      ProcessSignal.hangUp.ignore()
      _ = HeldSignals([.terminate])
      var circumstances = StartedProgram.Circumstances()
      func end(of script: String) throws -> ProcessEnd {
        try StartedProgram(path: "/bin/sh", arguments: ["-c", script], in: circumstances).wait().status
      }
      guard try end(of: "kill -HUP $$; exit 8") == .exited(code: 8) else { CurrentProcess.exit(4) }
      guard try end(of: "kill -TERM $$; exit 8") == .signalled(number: 15) else { CurrentProcess.exit(5) }
      circumstances.leadsSession = true
      guard try end(of: "kill -HUP $$; exit 8") == .signalled(number: 1) else { CurrentProcess.exit(6) }
      CurrentProcess.exit(3)
    }
  }

  @Test func `a program in place of this one gets its signals, and may ignore those that this one ignores`()
    async throws
  {
    let folder = try TestFolder()
    let script = """
      #!/bin/sh
      trap 'exit 5' TERM
      touch "$(dirname "$0")/ready"
      while :; do :; done
      """
    try folder.write(["program": script])
    let file = try FileDescriptor.open(folder.path + "/program", .readOnly)
    try file.closeAfter { try file.setPermissions(0o755) }
    await #expect(processExitsWith: .exitCode(3)) { [path = folder.path as String] in
      ProcessSignal.hangUp.ignore()
      let program = try ForegroundProgram(path: path + "/program")
      while !FileSystem.allows([], to: path + "/ready") {}
      ProcessSignal.hangUp.send(to: CurrentProcess.id)
      ProcessSignal.terminate.send(to: CurrentProcess.id)
      let status = try program.wait().status
      CurrentProcess.exit(status == .exited(code: 5) ? 3 : 4)
    }
    #expect(throws: Errno.noSuchFileOrDirectory) { try ForegroundProgram(path: "/nowhere/program") }
  }

  @Test func `what is written to a pipe without a reader fails where the signal is ignored`() async {
    await #expect(processExitsWith: .signal(SIGPIPE)) {
      ProcessSignal.brokenPipe.ignore()
      let pipe = try FileDescriptor.pipeForOwnUse()
      try pipe.readEnd.close()
      do { try pipe.writeEnd.writeAll([1]) } catch let error as Errno where error == .brokenPipe {
        ProcessSignal.brokenPipe.restoreDefault()
      }
      try pipe.writeEnd.writeAll([1])
      CurrentProcess.exit(4)
    }
  }

  #if os(Linux)
    @Test func `what this process used is the work of all its threads, and not that of its children`() async {
      await #expect(processExitsWith: .exitCode(3)) {
        let program = try StartedProgram(path: "/bin/sh", arguments: ["-c", "while :; do :; done"])
        let thread = Thread { while true {} }
        thread.start()
        while (ProcessTable.processorMicroseconds(of: CurrentProcess.id) ?? 0) < 200_000 {}
        ProcessSignal.kill.send(to: program.id)
        let child = try program.wait().usage
        guard let own = ResourceUsage.own, let children = ResourceUsage.children,
          let all = ProcessTable.processorMicroseconds(of: CurrentProcess.id)
        else { CurrentProcess.exit(4) }
        // The system counts in ticks, and the thread works on.
        guard own.processorMicroseconds > 150_000, own.processorMicroseconds <= all + 20_000 else {
          CurrentProcess.exit(5)
        }
        let others = children.processorMicroseconds - child.processorMicroseconds
        CurrentProcess.exit(abs(others) < 20_000 ? 3 : 6)
      }
    }

    /// Where there is `taskset`, and the first processor may be used.
    @Test func `the processors that a process may use are those of its mask`() async {
      await #expect(processExitsWith: .exitCode(3)) {
        guard
          let program = try? StartedProgram(path: "taskset", arguments: ["-a", "-p", "1", "\(CurrentProcess.id)"]),
          try program.wait().status == .exited(code: 0)
        else { CurrentProcess.exit(3) }
        CurrentProcess.exit(HostMachine.usableProcessors == 1 ? 3 : 5)
      }
    }

    /// Where a test may make control groups.
    @Test func `the processes of a group are halted, run again and are ended, and the group is gone`() async {
      await #expect(processExitsWith: .exitCode(3)) {
        guard let group = ControlGroup() else { CurrentProcess.exit(3) }
        func fail(_ code: Int32) -> Never {
          group.end()
          CurrentProcess.exit(code)
        }
        guard group.processes.isEmpty else { fail(4) }
        group.join()
        let program = try StartedProgram(path: "/bin/sh", arguments: ["-c", "while :; do :; done"])
        let joined = group.processes
        group.leave()
        guard joined == [CurrentProcess.id, program.id].sorted(), group.processes == [program.id] else { fail(5) }
        guard group.halt(within: 5_000_000_000) else { fail(6) }
        guard let used = ProcessTable.processorMicroseconds(of: program.id) else { fail(7) }
        MonotonicClock.sleep(untilNanoseconds: MonotonicClock.nowNanoseconds + 20_000_000)
        guard ProcessTable.processorMicroseconds(of: program.id) == used else { fail(8) }
        group.resume()
        while ProcessTable.processorMicroseconds(of: program.id) == used {}
        _ = group.halt(within: 0)
        guard group.end() == 1, try program.wait().status == .signalled(number: 9) else { fail(9) }
        CurrentProcess.exit(group.processes.isEmpty && !group.halt(within: 0) ? 3 : 10)
      }
    }
  #endif
}
