import TestSupport
import Testing

@testable import Workspace

struct PathTests {
  @Test func pathsAreWorkedOutOnTheTextAlone() {
    #expect(Path.normalized("/a/./b/../c//") == "/a/c")
    #expect(Path.normalized("a/..") == ".")
    #expect(Path.normalized("../../a") == "../../a")
    #expect(Path.normalized("/..") == "/")
    for path in ["/", "/a", "/a/b.c", "a", "a/b", "..", "../a", "/.a/...", "."] {
      #expect(Path.normalized(path) == path)
    }
    for path in ["//a", "/a//", "/./a", "/a/."] { #expect(Path.normalized(path) == "/a") }
    #expect(Path.normalized("") == ".")
    #expect(Path.relative("/a/b", to: "/a/b") == ".")
    #expect(Path.relative("/a/c/d", to: "/a/b") == "../c/d")
    #expect(Path.relative("/a/b/c", to: "/a/b") == "c")
    #expect(Path.relative("/a/bc", to: "/a/b") == "../bc")
    #expect(Path.relative("/a/b//c/", to: "/a/b") == "c")
    #expect(["a.swift", ".swift", "a.", "a", "a.b.c"].map { Path.pathExtension($0) } == ["swift", nil, nil, nil, "c"])
  }

  @Test func `a mistyped path is answered by the names beside it`() throws {
    let folder = try TestFolder()
    try folder.write(["runs/before/run.json": "", "runs/after/run.json": ""])
    #expect(PathSuggestion.sentence(for: folder.path + "/runs/befor") == " Did you mean “\(folder.path)/runs/before”?")
    #expect(PathSuggestion.sentence(for: folder.path + "/runs/aftre/") == " Did you mean “\(folder.path)/runs/after”?")
    #expect(PathSuggestion.sentence(for: folder.path + "/runs/before") == "", "it is there")
    #expect(PathSuggestion.sentence(for: folder.path + "/runs/Zebra") == "")
    #expect(
      PathSuggestion.sentence(for: folder.path + "/nowhere/before") == "" && PathSuggestion.sentence(for: "") == "")
  }
}
