import ImportSyntax
import ModuleGraph
import Testing

@Suite struct CompilationSettingsTests {
  private typealias Build = CompilationSettings.Build

  private func answer(
    _ condition: CompilationCondition, _ settings: [TargetSetting] = [], modes: [String]? = nil,
    tools: String = "6.0.0",
    traits: Set<String> = [], in build: CompilationSettings.Build = Build()
  ) -> Bool? {
    CompilationSettings(
      settings, packageModes: modes, toolsVersion: tools,
      traits: Dictionary(uniqueKeysWithValues: traits.map { ($0, []) })
    )
    .answer(condition, in: build) { _ in nil }
  }

  @Test func namesAreSetByTheManifestBySwiftPMAndByHand() {
    let linux = TargetSetting(.define("A"), condition: Condition(platforms: ["linux"]))
    #expect(answer(.flag("A"), [linux]) == nil)
    #expect(answer(.flag("A"), [linux], in: Build(platform: "linux")) == true)
    #expect(answer(.flag("A"), [linux], in: Build(platform: "macos")) == false)
    #expect(answer(.flag("A"), [linux], in: Build(platform: "macos", definitions: ["A"])) == true)
    #expect(answer(.flag("B"), [linux]) == nil, "someone may set it")
    #expect(answer(.flag("B"), [linux], in: Build(definitions: [])) == false)
    #expect(answer(.flag("SWIFT_PACKAGE")) == true)
    #expect(answer(.flag("DEBUG")) == nil)
    #expect(answer(.flag("DEBUG"), in: Build(configuration: "debug")) == true)
    #expect(answer(.flag("DEBUG"), in: Build(configuration: "release")) == false)
    #expect(answer(.flag("T"), traits: ["T"], in: Build(definitions: [])) == nil)
    #expect(answer(.flag("T"), traits: ["T"], in: Build(traits: [])) == false)
    #expect(answer(.flag("T"), traits: ["T"], in: Build(traits: ["T"])) == true)
  }

  @Test func unsafeFlagsAreReadAsTheCompilerReadsThem() {
    let flags = TargetSetting(
      .flags(["-DA", "-D", "B", "-Xcc", "-swift-version", "5", "-enable-upcoming-feature", "ExistentialAny"]))
    #expect(answer(.flag("A"), [flags]) == true)
    #expect(answer(.flag("B"), [flags]) == true)
    #expect(answer(.query("hasFeature", argument: "ExistentialAny"), [flags]) == true)
    #expect(answer(.query("hasFeature", argument: "GlobalConcurrency"), [flags], in: Build(definitions: [])) == false)
  }

  @Test(
    arguments: [
      ("6.0.0", nil, nil, ">=6", true), ("6.0.0", nil, nil, ">=6.3", true), ("6.0.0", nil, nil, ">=6.4", false),
      ("5.9.0", nil, nil, ">=6", false), ("5.9.0", nil, nil, ">=5.10", true), ("5.9.0", nil, nil, "<5.10", false),
      ("6.0.0", ["5"], nil, ">=6", false), ("6.0.0", ["5", "6"], nil, ">=6", true), ("5.9.0", nil, "6", ">=6", true),
      ("4.2.0", nil, nil, ">=4.2", true), ("4.0.0", nil, nil, ">=4.2", false),
    ] as [(String, [String]?, String?, String, Bool)])
  func theLanguageModeIsThatOfTheTargetThePackageOrTheTools(
    tools: String, modes: [String]?, stated: String?, bound: String, expected: Bool
  ) {
    let settings = stated.map { [TargetSetting(.languageMode($0))] } ?? []
    let build = Build(toolchain: "6.3.1")
    #expect(answer(.query("swift", argument: bound), settings, modes: modes, tools: tools, in: build) == expected)
    #expect(answer(.query("swift", argument: bound), settings, modes: modes, tools: tools) == nil)
  }

  @Test func featuresComeWithTheModeOrTheSettings() {
    let ours = Build(definitions: [])
    let regex = CompilationCondition.query("hasFeature", argument: "BareSlashRegexLiterals")
    #expect(answer(regex) == true)
    #expect(answer(regex, tools: "5.9.0", in: ours) == false)
    #expect(answer(regex, [TargetSetting(.feature("BareSlashRegexLiterals"))], tools: "5.9.0") == true)
    #expect(answer(.query("hasFeature", argument: "ExistentialAny"), in: ours) == false)
    #expect(
      answer(.query("hasFeature", argument: "ExistentialAny"), [TargetSetting(.feature("ExistentialAny:migrate"))])
        == true)
    #expect(answer(.query("hasFeature", argument: "ExistentialAny")) == nil, "someone may enable it")
    #expect(answer(.flag("$Macros"), in: ours) == nil)
    #expect(answer(.query("hasFeature", argument: "Macros"), in: ours) == nil, "the compiler's own")
    let debug = TargetSetting(.languageMode("5"), condition: Condition(configuration: "debug"))
    #expect(CompilationSettings([debug], packageModes: nil, toolsVersion: "6.0.0").hasBareRegularExpressions)
    #expect(!CompilationSettings([], packageModes: ["5"], toolsVersion: "6.0.0").hasBareRegularExpressions)
  }

  @Test(
    arguments: [
      ("targetEnvironment", "simulator", "linux", false), ("targetEnvironment", "simulator", "macos", false),
      ("targetEnvironment", "simulator", "ios", nil), ("targetEnvironment", "simulator", "maccatalyst", false),
      ("targetEnvironment", "macCatalyst", "maccatalyst", true), ("targetEnvironment", "macCatalyst", "ios", false),
      ("targetEnvironment", "other", "ios", nil), ("_runtime", "_ObjC", "ios", true),
      ("_runtime", "_ObjC", "linux", false), ("_runtime", "_Native", "windows", true),
      ("_runtime", "_Native", "macos", false), ("_runtime", "_Other", "macos", nil),
    ] as [(String, String, String, Bool?)])
  func `environments and runtimes are those of the platform`(
    query: String, argument: String, platform: String, expected: Bool?
  ) {
    #expect(answer(.query(query, argument: argument), in: Build(platform: platform)) == expected)
    #expect(answer(.query(query, argument: argument)) == nil)
  }

  @Test(
    arguments: [
      ("Core", true), ("Core.Sub", nil), ("Core,_version:2", nil), ("Else", false), ("Else.Sub", false),
    ] as [(String, Bool?)])
  func `that a module is there says nothing of its versions and submodules`(argument: String, expected: Bool?) {
    let settings = CompilationSettings([], packageModes: nil, toolsVersion: "6.0.0")
    #expect(settings.answer(.query("canImport", argument: argument), in: Build()) { $0 == "Core" } == expected)
  }
}
