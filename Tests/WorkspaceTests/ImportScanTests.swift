import Foundation
import ModuleGraph
import Testing

@testable import Workspace

@Suite struct ImportScanTests {
  /// What cannot be read may name anything, so that nothing is said of the module, nor of what depends on it.
  @Test(arguments: ["module.modulemap", "Core.h"])
  func aHeaderThatCannotBeReadLeavesItsModuleOpen(file: String) async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(name: "Shop", targets: [
        .target(name: "App", dependencies: ["Core"]), .target(name: "Core", dependencies: ["Base"]), .target(name: "Base"),
      ])
      """,
      "Sources/App/App.swift": "let app = 1\n", "Sources/Core/core.c": "\n", "Sources/Core/include/Other.h": "\n",
      "Sources/Base/base.c": "\n", "Sources/Base/include/Base.h": "\n",
    ])
    #expect(try await unused(in: workspace) == ["App", "Core"])
    let link = workspace.path + "/Sources/Core/include/" + file
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    #expect(try await unused(in: workspace) == [])
  }

  private func unused(in workspace: TemporaryWorkspace) async throws -> [String] {
    let loaded = try await workspace.load()
    return ImportFindings(of: loaded.graph, imports: await loaded.readImports()).unused.map(\.module.name)
  }
}
