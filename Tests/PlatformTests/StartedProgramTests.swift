import Platform
import TestSupport
import Testing

@Suite struct StartedProgramTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// Runs a shell script to its end.
  /// - Returns: what it wrote to standard output, and how it ended.
  private func run(_ script: String, environment: [String]? = nil) throws -> (output: String, status: ProcessEnd) {
    let path = folder.path + "/output"
    let output = try FileDescriptor.open(
      path, .readWrite, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
    var circumstances = StartedProgram.Circumstances()
    circumstances.streams = [(1, output)]
    circumstances.environment = environment
    let program = try output.closeAfter {
      try StartedProgram(path: "/bin/sh", arguments: ["-c", script], in: circumstances)
    }
    let status = try program.wait().status
    return (String(decoding: SmallFile.contents(path) ?? [], as: UTF8.self), status)
  }

  @Test func `how a program ended is told`() throws {
    #expect(try run("exit 7").status == .exited(code: 7))
    #expect(try run("kill -TERM $$").status == .signalled(number: 15))
  }

  @Test func `a program gets its arguments, streams and variables, and no others`() throws {
    let result = try run("echo \"$0 $A $HOME\"", environment: ["A=a b"])
    #expect(result.output == "/bin/sh a b \n")
  }

  @Test func `a program that is not there is an error, not a process`() {
    #expect(throws: Errno.noSuchFileOrDirectory) { try StartedProgram(path: "/nowhere/program", arguments: []) }
  }

  @Test func `a program that has ended keeps its number until it is waited for, and what it used is told`() throws {
    let program = try StartedProgram(
      path: "/bin/sh", arguments: ["-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"])
    while !program.hasEnded {}
    #expect(!ProcessTable.isRunning(program.id))
    let usage = try program.wait().usage
    #expect(usage.processorMicroseconds > 0 && usage.peakBytes > 100_000)
    #expect(ProcessTable.session(of: program.id) == nil)
  }

  @Test func `a session's leader is in a session of its own, all of which is ended`() throws {
    var circumstances = StartedProgram.Circumstances()
    circumstances.leadsSession = true
    let (reading, writing) = try FileDescriptor.pipeForOwnUse()
    circumstances.streams = [(1, writing)]
    // Each child has a process group of its own, as compilers have; one ignores what can be ignored.
    let script = "set -m; sleep 1000 & (trap '' INT TERM; echo up; sleep 1001) & wait"
    let arguments = ["/bin/bash", "-c", script]
    let leader = try StartedProgram(path: arguments[0], arguments: Array(arguments.dropFirst()), in: circumstances)
    try writing.close()
    #expect(try reading.closeAfter { try reading.read(atMost: 3) } == Array("up\n".utf8))
    #expect(ProcessTable.session(of: leader.id) == leader.id)
    let session = ProcessSession(ledBy: leader.id)
    #expect(try session.running().contains(leader.id))
    #expect(try session.end(gently: false) >= 3)
    #expect(try session.running() == [])
    #expect(leader.hasEnded)
    #expect(try leader.wait().status == .signalled(number: 9))
  }

  @Test func `a session that ends when it is asked to is not killed`() throws {
    var circumstances = StartedProgram.Circumstances()
    circumstances.leadsSession = true
    let leader = try StartedProgram(path: "/bin/sleep", arguments: ["1000"], in: circumstances)
    #expect(try ProcessSession(ledBy: leader.id).end(gently: true) == 1)
    #expect(try leader.wait().status == .signalled(number: 2))
  }
}
