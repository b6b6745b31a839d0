import ModuleGraph
import Testing

@testable import ManifestSyntax

/// Manifests that compute what they say.
@Suite struct ComputedTests {
  private static func targets(_ text: String, tools: String = "5.9") throws -> [String] {
    try read(text, tools: tools).get().manifest.targets.map { target in
      ([target.name] + target.dependencies.map { "\($0.reference)" }).joined(separator: " ")
    }
  }

  @Test func whatTheEnvironmentSaysDecides() throws {
    let text = """
      let package = Package(name: "P")
      if Context.environment["KNOWN"] == "1" { package.name = "known" }
      if Context.environment["OTHER"] != nil { package.name = "other" }
      """
    #expect(try read(text, tools: "5.9").get().manifest.name == "known")
  }

  @Test func partsOfIfCountOnTheHostTheyAreFor() throws {
    let text =
      "#if os(macOS)\nlet name = \"mac\"\n#else\nlet name = \"other\"\n#endif\nlet package = Package(name: name)"
    let manifest = Array("// swift-tools-version:5.9\nimport PackageDescription\n\(text)\n".utf8)
    for (os, name) in [("linux", "other"), ("macos", "mac")] {
      let host = ManifestHost(toolchain: ToolsVersion(6, 3, 1), os: os, arch: "arm64", environment: [:])
      let read = LiteralManifest.read(manifest, packageFolder: "/p", hasModuleMap: false, host: host)
      #expect(try read.get().manifest.name == name)
    }
    let beos = ManifestHost(toolchain: ToolsVersion(6, 3, 1), os: "beos", arch: "ppc", environment: [:])
    let read = LiteralManifest.read(manifest, packageFolder: "/p", hasModuleMap: false, host: beos)
    #expect(refusal(read) == .conditionalCompilation)
  }

  /// Every entry has the line of the literal that it comes from, whatever way it came.
  @Test func placesSurviveConstantsLoopsAndFunctions() throws {
    let literal = try read(
      """
      let core: Target.Dependency = "Core"
      func module(_ name: String) -> Target {
        .target(name: name, dependencies: [core])
      }
      let package = Package(
        name: "P",
        targets: [
          .target(name: "Core"),
          module("A"),
        ])
      package.targets.append(
        .target(name: "B"))
      for target in package.targets where target.name == "B" {
        target.dependencies += [
          "A",
          core,
        ]
      }
      package.products += package.targets.map {
        .library(name: $0.name, targets: [$0.name])
      }
      package.dependencies.append(.package(path: "../Near"))
      """, tools: "5.9"
    ).get()
    #expect(literal.dependencyLines == [[], [5], [17, 18]])
  }

  @Test func aTargetIsOneObjectUnderAllItsNames() throws {
    let text = """
      let shared = Target.target(name: "A")
      let package = Package(name: "P", targets: [shared, .target(name: "B")])
      let same = package.targets[0]
      same.dependencies.append("B")
      shared.dependencies += ["C"]
      """
    #expect(try Self.targets(text) == ["A byName(\"B\") byName(\"C\")", "B"])
  }

  @Test func aRepositoryMayBeAFolder() throws {
    let text = #"let package = Package(name: "P", dependencies: [.package(url: "../a.git", from: "1.0.0")])"#
    let literal = try read(text).get()
    #expect(
      literal.manifest.dependencies == [
        ManifestDependency(
          identity: "a", name: nil, source: .repository(location: "/work/a.git", requirement: "1.0.0..<2.0.0"))
      ])
    #expect(literal.repositoryFolders == ["/work/a.git"])
  }

  @Test func linesBetweenThreeQuotesAreOneString() throws {
    let text = "let package = Package(name: \"\"\"\n    a\n      b\n\n    c\n    \"\"\")"
    #expect(try read(text).get().manifest.name == "a\n  b\n\nc")
  }
}
