import Platform
import Testing

@Suite struct ProcessTableTests {
  /// A program that runs until the body has returned.
  private func withSleeper(environment: [String]? = nil, _ body: (ProcessID) throws -> Void) throws {
    var circumstances = StartedProgram.Circumstances()
    circumstances.environment = environment
    let program = try StartedProgram(path: "/bin/sleep", arguments: ["1000"], in: circumstances)
    defer {
      ProcessSignal.kill.send(to: program.id)
      _ = try? program.wait()
    }
    try body(program.id)
  }

  @Test func `a child is in the table, runs, and is in our session`() throws {
    try withSleeper { child throws in
      #expect(try Set(ProcessTable.all()).isSuperset(of: [child, CurrentProcess.id, 1]))
      #expect(ProcessTable.isRunning(child))
      #expect(ProcessTable.session(of: child) == ProcessTable.session(of: CurrentProcess.id))
    }
  }

  @Test func `a child's variables can be read`() throws {
    try withSleeper(environment: ["MARK=a b", "OTHER="]) { child throws in
      // What it shows before it has become the program is ours.
      while !ProcessTable.environment(of: child).contains(where: { $0.elementsEqual("MARK=a b".utf8) }) {}
      #expect(ProcessTable.environment(of: child).count == 2)
    }
  }

  #if os(Linux)
    @Test func `what is told of a process fits to it`() throws {
      let before = MonotonicClock.nowNanoseconds
      try withSleeper { child throws in
        let status = try #require(ProcessStatus(child))
        #expect(status.parent == CurrentProcess.id && status.isRunning)
        // A tick is the unit of what the system tells.
        let tick = 1_000_000_000 / Ticks.perSecond
        #expect(status.startedNanoseconds.upperBound >= before - tick)
        #expect(status.startedNanoseconds.lowerBound <= MonotonicClock.nowNanoseconds + tick)
        #expect(ProcessFile.isProcess(child))
        #expect(ProcessTable.processorMicroseconds(of: child) != nil)
        #expect(try #require(ProcessFile.statusNumber("VmHWM", of: CurrentProcess.id)) > 1000)
      }
    }

    @Test func `a process's descriptor is ready when it has ended`() throws {
      let program = try StartedProgram(path: "/bin/sleep", arguments: ["1000"])
      let descriptor = try ProcessDescriptor.open(program.id)
      var poll = DescriptorPoll()
      poll.append(descriptor)
      #expect(try poll.wait(milliseconds: 0))
      #expect(!poll.isReady(0))
      ProcessSignal.terminate.send(to: program.id)
      while try !poll.wait(milliseconds: nil) {}
      #expect(poll.isReady(0))
      #expect(try program.wait().status == .signalled(number: 15))
      try descriptor.close()
      #expect(throws: Errno.noSuchProcess) { try ProcessDescriptor.open(program.id) }
    }
  #endif

  @Test func `this process knows its program, its folder and what it used`() throws {
    let path = try #require(CurrentProcess.executablePath)
    #expect(FileSystem.allows(.execute, to: path))
    #expect(CurrentProcess.workingFolder.map(FileSystem.canonicalPath) == FileSystem.canonicalPath(of: "."))
    #expect(try #require(ResourceUsage.own).processorMicroseconds > 0)
    #expect(try #require(ResourceUsage.own).peakBytes > 1_000_000)
    #expect(ResourceUsage.children != nil)
    #expect(CurrentProcess.variable("PATH")?.isEmpty == false)
    #expect(CurrentProcess.arguments.map { String(cString: $0) } == CommandLine.arguments)
    #expect(CurrentProcess.mostOpenFiles > 10)
  }

  @Test func `the machine has processors, a load and a kernel`() throws {
    #expect(HostMachine.processors >= 1)
    #expect((1...HostMachine.processors).contains(HostMachine.usableProcessors))
    #expect(try #require(HostMachine.loadAverage) >= 0)
    #expect(try #require(HostMachine.kernel).split(separator: " ").count == 2)
  }

  #if os(Linux)
    /// The kernel returns whole records, so that reads of a longer file are short before its end.
    @Test func `a file of several records is read to its end`() throws {
      guard let text = ProcessFile.text("/proc/kallsyms") else { return }
      let records = text.split(separator: "\n")
      #expect(records.count > 1000)
      let last = try #require(records.last)
      #expect(last.split(separator: " ").count >= 3, "a whole record: \(last)")
    }
  #endif
}
