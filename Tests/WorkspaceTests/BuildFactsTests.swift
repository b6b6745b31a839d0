import Advice
import ManifestSyntax
import ModuleGraph
import Testing

@testable import Workspace

/// What is read of Xcode projects, files of CI services, plugins and pins, besides the graph.
@Suite struct BuildFactsTests {
  private static let project = """
    // !$*UTF8*$!
    {
      objects = {
        main = {isa = PBXGroup; children = (shared); sourceTree = "<group>"; };
        shared = {isa = PBXFileReference; path = Debug.xcconfig; sourceTree = "<group>"; };
        project = {isa = PBXProject; mainGroup = main; targets = (App); buildConfigurationList = all; };
        all = {isa = XCConfigurationList; buildConfigurations = (allDebug); };
        allDebug = {
          isa = XCBuildConfiguration;
          name = Debug;
          buildSettings = {
            DEBUG_INFORMATION_FORMAT = "dwarf-with-dsym";
            ONLY_ACTIVE_ARCH = NO;
            SWIFT_COMPILATION_MODE = wholemodule;
          };
        };
        App = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
          buildConfigurationList = own; buildPhases = (lint, generate, install); };
        own = {isa = XCConfigurationList; buildConfigurations = (ownDebug); };
        ownDebug = {isa = XCBuildConfiguration; name = Debug; baseConfigurationReference = shared;
          buildSettings = { SWIFT_OBJC_BRIDGING_HEADER = "$(SRCROOT)/App/Bridging.h"; }; };
        lint = {
          isa = PBXShellScriptBuildPhase;
          name = Lint;
          alwaysOutOfDate = 1;
        };
        generate = {isa = PBXShellScriptBuildPhase; outputPaths = ("$(DERIVED_FILE_DIR)/a.swift"); };
        install = {isa = PBXShellScriptBuildPhase; runOnlyForDeploymentPostprocessing = 1; };
      };
      rootObject = project;
    }
    """

  private func facts(_ files: [String: String], of path: String = "A.xcodeproj") async throws -> AdviceFacts {
    let workspace = try TemporaryWorkspace(files)
    let loaded = try await workspace.load(path, reads: .imports)
    return loaded.adviceFacts(with: loaded, openedAs: Path.joined(workspace.path, path))
  }

  @Test func `a target's settings win over the project's, and have their lines`() async throws {
    let found = try await facts([
      "A.xcodeproj/project.pbxproj": Self.project,
      "Debug.xcconfig": "#include \"Base.xcconfig\"\n#include? \"Local.xcconfig\"\nONLY_ACTIVE_ARCH = YES // faster\n",
      "Base.xcconfig": "ONLY_ACTIVE_ARCH = NO\nSWIFT_COMPILATION_MODE[config=Debug] = singlefile\n",
      "App/Bridging.h": "#import \"A.h\"\n#include <B.h>\n// #import \"C.h\"\n",
    ])
    let target = try #require(found.targets.first)
    let settings = try #require(target.configurations.first).settings
    #expect(settings["ONLY_ACTIVE_ARCH"]?.value == "YES")
    #expect(settings["ONLY_ACTIVE_ARCH"]?.location == .init(file: "Debug.xcconfig", line: 3))
    #expect(settings["DEBUG_INFORMATION_FORMAT"]?.value == "dwarf-with-dsym")
    #expect(settings["DEBUG_INFORMATION_FORMAT"]?.location == .init(file: "A.xcodeproj/project.pbxproj", line: 12))
    // It has a condition.
    #expect(settings["SWIFT_COMPILATION_MODE"] == nil)
    #expect(target.bridgedHeaders == 2)
    #expect(target.scripts.map(\.name) == ["Lint", "Run Script"])
    #expect(target.scripts.map(\.isAlwaysRun) == [true, false])
    #expect(target.scripts.map(\.hasOutputs) == [false, true])
    #expect(target.scripts.first?.location.line == 22)
  }

  @Test func `configuration files that include one another end`() async throws {
    let found = try await facts([
      "A.xcodeproj/project.pbxproj": Self.project,
      "Debug.xcconfig": String(repeating: "#include \"Debug.xcconfig\"\n", count: 20) + "ONLY_ACTIVE_ARCH = YES\n",
    ])
    let settings = found.targets.first?.configurations.first?.settings
    #expect(settings?["ONLY_ACTIVE_ARCH"]?.value == "YES")
    #expect(settings?["DEBUG_INFORMATION_FORMAT"] == nil)
  }

  @Test func `what an unreadable configuration file may set is unknown`() async throws {
    let found = try await facts([
      "A.xcodeproj/project.pbxproj": Self.project, "Debug.xcconfig": "#include \"Pods/Pods-App.debug.xcconfig\"\n",
    ])
    #expect(found.targets.first?.configurations.first?.settings["DEBUG_INFORMATION_FORMAT"] == nil)
  }

  private static let scheme = """
    <Scheme><TestAction
      buildConfiguration = "Debug"/><LaunchAction
      buildConfiguration = "Debug"/></Scheme>
    """

  @Test func `builds on CI write an index where command or scheme say Debug`() async throws {
    let found = try await facts([
      ".git/HEAD": "ref: refs/heads/main", "A.xcodeproj/project.pbxproj": Self.project,
      "A.xcodeproj/xcshareddata/xcschemes/All Apps.xcscheme": Self.scheme,
      "A.xcodeproj/xcshareddata/xcschemes/CI.xcscheme": Self.scheme.replacing("Debug", with: "Review"),
      ".github/workflows/ci.yml": """
      jobs:
        # xcodebuild test -scheme "All Apps"
        - run: |
            xcodebuild build-for-testing \\
              -scheme "All Apps" \\
              -derivedDataPath build | xcbeautify
            xcodebuild test -scheme CI
            xcodebuild test -scheme Unknown
            xcodebuild -scheme CI -configuration Debug build
            xcodebuild archive -scheme 'All Apps'
            xcodebuild test -project Samples/Other.xcodeproj -scheme CI -configuration Debug
            xcodebuild build -project ./A.xcodeproj -configuration Debug
            xcodebuild build -configuration Debug
      """,
      ".github/workflows/fast.yml": "- run: xcodebuild test -scheme 'All Apps' COMPILER_INDEX_STORE_ENABLE=NO",
    ])
    #expect(found.indexingBuilds.map(\.line) == [4, 9, 12])
  }

  @Test func `flags of manifests without branches are read with their lines`() {
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "A", targets: [
        .target(name: "A", swiftSettings: [
          .unsafeFlags(["-Ounchecked", "-wmo"]),
          .unsafeFlags(["-O"], .when(configuration: .release)),
        ])
      ])
      """
    let found = LocationScan.unsafeFlags(in: Array(manifest.utf8), os: "linux")
    #expect(found.map(\.flags) == [["-Ounchecked", "-wmo"]])
    #expect(found.map(\.line) == [5])
    let branching = manifest + "\nif Context.environment[\"CI\"] != nil { package.name = \"B\" }\n"
    #expect(LocationScan.unsafeFlags(in: Array(branching.utf8), os: "linux").isEmpty)
  }

  @Test func `flags are those of the modules whose compilers get them in every debug build`() async throws {
    let found = try await facts(
      [
        "Package.swift": """
        let flags: [SwiftSetting] = [.unsafeFlags(["-wmo"])]
        let package = Package(
          name: "A",
          targets: [
            .target(name: "A", swiftSettings: flags), .target(name: "B", dependencies: ["A"], swiftSettings: flags),
            .target(name: "C", cSettings: [.unsafeFlags(["-O3"], .when(configuration: .debug))]),
            .target(name: "D", swiftSettings: [.unsafeFlags(["-O"], .when(platforms: [.windows]))]),
            .target(name: "E", linkerSettings: [.unsafeFlags(["-O2"])]),
          ])
        """,
        "Sources/A/a.swift": "", "Sources/B/b.swift": "", "Sources/C/c.c": "", "Sources/C/include/c.h": "",
        "Sources/D/d.swift": "", "Sources/E/e.swift": "",
      ], of: "")
    #expect(found.unsafeFlags.map { $0.modules.map(\.name) } == [["A", "B"], ["C"]])
    #expect(found.unsafeFlags.map(\.flags) == [["-wmo"], ["-O3"]])
  }

  @Test func `pins, plugins and language modes are those of the package`() async throws {
    let found = try await facts(
      [
        "Package.swift": """
        let package = Package(
          name: "A",
          targets: [
            .target(name: "A", resources: [.process("Media")], plugins: ["Lint"]), .plugin(name: "Lint", capability: .buildTool()),
          ],
          swiftLanguageModes: [.v5])
        """,
        "Sources/A/a.swift": "let a = 1", "Sources/A/Media/a.txt": "a",
        "Plugins/Lint/plugin.swift":
          "// .prebuildCommand(\nlet command = Command\n  .prebuildCommand(displayName: \"\")\n",
        "Package.resolved": """
        { "pins" : [
          { "identity" : "swift-syntax", "location" : "https://github.com/swiftlang/swift-syntax",
            "state" : { "revision" : "0123456789abcdef", "version" : "600.0.1" } },
          { "identity" : "kit", "location" : "https://example.com/kit", "state" : { "branch" : "main", "revision" : "fedcba9876543210" } }
        ], "version" : 2 }
        """,
      ], of: "")
    let pins = try #require(found.pinFiles.first)
    #expect(pins.path == "Package.resolved")
    #expect(pins.pins["swift-syntax"]?.version == "600.0.1")
    #expect(pins.pins["swift-syntax"]?.line == 2)
    #expect(pins.pins["kit"]?.version == nil)
    #expect(pins.pins["kit"]?.other == "main fedcba9876")
    #expect(found.prebuildCommands.values.map(\.line) == [3])
    #expect(found.languageModes["A"] == ["5"])
    #expect(found.withResources.map(\.name) == ["A"])
  }
}
