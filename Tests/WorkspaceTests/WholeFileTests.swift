import Foundation
import TestSupport
import Testing

@testable import Workspace

/// What a path means to whatever writes a file. No test comes near a device that others use: pipes, terminals and files
/// without a path are of its own.
@Suite struct WholeFileTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func place(_ name: String) -> String { folder.path + "/" + name }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: place(name), withDestinationPath: target)
  }

  private func kind(_ name: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: place(name))[.type] as? FileAttributeType
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  /// Writes into a place, and gives what arrived at the other end.
  private func bytesThrough(_ reader: FileHandle, writing text: String, to path: String) throws -> String {
    try WholeFile.write(text.utf8, to: path)
    return String(decoding: reader.readData(ofLength: text.utf8.count), as: UTF8.self)
  }

  @Test func aPipeIsWrittenInto() throws {
    try #require(mkfifo(place("pipe"), 0o600) == 0)
    try link("link", to: "pipe")
    let reader = FileHandle(fileDescriptor: open(place("pipe"), O_RDONLY | O_NONBLOCK), closeOnDealloc: true)
    #expect(try bytesThrough(reader, writing: "one", to: place("pipe")) == "one")
    #expect(try bytesThrough(reader, writing: "two", to: place("link")) == "two")
    #expect(try kind("pipe") == .typeUnknown && kind("link") == .typeSymbolicLink)
    #expect(try names == ["link", "pipe"])
  }

  @Test func anOpenFileOfTheProcessIsWrittenIntoWhereItStands() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (reader, writer) = (FileHandle(fileDescriptor: ends[0], closeOnDealloc: true), ends[1])
    defer { close(writer) }
    // No socket can be opened by its path.
    #expect(try bytesThrough(reader, writing: "one", to: "/dev/fd/\(writer)") == "one")
    try link("link", to: "/dev/fd/\(writer)")
    #expect(try bytesThrough(reader, writing: "two", to: place("link")) == "two")
    // As `-o /dev/stdout >> log`: what the log holds stays.
    try folder.write(["log": "first\n"])
    let log = open(place("log"), O_WRONLY | O_APPEND)
    defer { close(log) }
    try WholeFile.write("second\n".utf8, to: "/dev/fd/\(log)")
    #expect(try folder.read("log") == "first\nsecond\n")
  }

  #if os(Linux)
    @Test func aTerminalIsWrittenInto() throws {
      let controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      let reader = FileHandle(fileDescriptor: controller, closeOnDealloc: true)
      var (lock, number): (Int32, Int32) = (0, 0)
      // TIOCSPTLCK and TIOCGPTN, macros that Swift cannot see.
      try #require(ioctl(controller, 0x4004_5431, &lock) == 0 && ioctl(controller, 0x8004_5430, &number) == 0)
      try link("link", to: "/dev/pts/\(number)")
      let own = open(place("link"), O_RDWR | O_NOCTTY)  // Or the terminal would hang up after the first writer.
      defer { close(own) }
      #expect(try bytesThrough(reader, writing: "text", to: place("link")) == "text")
      #expect(try kind("link") == .typeSymbolicLink && names == ["link"])
    }

    @Test func aFileWithoutAPathIsWrittenInto() throws {
      let file =
        FileHandle(forUpdatingAtPath: place("file"))
        ?? FileHandle(
          fileDescriptor: open(place("file"), O_RDWR | O_CREAT, 0o600), closeOnDealloc: true)
      try file.write(contentsOf: Data("something longer".utf8))
      try FileManager.default.removeItem(atPath: place("file"))
      // By another process's eyes, so that it is opened anew.
      try link("link", to: "/proc/\(getpid())/task/\(getpid())/fd/\(file.fileDescriptor)")
      try WholeFile.write("new".utf8, to: place("link"))
      try file.seek(toOffset: 0)
      #expect(try file.readToEnd() == Data("new".utf8))
      #expect(try names == ["link"])
    }
  #endif

  @Test func linksAreFollowedAlsoToWhatIsNotThereYet() throws {
    try folder.write(["deep/target": "old", "deep/b/c": ""])
    try link("one", to: "two")
    try link("two", to: "deep/target")
    try link("dangling", to: "deep/b/../new")
    try link("lost", to: "nowhere/new")
    try link("round", to: "round")
    try WholeFile.write("new".utf8, to: place("one"))
    try WholeFile.write("made".utf8, to: place("dangling"))
    #expect(try folder.read("deep/target") == "new")
    #expect(try folder.read("deep/new") == "made")
    for name in ["one", "two", "dangling"] { #expect(try kind(name) == .typeSymbolicLink) }
    #expect(throws: FileFailure(reason: "there is no such folder")) { try WholeFile.write([], to: place("lost")) }
    #expect(throws: FileFailure.self) { try WholeFile.write([], to: place("round")) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: place("deep")).sorted() == ["b", "new", "target"])
  }

  @Test func aRegularFileKeepsItsPermissionsAndItsOwner() throws {
    try folder.write(["file": "a long text that was there before"])
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: place("file"))
    if geteuid() == 0 { try #require(chown(place("file"), 12345, 54321) == 0) }
    try WholeFile.write("new".utf8, to: place("file"))
    #expect(try folder.read("file") == "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: place("file"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    if geteuid() == 0 {
      #expect(attributes[.ownerAccountID] as? Int == 12345 && attributes[.groupOwnerAccountID] as? Int == 54321)
    }
  }

  @Test func aRegularFileIsReplacedAsAWhole() throws {
    try folder.write(["file": "old"])
    let reader = FileHandle(forReadingAtPath: place("file"))
    try WholeFile.write("new".utf8, to: place("file"))
    // Whoever has begun to read it reads the old one to its end.
    #expect(try reader?.readToEnd() == Data("old".utf8))
    #expect(try folder.read("file") == "new")
  }

  /// Bytes in whose course somebody else does something.
  private struct Meanwhile: Sequence {
    let text: String
    let action: () -> Void

    func makeIterator() -> String.UTF8View.Iterator {
      action()
      return text.utf8.makeIterator()
    }
  }

  @Test func whatOthersWriteMeanwhileIsNotReplaced() throws {
    try folder.write(["file": "old"])
    #expect(try !WholeFile.replace(place("file"), holding: Array("older".utf8), by: "new".utf8))
    let appended = Meanwhile(text: "new") {
      let file = FileHandle(forWritingAtPath: place("file"))
      _ = try? file?.seekToEnd()
      try? file?.write(contentsOf: Data(" and more".utf8))
    }
    #expect(try !WholeFile.replace(place("file"), holding: Array("old".utf8), by: appended))
    #expect(try folder.read("file") == "old and more")
    #expect(try WholeFile.replace(place("file"), holding: Array("old and more".utf8), by: "new".utf8))
    #expect(try folder.read("file") == "new")
    #expect(try names == ["file"])
  }

  @Test func aFileThatManyWriteAtOnceIsAlwaysWhole() async throws {
    let path = place("file")
    try await withThrowingTaskGroup { group in
      for writer in UInt8(0)..<8 {
        group.addTask {
          for _ in 0..<100 {
            try WholeFile.write([UInt8](repeating: writer, count: 10_000), to: path)
            let read = try Data(contentsOf: URL(filePath: path))
            #expect(read.count == 10_000 && Set(read).count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func whatCannotBeWrittenIsSaidAndLeftAlone() throws {
    try folder.write(["file": "old", "folder/a": ""])
    #expect(throws: FileFailure(reason: "it is a folder")) { try WholeFile.write([], to: place("folder")) }
    #expect(throws: FileFailure(reason: "a part of the path is not a folder")) {
      try WholeFile.write([], to: place("file/below"))
    }
    #expect(throws: FileFailure(reason: "it is a folder")) { try WholeFile.check(place("folder")) }
    #expect(throws: FileFailure(reason: "there is no such folder")) { try WholeFile.check(place("gone/file")) }
    try WholeFile.check(place("new"))
    try WholeFile.check(place("file"))
    #expect(try names == ["file", "folder"])
    #expect(try folder.read("file") == "old")
  }
}
