import Platform
import TestSupport
import Testing

@Suite struct FileSystemTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(["file": "text", "sub/other": ""])
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  @Test func `a canonical path has no links in it`() throws {
    try folder.link("link", to: "sub")
    let canonical = try #require(FileSystem.canonicalPath(of: folder.path))
    #expect(FileSystem.canonicalPath(of: path("link/other")) == canonical + "/sub/other")
    #expect(FileSystem.canonicalPath(of: path("absent")) == nil)
  }

  @Test func `a link's target is what it holds, whether or not something is there`() throws {
    try folder.link("link", to: "../nowhere/ö")
    #expect(FileSystem.linkTarget(of: path("link")) == "../nowhere/ö")
    #expect(FileSystem.linkTarget(of: path("file")) == nil)
  }

  @Test func `a rename takes the place of what was there`() throws {
    try folder.write(["new": "new"])
    try FileSystem.rename(path("new"), to: path("file"))
    #expect(SmallFile.contents(path("file")) == Array("new".utf8))
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileSystem.rename(path("new"), to: path("file")) }
  }

  @Test func `only files are removed by their name`() throws {
    try FileSystem.removeFile(path("file"))
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileSystem.removeFile(path("file")) }
    #expect(throws: (any Error).self) { try FileSystem.removeFile(path("sub")) }
  }

  @Test func `a folder that is made is this user's alone if it is to be`() throws {
    try FileSystem.makeFolder(path("private"), permissions: 0o700)
    #expect(try FileStatus(of: path("private")).permissions == 0o700)
    #expect(throws: Errno.fileExists) { try FileSystem.makeFolder(path("private"), permissions: 0o700) }
  }

  @Test func `programs can be executed and texts cannot`() throws {
    #expect(FileSystem.allows(.execute, to: "/bin/sh"))
    #expect(!FileSystem.allows(.execute, to: path("file")))
    #expect(throws: Errno.permissionDenied) { try FileSystem.demand([.write, .execute], to: path("file")) }
    #expect(try FileSystem.startsPrograms(from: "/bin"))
  }

  @Test func `a folder's names come with their kinds, without itself and what is above`() throws {
    try folder.link("link", to: "nowhere")
    let entries = try FolderListing.entries(of: folder.path).sorted { $0.name < $1.name }
    #expect(entries.map(\.name) == ["file", "link", "sub"] && entries.allSatisfy(\.isUTF8))
    // A file system may leave them out.
    for (entry, kind) in zip(entries, [FileStatus.Kind.file, .link, .folder]) {
      #expect(entry.kind == kind || entry.kind == nil)
    }
    #expect(throws: Errno.notDirectory) { try FolderListing.entries(of: path("file")) }
  }

  @Test func `small files are read whole, and nothing else is`() throws {
    #expect(SmallFile.contents(path("file")) == Array("text".utf8))
    #expect(SmallFile.contents(path("sub/other")) == [])
    #expect(SmallFile.contents(path("sub")) == nil)
    #expect(SmallFile.contents("/dev/zero") == nil)
    try folder.write(["large": String(repeating: "x", count: 1 << 20 + 1)])
    #expect(SmallFile.contents(path("large")) == nil)
  }

  @Test(arguments: [0, 1, 2, 100_000])
  func `bytes are counted`(count: Int) {
    let text = Array(String(repeating: "a\nb", count: count).utf8)
    #expect(text.withUnsafeBytes { $0.count(of: UInt8(ascii: "\n")) } == count)
    #expect(UnsafeRawBufferPointer(start: nil, count: 0).count(of: 0) == 0)
  }
}
