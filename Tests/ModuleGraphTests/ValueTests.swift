import Foundation
import ModuleGraph
import Testing

struct ValueTests {
  @Test func aModuleIDIsReadFromItsLastSlash() throws {
    let id = try #require(ModuleID("Packages/Core/Model"))
    #expect(id.package == "Packages/Core")
    #expect(id.name == "Model")
    #expect(ModuleID("Model") == nil)
    #expect(ModuleID("/Model") == nil)
    #expect(ModuleID("Core/") == nil)
  }

  @Test func theCompilersNameHoldsNoOtherCharacters() {
    #expect(Module.compiledName("default-as-flag") == "default_as_flag")
    #expect(Module.compiledName("2fa Kit") == "_fa_Kit")
    #expect(Module.compiledName("_NIOBase64") == "_NIOBase64")
  }

  @Test(arguments: [
    ("Dashbord", ["Dashboard"]), ("NCF", ["NFC"]), ("core", ["Core", "CoreUI"]), ("Passcod", ["Passcode"]),
    ("Unrelated", []), ("", []),
  ])
  func nearNamesAreFound(name: String, expected: [String]) {
    #expect(["Core", "CoreUI", "Dashboard", "NFC", "Passcode", "QR"].nearest(to: name) == expected)
  }

  @Test func aConditionHoldsWhenEveryPartOfItDoes() throws {
    let condition = try #require(Condition(platforms: ["macos", "linux"], configuration: "debug", traits: ["T"]))
    #expect(condition.holds(platform: "linux", configuration: "debug", traits: ["T", "U"]))
    #expect(!condition.holds(platform: "windows", configuration: "debug", traits: ["T"]))
    #expect(!condition.holds(platform: "linux", configuration: "release", traits: ["T"]))
    #expect(!condition.holds(platform: "linux", configuration: "debug", traits: ["U"]))
    #expect(condition.description == "linux, macos; debug; trait T")
    #expect(Condition() == nil)
  }

  @Test func aGraphIsReadAsItWasWritten() throws {
    let graph = ModuleGraph(
      environment: .init(os: "linux", arch: "x86_64", toolchain: "6.3.1", manifest: ["A": "1"]),
      packages: [
        Package(
          key: "App", identity: "app", name: "App", path: ".", toolsVersion: "6.0.0",
          dependencies: [PackageDependency(identity: "core", requirement: "path", location: "../Core")])
      ],
      products: [
        Product(
          name: "App", package: "App", kind: .library, linkage: .static,
          modules: [ModuleID(package: "App", name: "App")])
      ],
      modules: [
        Module(
          id: ModuleID(package: "App", name: "App"), kind: .regular, path: "Sources/App", sources: 2, lines: 30,
          bytes: 400, languages: ["swift"]),
        Module(id: ModuleID(package: "unknown", name: "Logging"), kind: .external),
      ],
      dependencies: [
        Dependency(
          from: ModuleID(package: "App", name: "App"), to: ModuleID(package: "unknown", name: "Logging"),
          kind: .product,
          product: "Logging", condition: Condition(platforms: ["linux"]),
          location: .init(file: "Package.swift", line: 8))
      ],
      failures: [.init(package: "bad", path: "Bad/Package.swift", message: "error")], warnings: ["b", "a"])
    let decoded = try JSONDecoder().decode(ModuleGraph.self, from: JSONEncoder().encode(graph))
    #expect(decoded == graph)
    #expect(graph.warnings == ["a", "b"])
  }

  @Test func aGraphOfAnotherSchemaIsRefused() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ModuleGraph.self, from: Data(#"{"schema":"modgauge.graph/9"}"#.utf8))
    }
  }
}
