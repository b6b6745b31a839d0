import Foundation
import ModuleGraph
import Platform
import TestSupport
import Testing

@testable import Workspace

/// Walks over folders in which symbolic links lead around.
@Suite struct FolderWalkTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func walk() -> (visited: [String], skipped: [(path: String, reason: String)]) {
    var walk = FolderWalk(folder.path)
    var visited: [String] = []
    while let place = walk.next()?.path {
      visited.append(String(place.dropFirst(folder.path.count)))
      for entry in FolderEntries(of: place) where FileStatus(at: place + "/" + entry.name)?.kind == .folder {
        walk.add(place + "/" + entry.name, isLink: entry.kind == nil)
      }
    }
    return (visited, walk.skipped)
  }

  @Test func `a link to a folder above it is skipped, and a folder with two links is seen twice`() throws {
    try folder.write(["a/deep/file": "", "b/file": ""])
    try folder.link("a/deep/up", to: "..")
    try folder.link("a/again", to: "../b")
    let (visited, skipped) = walk()
    #expect(visited.sorted() == ["", "/a", "/a/again", "/a/deep", "/b"])
    #expect(skipped.map(\.path) == [folder.path + "/a/deep/up"])
    #expect(skipped.map(\.reason) == ["is a link to one of its parent folders, and was skipped"])
  }

  @Test func `links to more folders than anyone has end the walk with a sentence`() throws {
    for index in 0..<40 {
      try folder.write(["\(index)/file": ""])
      for name in ["x", "y"] { try folder.link("\(index)/\(name)", to: "../\(index + 1)") }
    }
    let (visited, skipped) = walk()
    #expect(visited.count < 10_100)
    #expect(skipped.count == 1 && skipped[0].reason.hasSuffix("links lead to too many folders"))
  }

  @Test func `sources, resources and catalogs with links in a circle are read`() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(
        name: "P", targets: [.target(name: "A", resources: [.copy("Res"), .process("M.xcassets"), .process("D.xcdatamodeld")])])
      """,
      "Sources/A/A.swift": "", "Sources/A/Res/f.txt": "f", "Sources/A/M.xcassets/a.imageset/a.png": "p",
      "Sources/A/D.xcdatamodeld/contents": "d",
    ])
    for place in ["", "Res/", "M.xcassets/", "M.xcassets/a.imageset/", "D.xcdatamodeld/"] {
      for (name, target) in [("one", "."), ("other", "."), ("both", "one")] {
        try FileManager.default.createSymbolicLink(
          atPath: workspace.path + "/Sources/A/" + place + name, withDestinationPath: target)
      }
    }
    let loaded = try await workspace.load(reads: [.imports, .resources])
    let names = try required(loaded.resources?.items.values.first).map(\.name)
    #expect(names.sorted() == ["D.xcdatamodeld", "a.imageset", "f.txt"])
  }
}
