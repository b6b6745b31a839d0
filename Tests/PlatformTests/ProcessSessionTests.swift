import TestSupport
import Testing

@testable import Platform

@Suite struct ProcessSessionTests {
  /// A shell in a session of its own, which has started others when this returns.
  private func started(_ script: String) throws -> StartedProgram {
    var circumstances = StartedProgram.Circumstances()
    circumstances.leadsSession = true
    let (reading, writing) = try FileDescriptor.pipeForOwnUse()
    circumstances.streams = [(1, writing)]
    let leader = try StartedProgram(path: "/bin/sh", arguments: ["-c", script], in: circumstances)
    try writing.close()
    _ = try reading.closeAfter { try reading.read(atMost: 3) }
    return leader
  }

  private func end(_ leader: StartedProgram) {
    _ = try? ProcessSession(ledBy: leader.id).end(gently: false)
    _ = try? leader.wait()
  }

  @Test func `a session that is halted runs on when it is resumed`() throws {
    let leader = try started("sleep 1000 & echo up; while :; do :; done")
    let session = ProcessSession(ledBy: leader.id)
    let before = MonotonicClock.nowNanoseconds
    let (processes, since) = try session.halt()
    #expect(processes.count == 2 && processes.contains(leader.id) && processes == processes.sorted())
    #expect(since >= before && since <= MonotonicClock.nowNanoseconds)
    #expect(processes.allSatisfy { !ProcessTable.canRun($0) && ProcessTable.isRunning($0) })
    let used = try #require(ProcessTable.processorMicroseconds(of: leader.id))
    #expect(ProcessTable.processorMicroseconds(of: leader.id) == used)
    #if os(Linux)
      #expect(ProcessStatus(leader.id)?.isHalted == true && ProcessStatus.threads(of: leader.id).count == 1)
    #endif
    session.resume(processes)
    while ProcessTable.processorMicroseconds(of: leader.id) == used {}
    #expect(ProcessTable.canRun(leader.id))
    #expect(try session.running() == processes)
    #expect(try session.end(gently: false) == 2)
    #expect(try leader.wait().status == .signalled(number: 9))
  }

  @Test func `a process that was halted is ended as others are`() throws {
    let leader = try started("echo up; while :; do :; done")
    let session = ProcessSession(ledBy: leader.id)
    #expect(try session.halt().processes == [leader.id])
    #expect(try session.end(gently: false) == 1 && session.running().isEmpty)
    try leader.wait()
    #expect(try session.halt().processes == [] && session.end(gently: true) == 0)
  }

  @Test func `what is started while a session ends is ended and counted with it`() throws {
    let start = "sleep 60 & echo >&3; i=$((i+1))"
    // Seldom, none is started between the first look and the end.
    for round in 0..<3 {
      let folder = try TestFolder()
      let leader = try started(
        "exec 3> '\(folder.path)/started'; i=0; while [ $i -lt 20 ]; do \(start); done; echo up; "
          + "while [ $i -lt 2000 ]; do \(start); done")
      let ended = try ProcessSession(ledBy: leader.id).end(gently: false)
      try leader.wait()
      // The last one may have been started without a line.
      let lines = try folder.read("started").utf8.count
      #expect(lines >= 20 && [1 + lines, 2 + lines].contains(ended), "\(round): \(lines)")
    }
  }

  @Test func `what starts others while it is asked to end ends with them, after two seconds of grace`() throws {
    // What is started ignores the signal from its first instruction on.
    let leader = try started(
      "trap 'trap \"\" INT; sleep 1000 & sleep 1001 & exit 3' INT; echo up; while :; do :; done")
    let start = MonotonicClock.nowNanoseconds
    #expect(try ProcessSession(ledBy: leader.id).end(gently: true) == 3)
    #expect(MonotonicClock.nowNanoseconds - start >= ProcessSession.graceNanoseconds)
    #expect(try leader.wait().status == .exited(code: 3))
  }

  @Test func `signals reach a process, or a group, and nobody who has ended`() throws {
    let leader = try started("trap 'exit 5' HUP; echo up; while :; do :; done")
    ProcessSignal.hangUp.send(toGroup: leader.id)
    #expect(try leader.wait().status == .exited(code: 5))
    ProcessSignal.kill.send(to: leader.id)
    #expect(
      ProcessTable.session(of: leader.id) == nil && !ProcessTable.isRunning(leader.id)
        && !ProcessTable.canRun(leader.id))
    #expect(ProcessTable.processorMicroseconds(of: leader.id) == nil)
    let other = try started("echo up; while :; do :; done")
    ProcessSignal.quit.send(to: other.id)
    #expect(try other.wait().status == .signalled(number: 3))
  }

  @Test(
    arguments: [
      (0, ProcessEnd.exited(code: 0)), (0x0700, .exited(code: 7)), (0xFF00, .exited(code: 255)),
      (9, .signalled(number: 9)),
      (0x8B, .signalled(number: 11)), (0x7F, .signalled(number: 127)),
    ] as [(Int32, ProcessEnd)]) func `a status tells how a process ended`(status: Int32, end: ProcessEnd)
  {
    #expect(ProcessEnd(waitStatus: status) == end)
  }

  #if os(Linux)
    @Test func `what a process used is counted in ticks, and becomes its parent's when that has waited`() throws {
      let leader = try started(
        "sh -c 'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done'; echo up; sleep 1000; :")
      defer { end(leader) }
      let status = try #require(ProcessStatus(leader.id))
      let (children, own) = (
        status.childrenProcessorMicroseconds, try #require(ProcessTable.processorMicroseconds(of: leader.id))
      )
      let tick = 1_000_000 / Ticks.perSecond
      #expect(children.user >= tick && children.user % tick == 0 && children.user < 60_000_000)
      #expect(status.processorMicroseconds.user <= own + tick && children.system < 60_000_000)
      let started = status.startedNanoseconds
      #expect(started.upperBound - started.lowerBound == tick * 1000)
      #expect(ProcessTable.name(of: leader.id) == "sh" || !ProcessTable.name(of: leader.id).isEmpty)
    }

    @Test func `the same program in another process is another image`() throws {
      // The second program tells that it runs: before that, the process has an image that is not complete.
      let script = "echo up; while :; do :; done"
      let leader = try started("exec /bin/sh -c '\(script)'")
      defer { end(leader) }
      let image = ProcessStatus(leader.id)?.image
      #expect(image == ProcessStatus(leader.id)?.image && image != nil)
      for _ in 0..<3 {
        let other = try started(script)
        #expect(ProcessStatus(other.id)?.image != image, "the same program, loaded elsewhere")
        end(other)
      }
    }

    @Test func `a program of another name is another image, even where addresses are not random`() {
      func image(_ name: String, stack: Int = 1) -> Int? {
        let fields = ["R"] + Array(repeating: "0", count: 24) + ["\(stack)", "0"]
        return ProcessStatus(text: "7 (\(name)) \(fields.joined(separator: " "))\n")?.image
      }
      #expect(image("swiftc") != nil && image("swiftc") == image("swiftc"))
      #expect(image("swift-frontend") != image("swiftc") && image("swiftc) (a") != image("swiftc"))
      #expect(image("swiftc", stack: 2) != image("swiftc"))
    }

    @Test func `numbers of a process's status are found by their whole names`() throws {
      let own = CurrentProcess.id
      #expect(
        ProcessFile.statusNumber("Pid", of: own) == Int(own) && ProcessFile.statusNumber("Tgid", of: own) == Int(own))
      #expect(ProcessFile.statusNumber("Vm", of: own) == nil && ProcessFile.statusNumber("None", of: own) == nil)
      #expect(ProcessFile.isProcess(own) && !ProcessFile.isProcess(0) && ProcessFile.text("/proc/none") == nil)
      #expect(ProcessFile.text("/proc/self/comm")?.hasSuffix("\n") == true)
    }
  #endif
}
