import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Workspace

/// What changes of C modules compile in Swift modules, by real builds.
@Suite struct CHeaderTests {
  private static let sources = [
    "Sources/C/c.c": "#include \"C.h\"\n#include \"own.h\"\nint one(void) { return OWN; }\n",
    "Sources/C/include/C.h": "int one(void);\n", "Sources/C/own.h": "#define OWN 1\n",
    "Sources/User/a.swift": "import C\npublic func a() -> Int { Int(one()) }\n",
    "Sources/User/b.swift": "public func b() -> Int { 2 }\n",
    "Sources/Elsewhere/a.swift": "#if os(Windows)\nimport C\n#endif\npublic func c() -> Int { 3 }\n",
    "Sources/Above/a.swift": "import User\npublic func d() -> Int { a() }\n",
    "Sources/Apart/a.swift": "public func e() -> Int { 4 }\n",
  ]

  private static func manifest(apart: String) -> String {
    """
    // swift-tools-version:5.9
    import PackageDescription
    let package = Package(
      name: "P",
      targets: [
        .target(name: "C"), .target(name: "User", dependencies: ["C"]), .target(name: "Elsewhere", dependencies: ["C"]),
        .target(name: "Above", dependencies: ["User"]), .target(name: "Apart", dependencies: [\(apart)]),
      ])

    """
  }

  @Test func `a header compiles the modules that import it, and a new module map those that get it`() async throws {
    let workspace = try TemporaryWorkspace(Self.sources)
    let first = try await Self.build(workspace, apart: "")
    try workspace.write("int one(void);\nint two(void);\n", to: "Sources/C/include/C.h")
    let second = try await Self.build(workspace, apart: "")
    let header = RecompiledFiles(from: first.interfaces, to: second.interfaces, in: second.graph)
    #expect(header.swift == ["User": 2])
    #expect(Self.compiled(first, second) == header.swift)
    #expect(header.modules.first { $0.module.name == "User" }?.reason == .header)
    #expect(header.checked.map(\.name) == ["Elsewhere"])
    let third = try await Self.build(workspace, apart: "\"C\"")
    let settings = RecompiledFiles(from: second.interfaces, to: third.interfaces, in: third.graph)
    #expect(settings.swift == ["Apart": 1])
    #expect(Self.compiled(second, third) == settings.swift)
    #expect(RecompiledFiles(from: third.interfaces, to: third.interfaces, in: third.graph).checked == [])
    try workspace.write("#define OWN 2\n", to: "Sources/C/own.h")
    let fourth = try await Self.build(workspace, apart: "\"C\"")
    let own = RecompiledFiles(from: third.interfaces, to: fourth.interfaces, in: fourth.graph)
    #expect(own.modules.map(\.module.name) == ["C"] && own.modules.map(\.compiledFiles) == [1])
    #expect(Self.compiled(third, fourth) == [:])
    #expect(own.checked.map(\.name) == ["Apart", "Elsewhere", "User"])
  }

  private struct State {
    let interfaces: WorkspaceInterfaces
    let graph: ModuleGraph
    /// When the compilers wrote diagnostics, also none, of each Swift file.
    let compiled: [String: Date]
  }

  /// The number of Swift files that were compiled, by module.
  private static func compiled(_ old: State, _ new: State) -> [String: Int] {
    let files = new.compiled.filter { old.compiled[$0.key] != $0.value }.keys
    return Dictionary(files.map { (String($0.prefix { $0 != "/" }), 1) }, uniquingKeysWith: +)
  }

  private static func build(_ workspace: TemporaryWorkspace, apart: String) async throws -> State {
    try workspace.write(manifest(apart: apart), to: "Package.swift")
    let outcome = try await Tool.named("swift")(
      [
        "build", "--disable-index-store", "--package-path", workspace.path, "--scratch-path",
        workspace.folder + "/scratch",
      ])
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    let compiled = try sources.keys.filter { $0.hasSuffix(".swift") }.map { path in
      let parts = path.split(separator: "/")
      let file = "\(workspace.folder)/scratch/debug/\(parts[1]).build/\(parts[2].dropLast(6)).dia"
      let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
      return ("\(parts[1])/\(parts[2])", try #require(date))
    }
    let loaded = try await workspace.load(reads: .interfaces)
    // Swift's driver compares dates in whole seconds, so the next change is made in another one.
    try await Task.sleep(for: .seconds(1))
    return State(
      interfaces: try #require(loaded.interfaces), graph: loaded.graph,
      compiled: Dictionary(uniqueKeysWithValues: compiled))
  }
}

extension RecompiledFiles {
  /// The number of files that are compiled, by module in Swift.
  fileprivate var swift: [String: Int] {
    Dictionary(
      uniqueKeysWithValues: modules.filter { $0.module.name != "C" }.map { ($0.module.name, $0.compiledFiles) })
  }
}
