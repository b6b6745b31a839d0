import Platform
import TestSupport
import Testing

@Suite struct OwnFolderTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try OwnFolder.make(path("own"))
    try folder.write(["own/sub/deep/file": "", "other/file": "", "copied/CACHEDIR.TAG": OwnFolder.mark])
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  @Test func `a folder that is made has its mark, and nothing else is made`() throws {
    #expect(
      OwnFolder.isMarked(path("own")) && SmallFile.contents(path("own/CACHEDIR.TAG")) == Array(OwnFolder.mark.utf8))
    #expect(try FolderListing.entries(of: folder.path).count == 3)
    try OwnFolder.make(path("own"))
    #expect(try FolderListing.entries(of: folder.path).count == 3, "of several processes each finds it complete")
    #expect(throws: (any Error).self) { try OwnFolder.make(path("other")) }
    #expect(throws: Errno.noSuchFileOrDirectory) { try OwnFolder.make(path("none/own")) }
    #expect(try FolderListing.entries(of: folder.path).count == 3)
    try OwnFolder.make(path("secret"), permissions: 0o700)
    #expect(try FileStatus(of: path("secret")).permissions == 0o700)
  }

  @Test func `what is below a marked folder is ours, if no link leads there`() throws {
    try folder.link("link", to: "own")
    try folder.link("own/out", to: "../other")
    try folder.link("own/in", to: "sub")
    for (name, isOurs) in [
      ("own", true), ("own/sub", true), ("own/sub/deep", true), ("own/sub/deep/file", false), ("copied", true),
      ("other", false), ("link", false), ("link/sub", false), ("own/out", false), ("own/in", false),
      ("own/none", false),
      ("", false),
    ] {
      #expect(OwnFolder.holds(path(name)) == isOurs, "\(name)")
    }
    #expect(!OwnFolder.holds("") && !OwnFolder.holds("/"))
  }

  @Test func `a mark is a file with these very arguments`() throws {
    try folder.write([
      "short/CACHEDIR.TAG": String(OwnFolder.mark.dropLast()), "long/CACHEDIR.TAG": OwnFolder.mark + "more",
    ])
    try folder.write(["linked/a": "", "folder/CACHEDIR.TAG/a": "", "changed/CACHEDIR.TAG": OwnFolder.mark.uppercased()])
    try folder.link("linked/CACHEDIR.TAG", to: "../own/CACHEDIR.TAG")
    for (name, isMarked) in [
      ("own", true), ("long", true), ("short", false), ("linked", false), ("folder", false), ("changed", false),
      ("other", false),
    ] {
      #expect(OwnFolder.isMarked(path(name)) == isMarked, "\(name)")
    }
    try folder.link("link", to: "own")
    #expect(!OwnFolder.isMarked(path("link")))
  }
}
