import ModuleGraph
import TestSupport
import Testing

@testable import Workspace

@Suite struct XcodeSchemeTests {
  private static func scheme(_ entries: (running: String, name: String, container: String)...) -> String {
    let parts = entries.map {
      """
      <BuildActionEntry buildForRunning = "\($0.running)">
        <BuildableReference BuildableName = "x" BlueprintName = "\($0.name)" ReferencedContainer = "container:\($0.container)">
        </BuildableReference>
      </BuildActionEntry>
      """
    }
    return
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Scheme version = \"1.7\"><BuildAction>\(parts.joined())</BuildAction>"
      + "<LaunchAction><BuildableReference BlueprintName = \"Other\"></BuildableReference></LaunchAction></Scheme>"
  }

  @Test func theSchemesOfAWorkspaceAndItsProjectsNameTheTargetsThatTheyRun() async throws {
    let shared = "xcshareddata/xcschemes"
    let workspace = try TemporaryWorkspace(
      [
        "Core/Package.swift": libraryManifest("Core"), "Core/Sources/Core/a.swift": "",
        "All.xcworkspace/\(shared)/Both.xcscheme": Self.scheme(
          ("YES", "Kit", "Two/Two.xcodeproj"), ("YES", "Core", "Core"), ("NO", "Tests", "One.xcodeproj")),
        "One.xcodeproj/\(shared)/App.xcscheme": Self.scheme(("YES", "App", "One.xcodeproj")),
        "One.xcodeproj/xcuserdata/me.xcuserdatad/xcschemes/Own.xcscheme": Self.scheme(("YES", "Kit", "One.xcodeproj")),
        "Two/Two.xcodeproj/\(shared)/App.xcscheme": Self.scheme(("YES", "Nothing", "Two.xcodeproj")),
        "Two/Two.xcodeproj/\(shared)/Bad.xcscheme": "<Scheme>",
        "Two/Two.xcodeproj/\(shared)/notes.txt": "",
      ].merging(XcodeFixture.project("One", targets: [.init("App"), .init("Kit", type: "framework")])) { $1 }
        .merging(XcodeFixture.project("Two/Two", targets: [.init("Kit", type: "framework")])) { $1 }
        .merging(
          XcodeFixture.workspace("All", references: ["group:One.xcodeproj", "group:Two/Two.xcodeproj", "group:Core"])
        ) { $1 })
    let loaded = try await workspace.load("All.xcworkspace")
    let schemes = loaded.schemes(of: "All.xcworkspace")
    #expect(
      schemes.map { "\($0.name): \($0.targets.map(\.description).joined(separator: " "))" } == [
        "App: One/App", "Both: Two/Kit core/Core", "Own: One/Kit",
      ])
    #expect(
      loaded.xcodeProjects.map { $0.dropFirst(loaded.rootPath.count) } == ["/One.xcodeproj", "/Two/Two.xcodeproj"])
  }
}
