import Foundation
import ModuleGraph
import TestSupport
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

  @Test func `a source that cannot be read leaves its module open`() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(name: "Shop", targets: [.target(name: "App", dependencies: ["Core"]), .target(name: "Core")])
      """,
      "Sources/App/App.swift": "let app = 1\n", "Sources/Core/Core.swift": "let core = 1\n",
    ])
    #expect(try await unused(in: workspace) == ["App"])
    #expect(mkfifo(workspace.path + "/Sources/App/More.swift", 0o644) == 0)
    let findings = try await findings(in: workspace)
    #expect(findings.unused.isEmpty && findings.undecided.map(\.reason) == [.unread])
  }

  /// The name of a binary's target says nothing of its modules, which its files name.
  @Test(arguments: [
    ("ios-arm64/Kit.framework/Modules/module.modulemap", "framework module Kit { header \"Kit.h\" }\n", ["Kit"]),
    ("ios-arm64/Kit.framework/Modules/Kit.swiftmodule/arm64.swiftinterface", "\n", ["Kit"]),
    ("ios-arm64/libKit.a", "\n", []),
  ])
  func `modules of a binary are known where it is here`(file: String, text: String, imported: [String]) async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(name: "Shop", targets: [
        .target(name: "App"), .target(name: "Other"), .binaryTarget(name: "Binary", path: "Kit.xcframework"),
      ])
      """,
      "Sources/App/App.swift": "import Kit\n", "Sources/Other/Other.swift": "import Binary\n",
      "Kit.xcframework/Info.plist": "\n", "Kit.xcframework/\(file)": text,
    ])
    let undeclared = try await findings(in: workspace).undeclared
    #expect(undeclared.map(\.module.name) == imported.map { _ in "App" })
    #expect(undeclared.map(\.imported.name) == imported.map { _ in "Binary" })
  }

  /// SwiftPM writes the map of a target that has only such ones, and names the module after the target.
  @Test(arguments: ["include/module.private.modulemap", "include/module_private.modulemap", "old/module.modulemap"])
  func `a module map that SwiftPM does not take for the target's adds names, and replaces none`(
    map: String
  ) async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(name: "Shop", targets: [
        .target(name: "App", dependencies: ["Core"]), .target(name: "Tool", dependencies: ["Core"]), .target(name: "Core"),
      ])
      """,
      "Sources/App/App.swift": "import Core\n", "Sources/Tool/Tool.swift": "import Core_Private\n",
      "Sources/Core/core.c": "\n", "Sources/Core/include/Core.h": "\n",
      "Sources/Core/\(map)": "module Core_Private { header \"Private.h\" }\n",
    ])
    #expect(try await unused(in: workspace) == [])
    try workspace.write("module Other { header \"Core.h\" }\n", to: "Sources/Core/include/module.modulemap")
    #expect(try await unused(in: workspace) == ["App"])
  }

  /// Of conditions that the target's settings decide, the scan finds what clang's preprocessor keeps with the arguments that
  /// SwiftPM passes for them.
  @Test func conditionsInCFollowTheSettingsOfTheTarget() async throws {
    let conditions = [
      "ifdef A", "ifndef A", "if A", "if !A", "if ZERO", "if defined(ZERO) && !ZERO", "if TWO == 2", "if TWO != 2",
      "if 2u <= TWO", "if TWO < 0x2", "if (TWO > 1) && defined A", "ifdef FLAG", "if FLAG >= 3", "ifdef REMOVED",
      "if REMOVED == 0", "ifdef ONLY_DEBUG", "ifndef ONLY_DEBUG", "ifdef ELSEWHERE", "if ELSEWHERE || TWO > 2",
      "ifdef IN_SWIFT", "ifdef FROM_CXX", "if NAMED", "ifdef DEFAULT", "if DEFAULT > 4", "if 0\n#elif A",
      "if A\n#else",
    ]
    let names = conditions.indices.map { "M\($0)" }
    let body = zip(conditions, names).map { "#\($0)\n@import \($1);\n#endif\n" }.joined()
    let source = "#ifndef DEFAULT\n#define DEFAULT 1\n#endif\n" + body
    var files = ["Sources/App/App.m": source]
    for name in names { files["Sources/\(name)/\(name).swift"] = "let x = 1\n" }
    files["Package.swift"] = """
      let package = Package(name: "Shop", targets: [
        .target(name: "App",
          cSettings: [
            .define("A"), .define("ZERO", to: "0"), .define("TWO", to: "2"), .define("NAMED", to: "OTHER"),
            .define("ONLY_DEBUG", .when(configuration: .debug)), .define("ELSEWHERE", .when(platforms: [.windows])),
            .define("REMOVED"), .unsafeFlags(["-DFLAG=3", "-UREMOVED"]), .define("DEFAULT", to: "5"),
          ], cxxSettings: [.define("FROM_CXX")], swiftSettings: [.define("IN_SWIFT")]),
        \(names.map { ".target(name: \"\($0)\")" }.joined(separator: ", ")),
      ])
      """
    let workspace = try TemporaryWorkspace(files)
    let common = ["-DA", "-DZERO=0", "-DTWO=2", "-DNAMED=OTHER", "-DREMOVED", "-DDEFAULT=5", "-DFROM_CXX"]
    let arguments = [common + ["-DONLY_DEBUG", "-DDEBUG=1"], common].map { $0 + ["-DFLAG=3", "-UREMOVED"] }
    var kept: Set<String> = []
    for more in arguments {
      let file = workspace.path + "/Sources/App/App.m"
      let outcome = try await Tool.named("clang")(["-E", "-P", "-DSWIFT_PACKAGE=1"] + more + [file])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      kept.formUnion(outcome.output.matches(of: /M[0-9]+/).map { String($0.output) })
    }
    let found = try await findings(in: workspace).undeclared.map(\.imported.name)
    // What settings of Swift say does not reach C, where headers might define the name, as they might `OTHER`; and a
    // workspace that says so little is for any platform.
    let undecided = names.indices.filter {
      ["IN_SWIFT", "NAMED", "ELSEWHERE"].contains(where: conditions[$0].contains)
    }
    #expect(Set(found) == kept.union(undecided.map { names[$0] }))
  }

  @Test func `what stands under #if 0 is no import`() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(name: "Shop", targets: [
        .target(name: "App", dependencies: ["Core"]), .target(name: "Core"),
      ])
      """,
      "Sources/App/App.m": "#if 0\n#include <Core.h>\n#include MACRO\n@import Core;\n#endif\n",
      "Sources/Core/core.c": "\n", "Sources/Core/include/Core.h": "\n",
    ])
    #expect(try await unused(in: workspace) == ["App"])
    let loaded = try await workspace.load(reads: .imports)
    #expect(loaded.imports?.uses.first { $0.key.name == "App" }?.value == [])
  }

  /// Compilers preprocess `.S` as they do C, but not `.s`, where `#` begins a comment.
  @Test func `assembly may include headers`() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(name: "Shop", targets: [
        .target(name: "App", dependencies: ["Core"]), .target(name: "Old", dependencies: ["Core"]), .target(name: "Core"),
      ])
      """,
      "Sources/App/app.S": "# why\n#include <Core.h>\n", "Sources/Old/old.s": "# include MACRO\n#include <Core.h>\n",
      "Sources/Core/core.c": "\n", "Sources/Core/include/Core.h": "\n",
    ])
    #expect(try await unused(in: workspace) == ["Old"])
  }

  @Test func `a module with resources is not called unused`() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(name: "Shop", targets: [
        .target(name: "App", dependencies: ["Core", "Icons", "Named"]), .target(name: "Core"), .target(name: "Icons"),
        .target(name: "Named", resources: [.copy("data.json")]),
      ])
      """,
      "Sources/App/App.swift": "let app = 1\n", "Sources/Core/Core.swift": "let core = 1\n",
      "Sources/Core/Core.docc/Core.md": "# Core\n", "Sources/Core/PrivacyInfo.xcprivacy": "\n",
      "Sources/Icons/Icons.swift": "let icons = 1\n", "Sources/Icons/Icons.xcassets/Contents.json": "{}\n",
      "Sources/Named/Named.swift": "let named = 1\n", "Sources/Named/data.json": "{}\n",
    ])
    let findings = try await findings(in: workspace)
    #expect(findings.unused.flatMap(\.dependencies).map(\.to.name) == ["Core"])
    #expect(findings.undecided.map(\.reason) == [.resources])
    #expect(findings.undecided.flatMap(\.dependencies).map(\.name) == ["Icons", "Named"])
  }

  private func unused(in workspace: TemporaryWorkspace) async throws -> [String] {
    try await findings(in: workspace).unused.map(\.module.name)
  }

  private func findings(in workspace: TemporaryWorkspace) async throws -> ImportFindings {
    let loaded = try await workspace.load(reads: .imports)
    return ImportFindings(of: loaded.graph, imports: try #require(loaded.imports))
  }
}
