import Platform
import TestSupport
import Testing

@Suite struct FileDescriptorTests {
  private let folder: TestFolder
  private var path: String { folder.path + "/file" }

  init() throws {
    folder = try TestFolder()
    try folder.write(["file": "text"])
  }

  private func opened() throws -> FileDescriptor { try .open(path, .readWrite, options: .closeOnExec) }

  @Test func `an exclusive lock keeps others out until its file is closed`() throws {
    let (first, second) = (try opened(), try opened())
    defer { try? second.close() }
    try first.closeAfter { () throws in
      #expect(try first.lock(.exclusive, waits: false))
      #expect(try !second.lock(.exclusive, waits: false))
      #expect(try !second.lock(.shared, waits: false))
    }
    #expect(try second.lock(.exclusive, waits: true))
  }

  @Test func `a shared lock is shared, and can become an exclusive one once it is alone`() throws {
    let (first, second) = (try opened(), try opened())
    defer { try? second.close() }
    try first.closeAfter { () throws in
      #expect(try first.lock(.shared, waits: true))
      #expect(try second.lock(.shared, waits: true))
      #expect(try !second.lock(.exclusive, waits: false))
    }
    #expect(try second.lock(.exclusive, waits: true))
  }

  @Test func `a copy for own use leaves the standard streams' numbers alone`() throws {
    let copy = try FileDescriptor.standardError.duplicateForOwnUse()
    #expect(copy.rawValue > 2 && copy.isOpen)
    try copy.close()
  }

  @Test func `neither a file nor a pipe is a terminal`() throws {
    let file = try opened()
    #expect(try file.closeAfter { file.isTerminal } == false)
  }

  @Test func `what was written to a pipe is ready to be read, and so is its end`() throws {
    let (silent, pipe) = (try FileDescriptor.pipeForOwnUse(), try FileDescriptor.pipeForOwnUse())
    defer { for file in [silent.readEnd, silent.writeEnd, pipe.readEnd] { try? file.close() } }
    var poll = DescriptorPoll()
    poll.append(silent.readEnd)
    poll.append(nil)
    poll.append(pipe.readEnd)
    #expect(try poll.wait(milliseconds: 0))
    #expect(!poll.isReady(2))
    try pipe.writeEnd.writeAll([7])
    #expect(try poll.wait(milliseconds: nil))
    #expect((0..<3).filter(poll.isReady) == [2])
    #expect(try pipe.readEnd.read(atMost: 10) == [7])
    try pipe.writeEnd.close()
    #expect(try poll.wait(milliseconds: nil))
    #expect(poll.isReady(2))
    #expect(try pipe.readEnd.read(atMost: 10) == [])
    poll.remove(at: 0)
    #expect(poll[1].rawValue == pipe.readEnd.rawValue)
  }

  @Test func `more descriptors than may be open cannot be polled`() {
    let most = CurrentProcess.mostOpenFiles
    guard most < 1 << 21 else { return }
    var poll = DescriptorPoll()
    for _ in 0...most { poll.append(nil) }
    #expect(throws: Errno.invalidArgument) { try poll.wait(milliseconds: 0) }
  }
}
