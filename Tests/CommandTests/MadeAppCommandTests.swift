import BuildAnalysis
import Foundation
import TestSupport
import Testing

extension BenchCommandTests {
  /// Features of every kind that has no sample app, in two packages.
  @Test func sampleAppsThatWereMadeReallyBuildAndTheTreeIsLeftAlone() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write([
      "App/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "App", dependencies: [.package(path: "../Kit")],
        targets: [
          .executableTarget(name: "App", dependencies: ["Texts", "Fast", .product(name: "Kit", package: "Kit")]),
          .target(name: "Texts", dependencies: ["Base"], resources: [.embedInCode("greeting.txt")]),
          .target(name: "Fast", dependencies: ["Base"]), .target(name: "Base"),
        ])
      """,
      "App/Sources/App/main.swift": "import Kit\nimport Texts\n",
      "App/Sources/Texts/Texts.swift": "public let greeting = PackageResources.greeting_txt\n",
      "App/Sources/Texts/greeting.txt": "Hello\n",
      "App/Sources/Fast/include/fast.h": "int fast(void);\n",
      "App/Sources/Fast/fast.cpp": "#include \"fast.h\"\nint fast(void) { return 1; }\n",
      "App/Sources/Base/include/base.h": "int base(void);\n",
      "App/Sources/Base/base.c": "#include \"base.h\"\nint base(void) { return 1; }\n",
      "Kit/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])],
        targets: [.target(name: "Kit", dependencies: ["Inner"]), .target(name: "Inner")])
      """,
      "Kit/Sources/Kit/Kit.swift": "@_exported import Inner\n",
      "Kit/Sources/Inner/Inner.swift": "public let inner: Int = \"\"\n",
    ])
    let before = try TestFolder.contents(of: folder.path).filter { !$0.key.hasPrefix("cache") }
    let outcome = try await ShopWorkspace().modgauge(
      [
        "bench", "--package-path", folder.path + "/App", "--cache-dir", folder.path + "/cache", "--output",
        folder.path + "/output", "--rounds", "1",
      ] + ShopWorkspace.minimalBuild)
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    let run = try Self.run(in: folder.path + "/output")
    let built = { (arm: String) in run.samples.last { $0.arm == arm && $0.outcome == .ok }?.compiledModules }
    #expect(run.arms.map(\.name) == ["App", "Fast", "Kit", "Texts"])
    #expect(run.arms.map(\.made) == [nil, true, true, true])
    #expect(
      built("Fast") == ["Base", "Fast", "ModuleGaugeArm"] && built("Texts") == ["Base", "ModuleGaugeArm", "Texts"])
    // One that does not compile is told in the compiler's words, and the others go on.
    #expect(run.samples.filter { ["App", "Kit"].contains($0.arm) }.map(\.outcome) == [.failed, .failed])
    let page = try folder.read("output/report.md")
    #expect(
      page.contains(
        "Kit/Sources/Inner/Inner.swift:1:25: error: cannot convert value of type 'String' to specified type 'Int'"))
    #expect(page.contains(#/\| Kit +\| generated sample app /#) && page.contains("failed |"))
    let log = try #require(run.samples.first { $0.arm == "Kit" }?.log)
    #expect(page.contains("its output is in `\(log)`"))
    #expect(try folder.read("output/\(log)").contains("Inner.swift:1:25: error:"))
    let json = try folder.read("output/run.json")
    #expect(try await JSONSchema.run.complaints(about: json) == "")
    let after = try TestFolder.contents(of: folder.path)
    #expect(after.filter { file in !["cache", "output", "state"].contains { file.key.hasPrefix($0) } } == before)
  }
}
