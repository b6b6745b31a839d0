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
    #expect(first[1].rawValue == two.readEnd.rawValue && first[2].rawValue == -1)
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
      let waiting = try FileDescriptor.open(path("file"), .writeOnly, options: [.nonBlocking, .append, .closeOnExec])
      try waiting.makeBlocking()
      #expect(fcntl(waiting.rawValue, F_GETFL) & (O_NONBLOCK | O_APPEND) == O_APPEND, "the other flags stay")
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
    @Test func `a terminal has a width, if it says so`() throws {
      let controlling = try FileDescriptor.open(
        "/dev/ptmx", .readWrite, options: [.noControllingTerminal, .closeOnExec])
      defer { try? controlling.close() }
      var (lock, number): (Int32, Int32) = (0, 0)
      // TIOCSPTLCK and TIOCGPTN, macros that Swift cannot see.
      try #require(ioctl(controlling.rawValue, 0x4004_5431, &lock) == 0)
      try #require(ioctl(controlling.rawValue, 0x8004_5430, &number) == 0)
      let shown = try FileDescriptor.open(
        "/dev/pts/\(number)", .readWrite, options: [.noControllingTerminal, .closeOnExec])
      defer { try? shown.close() }
      #expect(shown.isTerminal && shown.terminalColumns == nil)
      var size = winsize(ws_row: 24, ws_col: 1, ws_xpixel: 0, ws_ypixel: 0)
      #expect(ioctl(controlling.rawValue, UInt(TIOCSWINSZ), &size) == 0)
      #expect(shown.terminalColumns == 1)
      let file = try opened()
      #expect(try file.closeAfter { file.terminalColumns } == nil)
      #expect(shown.isOpen && !FileDescriptor(rawValue: -1).isOpen)
    }
  #endif

  @Test func `the machine's figures are those of the system`() throws {
    #expect(HostMachine.processors == ProcessInfo.processInfo.activeProcessorCount)
    let attributes = try FileManager.default.attributesOfFileSystem(forPath: folder.path)
    let free = try #require((attributes[.systemFreeSize] as? NSNumber)?.doubleValue)
    #expect((0.8...1.25).contains(Double(try FileSystem.freeBytes(at: folder.path)) / free))
    #expect(CurrentProcess.userID == geteuid() && CurrentProcess.id == getpid())
    var limit = rlimit()
    #expect(getrlimit(numericCast(RLIMIT_NOFILE.rawValue), &limit) == 0)
    #expect(CurrentProcess.mostOpenFiles == Int(clamping: limit.rlim_cur))
    #if os(Linux)
      let release = try #require(ProcessFile.text("/proc/sys/kernel/osrelease")).dropLast()
      #expect(HostMachine.kernel == "Linux \(release)")
      if let name = HostMachine.processorName {
        #expect(ProcessFile.text("/proc/cpuinfo")?.contains(": \(name)\n") == true)
      }
      // Mount points and their flags, of which one says that nothing may be executed.
      let mounts = (ProcessFile.text("/proc/self/mountinfo") ?? "").split(separator: "\n").map {
        $0.split(separator: " ")
      }
      for fields in mounts where fields.count > 5 && ["/proc", "/", "/dev"].contains(fields[4]) {
        #expect(
          try FileSystem.startsPrograms(from: String(fields[4])) == !fields[5].split(separator: ",").contains("noexec"))
      }
    #endif
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileSystem.startsPrograms(from: path("none")) }
  }

  @Test func `a name that is not UTF-8 is repaired and marked`() throws {
    let name: [CChar] = Array((path("x") + "\u{7F}").utf8.dropLast().map { CChar(bitPattern: $0) }) + [-1, 0]
    let number = open(name, O_CREAT | O_WRONLY, 0o600)
    try #require(number >= 0)
    close(number)
    let entries = try FolderListing.entries(of: folder.path)
    #expect(entries.filter { !$0.isUTF8 }.map(\.name) == ["x\u{FFFD}"] && entries.count == 3)
    let devices = try FolderListing.entries(of: "/dev")
    #expect(devices.first { $0.name == "null" }?.kind.map { $0 == .characterDevice } ?? true)
    unlink(name)
  }

  #if os(Linux)
    @Test func `a control group is found by its mount and its path, and states its processors`() {
      for (limit, processors) in [
        ("150000 100000\n", 1.5), ("max 100000\n", nil), ("", nil), ("5 0\n", nil), ("1 2 3\n", nil),
      ] as [(String, Double?)] { #expect(ControlGroup.processors(stated: limit) == processors) }
      let mount = "41 31 0:38 / /sys/unified rw,relatime shared:4 - cgroup2 cgroup2 rw"
      for (groups, mounts, folder) in [
        ("9:pids:/\n0::/\n", "31 23 0:28 / /sys rw - tmpfs tmpfs rw\n\(mount)\n", "/sys/unified"),
        ("0::/user/a\n", "41 31 0:38 / /m rw - cgroup2 none rw", "/m/user/a"), ("9:pids:/\n", mount, nil),
        ("0::/", "41 31 0:38 /sub /m rw - cgroup2 none rw", nil), ("0::/", "1 2 3 / - cgroup2 none rw", nil),
        ("0::/", "41 31 0:38 / /m rw -", nil), ("0::/", "41 31 0:38 / /m rw - cgroup none rw", nil), ("0::/", "", nil),
      ] as [(String, String, String?)] {
        #expect(ControlGroup.folder(groups: groups, mounts: mounts) == folder, "\(mounts)")
      }
    }

    @Test func `the limit of processors is a positive number, if there is one`() {
      #expect(ControlGroup.allowedProcessors.map { $0 > 0 } ?? true)
      #expect(HostMachine.usableProcessors <= HostMachine.processors)
    }
  #endif
}
