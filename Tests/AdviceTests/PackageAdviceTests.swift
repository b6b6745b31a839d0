import Advice
import ModuleGraph
import Testing

/// Findings about packages and their dependencies, after cases of public repositories.
@Suite struct PackageAdviceTests {
  /// mozilla-mobile/firefox-ios #35597: ModifiedCopyMacro 2.2.0 allows no swift-syntax from 601 on.
  private func firefox(
    _ requirement: String, pin: AdviceFacts.Pin, toolchain: String = "6.3.1", checkouts: Bool = true
  ) -> AdviceFacts {
    let syntax = (identity: "swift-syntax", requirement: requirement)
    var facts = AdviceFacts.example(
      packages: [.example("ModifiedCopyMacro", requires: [syntax])],
      modules: [
        .example("Client", .app), .example("ModifiedCopyMacro/ModifiedCopy"),
        .example("ModifiedCopyMacro/CopyMacros", .macro),
        .example("swift-syntax/SwiftSyntax"), .example("swift-syntax/SwiftSyntaxMacros"),
        .example("swift-snapshot-testing/SnapshotTesting", .external),
      ],
      checkouts
        ? [
          ("Client", "ModifiedCopyMacro/ModifiedCopy"),
          ("ModifiedCopyMacro/ModifiedCopy", "ModifiedCopyMacro/CopyMacros"),
          ("ModifiedCopyMacro/CopyMacros", "swift-syntax/SwiftSyntaxMacros"),
          ("swift-syntax/SwiftSyntaxMacros", "swift-syntax/SwiftSyntax"),
        ] : [],
      toolchain: toolchain)
    facts.pinFiles = [("Package.resolved", ["swift-syntax": pin])]
    return facts
  }

  @Test func `a package that caps swift-syntax below the first prebuilt version is named with its chain`() throws {
    let pin: AdviceFacts.Pin = ("600.0.1", "", 12)
    let found = firefox("600.0.0..<601.0.0", pin: pin).findings("swift-syntax-from-source")
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(
      finding.message
        == "swift-syntax 600.0.1 is compiled from source: with this compiler, there are prebuilt ones from 602.0.0 on")
    #expect(
      finding.chain.map(\.description) == [
        "ModifiedCopyMacro requires swift-syntax 600.0.0..<601.0.0",
        "Client → ModifiedCopy → CopyMacros → SwiftSyntaxMacros",
      ])
    #expect(finding.modules == [id("swift-syntax/SwiftSyntax"), id("swift-syntax/SwiftSyntaxMacros")])
    #expect(finding.isAvoidable)
  }

  @Test func `an outdated pin that nothing caps is updated`() throws {
    let pin: AdviceFacts.Pin = ("600.0.1", "", 12)
    let finding = try #require(firefox("600.0.0..<604.0.0", pin: pin).findings("swift-syntax-from-source").first)
    #expect(finding.chain.count == 1)
    #expect(try #require(finding.remedy).contains("swift package update swift-syntax"))
  }

  @Test(arguments: [("603.0.2", "6.3.1"), ("601.0.1", "6.2.0"), ("509.0.0", "6.0.3")])
  func `a version with a prebuilt one is no finding, nor a compiler that uses none`(version: String, toolchain: String)
  {
    let pin: AdviceFacts.Pin = (version, "", 1)
    #expect(firefox("509.0.0..<604.0.0", pin: pin, toolchain: toolchain).findings("swift-syntax-from-source") == [])
  }

  @Test func `a branch of swift-syntax has no prebuilt one`() {
    let pin: AdviceFacts.Pin = (nil, "main 0123456789", 1)
    let found = firefox("branch main", pin: pin).findings("swift-syntax-from-source")
    #expect(
      found.map(\.message) == [
        "swift-syntax at main 0123456789 is compiled from source: there are prebuilt ones for versions only"
      ])
  }

  @Test func `whether a pinned swift-syntax is built is not decided without checkouts`() {
    let pin: AdviceFacts.Pin = ("600.0.1", "", 12)
    let answer = firefox("600.0.0..<601.0.0", pin: pin, checkouts: false).advice()
    #expect(answer.findings.isEmpty)
    #expect(answer.undecided.count == 1)
  }

  /// manaflow-ai/cmux #13037: PathKit 1.0.1 states the tools version 4.2.
  private func cmux(modes: [String]?) -> AdviceFacts {
    var facts = AdviceFacts.example(
      packages: [.example("App", tools: nil), .example("PathKit", tools: "4.2.0")],
      modules: [
        .example("cmux", .app), .example("CMUXProjectModel"), .example("XcodeProj/XcodeProj"),
        .example("PathKit/PathKit"),
      ],
      [
        ("cmux", "CMUXProjectModel"), ("CMUXProjectModel", "XcodeProj/XcodeProj"),
        ("XcodeProj/XcodeProj", "PathKit/PathKit"),
      ])
    facts.targets = [.example("cmux", [:])]
    facts.languageModes = modes.map { ["PathKit": $0] } ?? [:]
    return facts
  }

  @Test func `a package of tools version 4.2 prevents explicit modules for what is above it`() throws {
    let finding = try #require(cmux(modes: nil).findings("implicit-modules").first)
    #expect(finding.chain.map(\.description) == ["CMUXProjectModel → XcodeProj → PathKit"])
    #expect(finding.message.contains("3 modules above it"))
  }

  @Test func `a later language mode in an old manifest counts`() {
    #expect(cmux(modes: ["4", "5"]).findings("implicit-modules") == [])
    #expect(cmux(modes: ["4.2"]).findings("implicit-modules").count == 1)
  }

  @Test func `requirements that exclude each other are one finding with both`() throws {
    let facts = AdviceFacts.example(
      own: ["App", "Kit"],
      packages: [
        .example("App", requires: [("alamofire", "4.9.0..<5.0.0"), ("nuke", "12.0.0..<13.0.0")]),
        .example("Kit", requires: [("alamofire", "5.2.0..<6.0.0"), ("nuke", "exact 12.1.0")]),
      ], modules: [])
    let found = facts.findings("two-majors")
    #expect(found.map(\.subject) == [["alamofire"]])
    #expect(
      found.first?.chain.map(\.description) == [
        "App requires alamofire 4.9.0..<5.0.0", "Kit requires alamofire 5.2.0..<6.0.0",
      ])
  }

  @Test func `a prebuild command is counted with the modules that apply it`() throws {
    var facts = AdviceFacts.example(
      modules: [.example("Core"), .example("UI"), .example("lint/LintPlugin", .plugin)],
      plugins: [("Core", "lint/LintPlugin"), ("UI", "lint/LintPlugin")])
    facts.prebuildCommands[id("lint/LintPlugin")] = .init(file: "Plugins/LintPlugin/Plugin.swift", line: 20)
    #expect(
      facts.findings("prebuild-commands").map(\.message) == [
        "LintPlugin runs before each build for 2 modules (Core, UI)"
      ])
  }

  @Test func `modules that apply a plugin wait for its tool`() throws {
    let parts = (0..<6).map { Module.example("gen/Part\($0)") }
    let facts = AdviceFacts.example(
      modules: [
        .example("App"), .example("API"), .example("gen/Generator", .plugin), .example("gen/tool", .executable),
      ] + parts,
      [("App", "API"), ("gen/Generator", "gen/tool")] + parts.map { ("gen/tool", "\($0.id)") },
      plugins: [("API", "gen/Generator")])
    let finding = try #require(facts.findings("plugin-tools").first)
    #expect(finding.message.hasPrefix("Generator lets 2 modules wait for 7 modules of its tool"))
    #expect(finding.modules.count == 7)
  }

  @Test func `a plugin with a binary tool is no finding`() {
    let facts = AdviceFacts.example(
      modules: [.example("App"), .example("lint/Plugin", .plugin), .example("lint/Binary", .binary)],
      [("lint/Plugin", "lint/Binary")], plugins: [("App", "lint/Plugin")])
    #expect(facts.findings("plugin-tools") == [])
  }

  @Test func `macros are a finding where many modules import their library`() throws {
    let users = (0..<10).map { "Feature\($0)" }
    var facts = AdviceFacts.example(
      modules: users.map { .example($0) } + [.example("tca/TCA"), .example("tca/TCAMacros", .macro)],
      [("tca/TCA", "tca/TCAMacros")] + users.map { ($0, "tca/TCA") })
    facts.imports = .example(Dictionary(uniqueKeysWithValues: users.map { ($0, ["TCA"]) }))
    #expect(facts.findings("widespread-macros").count == 1)
    facts.imports = .example(Dictionary(uniqueKeysWithValues: users.dropLast().map { ($0, ["TCA"]) }))
    #expect(facts.findings("widespread-macros") == [])
  }

  @Test func `only flags that slow debug builds are findings`() {
    var facts = AdviceFacts.example(modules: [])
    let place = Dependency.Location(file: "Package.swift", line: 9)
    facts.unsafeFlags = [
      ([id("Core"), id("App")], ["-O", "-enforce-exclusivity=unchecked"], place),
      ([id("App")], ["-warnings-as-errors"], place),
    ]
    #expect(facts.findings("unsafe-flags").map(\.message) == ["debug builds of App, Core use -O"])
  }
}
