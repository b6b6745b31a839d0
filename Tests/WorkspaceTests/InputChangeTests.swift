import ModuleGraph
import Testing

@testable import Workspace

/// What two states of a workspace build from different files.
@Suite struct InputChangeTests {
  private static let files = [
    "Package.swift": """
    let package = Package(name: "Shop", targets: [
      .target(name: "App", dependencies: ["Core"]), .target(name: "Core", resources: [.process("Res")]), .target(name: "Other"),
    ])
    """,
    "Sources/App/App.swift": "import Core\nlet a = 1\n", "Sources/Core/Core.swift": "public func f() { g() }\n",
    "Sources/Core/Res/text.txt": "text", "Sources/Other/Other.swift": "let o = 1\n",
  ]

  private static func changes(
    _ changed: [String: String], to base: [String: String] = [:], readingAnything: Bool = false
  ) async throws -> [String: BuildInputChange] {
    let states = try [base, base.merging(changed) { $1 }].map { try TemporaryWorkspace(files.merging($0) { $1 }) }
    let (before, now) = (try await states[0].load(), try await states[1].load())
    let all = now.changes(since: before, in: now.graph.modules.map(\.id), readingAnything: readingAnything)
    withExtendedLifetime(states) {}
    return Dictionary(uniqueKeysWithValues: all.map { ($0.key.name, $0.value) })
  }

  @Test func `equal files are no change, wherever they lie`() async throws {
    #expect(try await Self.changes([:]) == [:])
    #expect(try await Self.changes(["README.md": "new", ".hidden/x": "y"]) == [:])
  }

  @Test func `sources, resources and other files of its folder change a module, and only it`() async throws {
    #expect(try await Self.changes(["Sources/Core/Core.swift": "public func f() { h() }\n"]) == ["Core": .code])
    #expect(try await Self.changes(["Sources/Core/Res/text.txt": "texts"]) == ["Core": .code])
    #expect(try await Self.changes(["Sources/App/New.swift": ""]) == ["App": .code])
  }

  @Test func `comments and white space are told apart from code`() async throws {
    let same = "// What it does.\npublic   func f() {\tg() /* calls g */ }\n\n"
    #expect(try await Self.changes(["Sources/Core/Core.swift": same]) == ["Core": .comments])
    for other in [
      "public func f() { g () }\n", "public func f() { g()\n}\n", "public func f() { g() // }\n}\n",
      "#if X\npublic func f() { g() }\n#endif\n",
    ] {
      #expect(try await Self.changes(["Sources/Core/Core.swift": other]) == ["Core": .code], "\(other)")
    }
    let texts = ["let t = \"a  b\"\n", "let t = \"\"\"\n  a\n\n  b\n  \"\"\"\n", "#if A // why\nlet t = 1\n#endif\n"]
    let changed = ["let t = \"a b\"\n", "let t = \"\"\"\n  a\n  b\n  \"\"\"\n", "#if B // why\nlet t = 1\n#endif\n"]
    for (before, after) in zip(texts, changed) {
      let found = try await Self.changes(
        ["Sources/Other/Other.swift": after], to: ["Sources/Other/Other.swift": before])
      #expect(found == ["Other": .code], "\(before)")
    }
  }

  @Test func `a manifest that changes by more than comments changes all modules of its package`() async throws {
    let manifest = try #require(Self.files["Package.swift"])
    let comments = try await Self.changes(["Package.swift": manifest + "// why\n"])
    #expect(comments.count == 3 && comments.values.allSatisfy { $0 == .comments })
    let setting = manifest.replacing(#"name: "Other""#, with: #"name: "Other", swiftSettings: [.define("X")]"#)
    #expect(try await Self.changes(["Package.swift": setting]).count == 3)
    #expect(try await Self.changes(["Package.resolved": "{}"]).count == 3)
  }

  @Test func `where flags or commands may read other files, any file may change a module`() async throws {
    let flags = try #require(Self.files["Package.swift"]).replacing(
      #"name: "Other""#, with: #"name: "Other", swiftSettings: [.unsafeFlags(["-Xcc", "-Icommon"])]"#)
    #expect(try await Self.changes(["common/c.h": "int x;"], to: ["Package.swift": flags]).count == 3)
    #expect(try await Self.changes(["build.sh": "true"]) == [:])
    #expect(try await Self.changes(["build.sh": "true"], readingAnything: true).count == 3)
  }
}
