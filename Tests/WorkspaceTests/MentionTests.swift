import Foundation
import ImportSyntax
import ModuleGraph
import Testing

@testable import Workspace

@Suite struct MentionTests {
  private static let files = [
    "Package.swift": """
    let package = Package(name: "P", targets: [
      .target(name: "A", resources: [.process("Resources"), .copy("inManifest.bin")]), .target(name: "B"),
    ])
    """, "Sources/A/inManifest.bin": "x", "Sources/A/A.swift": "let a = Image(\"inSource\")",
    "Sources/B/B.swift": "let b = 1",
    "Sources/A/Assets.swift": "// Generated using SwiftGen\nlet logo = ImageAsset(name: \"inAccessor\")",
    "Sources/A/Resources/View.xib": "<image name=\"inInterface\"/>",
    "Sources/A/Resources/data.json": "{\"x\":\"inData\"}",
    "Sources/A/Resources/en.lproj/L.strings": "\"inStrings\" = \"x\";",
    "Config/App.plist": "<string>in Properties</string>", "Config/App.xcconfig": "IMAGE = inSettings",
    "Config/notes.md": "inNotes", "Pods/X/x.m": "@\"inPods\"", ".hidden/x.swift": "inHidden",
    "App.xcodeproj/project.pbxproj": """
    \t\tABCDEF0123 /* inProject.png */ = {isa = PBXFileReference; path = inProject.png; };
    \t\t\t\tINFOPLIST_KEY_UILaunchStoryboardName = inBuildSetting;
    \t\t\t\t"IMAGE_NAME[sdk=macosx*]" = inCondition;
    """,
  ]

  private func mentions(_ files: [String: String] = files) async throws -> WorkspaceMentions {
    let workspace = try TemporaryWorkspace(files)
    let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: workspace.cache, reads: .mentions)
    return try required(try await loader.load(packagePath: workspace.path).mentions)
  }

  @Test func `sources and resources mention for their module, settings and property lists for all`() async throws {
    let found = try await mentions()
    let all = [
      "inSource", "inAccessor", "inInterface", "inData", "inStrings", "inProperties", "inSettings", "inNotes", "inPods",
      "inHidden", "inProject", "inBuildSetting", "inCondition", "inManifest",
    ]
    func named(in mentions: NameMentions?) -> [String] {
      all.filter { mentions?.mentions(NameMentions.key(of: $0)) == true }
    }
    func module(_ name: String) -> NameMentions? { found.modules.first { $0.key.name == name }?.value }
    #expect(named(in: module("A")) == ["inSource", "inInterface", "inData"])
    #expect(named(in: module("B")) == [])
    #expect(named(in: found.others) == ["inProperties", "inSettings", "inBuildSetting", "inCondition"])
  }

  @Test func `headers beside Objective-C sources declare types`() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": "let package = Package(name: \"P\", targets: [.target(name: \"A\"), .target(name: \"B\")])",
      "Sources/A/A.m": "", "Sources/A/include/A.h": "@protocol AService\n- (void)a;\n@end",
      "Sources/A/Private.h": "@interface Hidden\n@property int b;\n@end", "Sources/B/B.swift": "struct B {}",
    ])
    let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: workspace.cache, reads: .types)
    let types = try required(try await loader.load(packagePath: workspace.path).types)
    let found = types.modules.mapValues { $0.types.map { "\($0.type.name) \($0.location.file) \($0.location.line)" } }
    #expect(
      Dictionary(uniqueKeysWithValues: found.map { ($0.key.name, $0.value) }) == [
        "A": ["Hidden Sources/A/Private.h 1", "AService Sources/A/include/A.h 1"], "B": ["B Sources/B/B.swift 1"],
      ])
  }
}
