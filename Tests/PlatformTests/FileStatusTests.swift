import Platform
import TestSupport
import Testing

@Suite struct FileStatusTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(["file": "12345", "sub/other": ""])
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  @Test func `files, folders, links and devices are told apart`() throws {
    try folder.link("link", to: "file")
    #expect(try FileStatus(of: path("file")).kind == .file)
    #expect(try FileStatus(of: path("sub")).kind == .folder)
    #expect(try FileStatus(of: path("link")).kind == .file)
    #expect(try FileStatus(of: path("link"), followsLast: false).kind == .link)
    #expect(try FileStatus(of: "/dev/null").kind == .characterDevice)
  }

  @Test func `a file's size, permissions and owner are the system's`() throws {
    let file = try FileDescriptor.open(path("file"), .readOnly, options: .closeOnExec)
    try file.closeAfter { try file.setPermissions(0o640) }
    let status = try FileStatus(of: path("file"))
    #expect(status.bytes == 5 && status.permissions == 0o640 && status.owner.user == CurrentProcess.userID)
  }

  @Test func `two paths of one file have one identity, and an open file that of its path`() throws {
    try folder.link("link", to: "file")
    let status = try FileStatus(of: path("file"))
    let file = try FileDescriptor.open(path("link"), .readOnly, options: .closeOnExec)
    #expect(try file.closeAfter { try FileStatus(of: file) } == status)
    #expect(try FileStatus(of: path("sub/other")).identity != status.identity)
  }

  @Test func `a file that was written again with another size is another`() throws {
    let before = try FileStatus(of: path("file"))
    #expect(try FileStatus(of: path("file")) == before)
    try folder.write(["file": "123456"])
    #expect(try FileStatus(of: path("file")) != before)
  }

  @Test func `an error says why there is nothing`() {
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(of: path("absent")) }
    #expect(throws: Errno.notDirectory) { try FileStatus(of: path("file/below")) }
  }
}
