import Foundation
import ModuleGraph
import Testing

@testable import Workspace

struct SnippetTests {
  private static let manifest = """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "Kit", products: [.library(name: "Kit", targets: ["Kit", "CKit"])],
      targets: [
        .target(name: "Kit"), .target(name: "CKit"), .target(name: "Hidden"),
        .executableTarget(name: "Tool", dependencies: ["Kit"]),
      ])
    """

  private static let files = [
    "Package.swift": manifest, "Sources/Kit/a.swift": "", "Sources/CKit/a.c": "", "Sources/CKit/include/a.h": "",
    "Sources/Hidden/a.swift": "", "Sources/Tool/main.swift": "", "Snippets/One.swift": "print(1)\n",
    "Snippets/Group/Deep/Two.swift": "", "Snippets/Group/with-dash.swift": "", "Snippets/.hidden/Three.swift": "",
    "Snippets/Play.playground/Four.swift": "", "Snippets/Folder.swift/Five.swift": "", "Snippets/readme.md": "",
    "Snippets/Upper.SWIFT": "", "Outside/Six.swift": "",
  ]

  @Test func agreesWithSwiftPMOnWhichFilesAreSnippetsAndOnWhatTheyDepend() async throws {
    let workspace = try TemporaryWorkspace(Self.files)
    let snippets = workspace.path + "/Snippets"
    try FileManager.default.createSymbolicLink(atPath: snippets + "/Linked", withDestinationPath: "../Outside")
    try FileManager.default.createSymbolicLink(
      atPath: snippets + "/Seven.swift", withDestinationPath: "../Outside/Six.swift")
    try FileManager.default.createSymbolicLink(atPath: snippets + "/Eight.swift", withDestinationPath: "nowhere")
    let theirs = try describedTargets(workspace.path, scratch: workspace.folder + "/scratch")
      .filter { $0.type == "snippet" }
    let loaded = try await workspace.load()
    let ours = loaded.graph.modules.filter { $0.kind == .snippet }
    #expect(theirs.count == 7)
    #expect(ours.map(\.name) == theirs.map(\.name).sorted())
    for target in theirs {
      let id = ModuleID(package: "Kit", name: target.name)
      #expect(loaded.sources[id]?.map(\.path) == target.sources.map { Path.normalized(target.path + "/" + $0) })
      let dependencies = loaded.graph.dependencies.filter { $0.from == id }.map(\.to.name)
      #expect(dependencies == target.targetDependencies?.sorted())
    }
    let one = try #require(ours.first { $0.name == "One" })
    #expect((one.path, one.lines, one.languages) == ("Snippets", 1, ["swift"]))
  }

  @Test func packagesThatOthersDependOnHaveNoSnippets() async throws {
    var files = Dictionary(uniqueKeysWithValues: Self.files.map { ("Kit/" + $0.key, $0.value) })
    files["Package.swift"] = """
      let package = Package(
        name: "App", dependencies: [.package(path: "Kit")],
        targets: [.target(name: "App", dependencies: [.product(name: "Kit", package: "Kit")])])
      """
    files["Sources/App/a.swift"] = ""
    let workspace = try TemporaryWorkspace(files)
    func snippets(_ package: String) async throws -> Int {
      try await workspace.load(package).graph.modules.count { $0.kind == .snippet }
    }
    #expect(try await snippets("") == 0)
    #expect(try await snippets("Kit") == 6)
  }

  @Test func aSnippetWhoseNameIsTakenIsLeftOutWithAWarning() async throws {
    var files = Self.files
    files["Snippets/Kit.swift"] = ""
    files["Snippets/Group/One.swift"] = ""
    let graph = try await TemporaryWorkspace(files).load().graph
    #expect(graph.modules.count { $0.name == "Kit" || $0.name == "One" } == 2)
    #expect(
      graph.warnings == [
        "Kit: `Snippets/One.swift` was left out: another snippet has its name.",
        "Kit: the snippet `Kit` was left out: a target has its name.",
      ])
  }
}
