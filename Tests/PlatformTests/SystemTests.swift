import Foundation
import TestSupport
import Testing

@testable import Platform

/// The C library behind Swift's types.
@Suite struct SystemTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(["file": "text", "sub/other": ""])
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }
  private func opened(_ name: String = "file") throws -> FileDescriptor {
    try .open(path(name), .readWrite, options: .closeOnExec)
  }

  @Test func `a call that signals interrupt is made again, and only then`() throws {
    var calls = 0
    let result = try Errno.check { () -> Int in
      calls += 1
      errno = EINTR
      return calls < 3 ? -1 : 7
    }
    #expect(result == 7 && calls == 3)
    #expect(throws: Errno.badFileDescriptor) {
      try Errno.check { () -> Int in
        errno = EBADF
        return -1
      }
    }
    #expect(try Errno.check { -2 } == -2)
  }

  @Test func `a file's other names, and folders that are empty`() throws {
    try FileSystem.link(path("file"), as: path("second"))
    #expect(try FileStatus(of: path("second")).identity == FileStatus(of: path("file")).identity)
    #expect(throws: Errno.fileExists) { try FileSystem.link(path("file"), as: path("second")) }
    #expect(throws: (any Error).self) { try FileSystem.removeEmptyFolder(path("sub")) }
    try FileSystem.removeFile(path("sub/other"))
    try FileSystem.removeEmptyFolder(path("sub"))
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(of: path("sub")) }
    #expect(try FileSystem.freeBytes(at: folder.path) > 1 << 20)
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileSystem.freeBytes(at: path("none")) }
    #expect(FileSystem.temporaryFolders.suffix(2) == ["/tmp", "/var/tmp"])
  }

  @Test func `the beginning of a file is as long as is asked for`() throws {
    #expect(SmallFile.beginning(of: path("file"), bytes: 3) == Array("tex".utf8))
    #expect(SmallFile.beginning(of: path("file")) == Array("text".utf8))
    #expect(SmallFile.beginning(of: path("sub")) == nil && SmallFile.beginning(of: path("none")) == nil)
    try folder.write(["largest": String(repeating: "x", count: 1 << 20)])
    #expect(SmallFile.contents(path("largest"))?.count == 1 << 20)
    #expect(SmallFile.beginning(of: path("largest"))?.count == 4096)
  }

  @Test func `permissions, owners and sizes are set by what is open`() throws {
    let file = try opened()
    try file.closeAfter {
      try file.setPermissions(0o606)
      let owner = try FileStatus(of: file).owner
      try file.setOwner(user: nil, group: owner.group)
      try file.setOwner(user: owner.user, group: owner.group)
      try file.synchronize()
      #expect(try FileStatus(of: file).permissions == 0o606 && FileStatus(of: file).owner == owner)
      #expect(try file.read(atMost: 2) == Array("te".utf8) && file.read(atMost: 9) == Array("xt".utf8))
    }
    #expect(throws: Errno.badFileDescriptor) { try file.synchronize() }
  }

  @Test func `time since 1970 has nanoseconds`() throws {
    let status = try FileStatus(of: path("file"))
    #expect(
      status.modifiedNanoseconds > 1_600_000_000_000_000_000
        && status.changedNanoseconds >= status.modifiedNanoseconds - 1)
    #expect(timespec(tv_sec: 2, tv_nsec: 5).nanoseconds == 2_000_000_005)
    #expect(try FileStatus(of: "/").kind == .folder && FileStatus(of: "/dev/null").kind == .characterDevice)
  }

  @Test func `descriptors that are polled keep their order`() throws {
    let (one, two) = (try FileDescriptor.pipeForOwnUse(), try FileDescriptor.pipeForOwnUse())
    defer { for file in [one.readEnd, one.writeEnd, two.readEnd, two.writeEnd] { try? file.close() } }
    var (first, second) = (DescriptorPoll(), DescriptorPoll())
    first.append(one.readEnd)
    second.append(two.readEnd)
    second.append(nil)
    first.append(contentsOf: second)
    #expect(first.count == 3 && first[1].rawValue == two.readEnd.rawValue && first[2].rawValue == -1)
    try two.writeEnd.writeAll([1])
    #expect(try first.wait(milliseconds: nil) && !first.isReady(0) && first.isReady(1) && !first.isReady(2))
    let start = MonotonicClock.nowNanoseconds
    first.remove(at: 1)
    #expect(try first.wait(milliseconds: 2) && !first.isReady(0))
    #expect(MonotonicClock.nowNanoseconds - start >= 1_000_000)
  }

  #if os(Linux)
    @Test func `descriptors for own use are not inherited`() throws {
      let copy = try FileDescriptor.standardError.duplicateForOwnUse()
      let pipe = try FileDescriptor.pipeForOwnUse()
      let plain = try FileDescriptor.open(path("file"), .readOnly)
      for (file, isInherited) in [(copy, false), (pipe.readEnd, false), (pipe.writeEnd, false), (plain, true)] {
        #expect((fcntl(file.rawValue, F_GETFD) & FD_CLOEXEC == 0) == isInherited)
      }
      plain.closeOnExec()
      #expect(fcntl(plain.rawValue, F_GETFD) & FD_CLOEXEC != 0)
      let waiting = try FileDescriptor.open(path("file"), .readOnly, options: [.nonBlocking, .closeOnExec])
      try waiting.makeBlocking()
      #expect(fcntl(waiting.rawValue, F_GETFL) & O_NONBLOCK == 0)
      for file in [copy, pipe.readEnd, pipe.writeEnd, plain, waiting] { try file.close() }
    }

    @Test func `blocks are shared where the file system can, and nothing is lost where it cannot`() throws {
      try folder.write(["copy": ""])
      let (source, destination) = (try opened(), try opened("copy"))
      let isShared = FileCloning.share(source, with: destination)
      #expect(SmallFile.contents(path("copy")) == Array((isShared ? "text" : "").utf8))
      for file in [source, destination] { try file.close() }
    }
  #endif

  @Test func `functions of a library are found by their names`() throws {
    #if os(Linux)
      let library = try DynamicLibrary(at: "libc.so.6")
      #expect(DynamicLibrary.fileExtension == "so")
    #else
      let library = try DynamicLibrary(at: "libSystem.dylib")
      #expect(DynamicLibrary.fileExtension == "dylib")
    #endif
    var loader = FunctionLoader(library, prefix: "str")
    let length = loader.find("len", as: (@convention(c) (UnsafePointer<CChar>) -> Int).self)
    #expect(length?("four") == 4 && loader.missing == nil && library.address(of: "nothing") == nil)
    #expect(loader.find("none", as: (@convention(c) () -> Void).self) == nil)
    #expect(loader.find("nothing", as: (@convention(c) () -> Void).self) == nil && loader.missing == "strnone")
    let error = #expect(throws: DynamicLibrary.LoadError.self) { try DynamicLibrary(at: "libnowhere.so") }
    #expect(error?.reason.contains("libnowhere") == true)
  }

  @Test func `what this process used is the sum of two figures`() throws {
    let usage = try #require(ResourceUsage.own)
    #expect(usage.processorMicroseconds == usage.userMicroseconds + usage.systemMicroseconds)
    var counted = rusage()
    (counted.ru_utime, counted.ru_stime) = (timeval(tv_sec: 2, tv_usec: 5), timeval(tv_sec: 1, tv_usec: 7))
    counted.ru_maxrss = 3
    let read = ResourceUsage(counted)
    #expect(read.userMicroseconds == 2_000_005 && read.systemMicroseconds == 1_000_007)
    #expect(read.processorMicroseconds == 3_000_012)
    #if os(Linux)
      #expect(read.peakBytes == 3072)
    #endif
  }

  @Test func `the account has a home, and variables come and go`() throws {
    #expect(CurrentProcess.accountHome?.hasPrefix("/") == true)
    let name = "MODGAUGE_TEST_VARIABLE_OF_PLATFORM"
    #expect(CurrentProcess.variable(name) == nil)
    #expect(HostMachine.processorName?.isEmpty != true && HostMachine.processorName?.hasPrefix(" ") != true)
  }

  #if os(Linux)
    @Test func `the limit of processors is a positive number, if there is one`() {
      #expect(ControlGroup.allowedProcessors.map { $0 > 0 } ?? true)
      #expect(HostMachine.usableProcessors <= HostMachine.processors)
    }
  #endif
}
