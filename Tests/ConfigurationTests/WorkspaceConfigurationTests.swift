import BuildAnalysis
import Configuration
import ModuleGraph
import TestSupport
import Testing

@Suite struct WorkspaceConfigurationTests {
  private func configuration(_ text: String) throws -> WorkspaceConfiguration {
    try WorkspaceConfiguration(yaml: Array(text.utf8), file: ".modgauge.yml")
  }

  private func message(_ text: String) -> String? {
    do {
      _ = try configuration(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func everyKeyIsRead() throws {
    let read = try configuration(
      """
      exclude: [Fixtures/**, "**/Old"]   # folders
      manifest-env: { TEST_SERVER: "1", VERSION: 1.10, EMPTY: "" }
      layers:
        - { name: app, modules: [App] }
        - name: core
          modules: ["*Core", Shared/*]
      """)
    #expect(read.exclude == [Glob("Fixtures/**"), Glob("**/Old")])
    #expect(read.manifestEnvironment == ["TEST_SERVER": "1", "VERSION": "1.10", "EMPTY": ""])
    #expect(
      read.layers
        == Layers([
          Layer(name: "app", modules: [Glob("App")]), Layer(name: "core", modules: [Glob("*Core"), Glob("Shared/*")]),
        ]))
  }

  @Test func limitsOfAGateAreReadThoseOfSingleArmsFirst() throws {
    let read = try configuration(
      """
      gate:
        clean: { percent: 3, seconds: 1, cpu-percent: 2 }
        incremental: { percent: 5.5 }
        arms: { App: { "incremental:Core:body": { cpu-percent: 2, cpu-seconds: 0.5 } } }
        height: 0
        rebuilt-modules: 2
      """)
    #expect(
      read.gate.times == [
        .init(arm: "App", scenario: "incremental:Core:body", measure: .cpu, share: 0.02, seconds: 0.5),
        .init(scenario: "clean", measure: .wall, share: 0.03, seconds: 1),
        .init(scenario: "clean", measure: .cpu, share: 0.02),
        .init(scenario: "incremental", share: 0.055),
      ])
    #expect(read.gate.counts == [.init(.height, growth: 0), .init(.rebuiltModules, growth: 2)])
  }

  @Test(arguments: [
    ("gate: { clen: { percent: 3 } }", "1: unknown key “clen”; did you mean “clean”?"),
    ("gate: { heigth: 1 }", "1: unknown key “heigth”; did you mean “height”?"),
    ("gate: { clean: { seconds: 3 } }", "1: the key “percent” is missing"),
    ("gate: { clean: { percent: 3, cpu-seconds: 1 } }", "1: the key “cpu-percent” is missing"),
    ("gate: { clean: {} }", "1: the key “percent” is missing"),
    ("gate: { clean: { percent: 0 } }", "1: “percent” must be a percentage above 0 and below 100, not “0”"),
    ("gate: { clean: { percent: 3, seconds: x } }", "1: “seconds” must be a number of seconds, such as 0.5, not “x”"),
    ("gate: { height: 1.5 }", "1: “height” must be a whole number from 0 to 1000000000, not 1.5"),
  ])
  func whatIsWrongWithAGateIsSaid(text: String, expected: String) {
    #expect(message(text) == ".modgauge.yml:\(expected)")
  }

  @Test(arguments: ["", "# nothing yet\n", "{}", "exclude: []\nmanifest-env: {}\n"])
  func aFileWithoutValuesChangesNothing(text: String) throws {
    #expect(try configuration(text) == WorkspaceConfiguration())
  }

  @Test(arguments: [
    ("exclud: [a]", "1: unknown key “exclud”; did you mean “exclude”?"),
    ("exclude: [a]\nmanifest_env: {}", "2: unknown key “manifest_env”; did you mean “manifest-env”?"),
    (
      "layers:\n- {name: a, modules: [A]}\n- {name: a, modules: [B]}",
      "3: there are two layers “a”; put their modules into one"
    ),
    ("layers: [{name: a}]", "1: the key “modules” is missing"),
    ("layers: [{name: a, module: [A]}]", "1: unknown key “module”; did you mean “modules”?"),
    ("exclude: Fixtures", "1: “exclude” must be a list, not a string"),
    ("exclude: [[a]]", "1: “exclude” must be a string, not a list"),
    (
      "exclude:\n  - a\n  - /b",
      "3: “exclude” takes paths below the folder, without a leading slash and without “..”, not “/b”"
    ),
    (
      "exclude: [a/../../b]",
      "1: “exclude” takes paths below the folder, without a leading slash and without “..”, not “a/../../b”"
    ),
    ("manifest-env: [A]", "1: “manifest-env” must be a mapping, not a list"),
    ("manifest-env: { A: }", "1: “A” must be a string, not nothing"),
    ("manifest-env: { A: [1] }", "1: “A” must be a string, not a list"),
    ("manifest-env:\n  A: 1\n  B=C: 2", "3: “B=C” cannot be the name of an environment variable"),
    ("manifest-env: { \"\": x }", "1: “” cannot be the name of an environment variable"),
    ("bench: { scenario: [clean] }", "1: unknown key “scenario”; did you mean “scenarios”?"),
    ("bench:\n  scenarios: clean", "2: “scenarios” must be a list, not a string"),
    ("bench:\n  rounds: 0", "2: “rounds” must be a whole number from 1 to 1000000, not 0"),
    ("bench: { warmups: \"1\" }", "1: “warmups” must be a whole number, not a string"),
    ("bench: { half-width: 100 }", "1: “half-width” must be a percentage above 0 and below 100, not “100”"),
    ("bench: { half-width: 0 }", "1: “half-width” must be a percentage above 0 and below 100, not “0”"),
    ("bench: { half-width: nan }", "1: “half-width” must be a percentage above 0 and below 100, not “nan”"),
    (
      "bench: { time-budget: 15 }",
      "1: “time-budget” must be a duration with its unit, such as 90s, 15m or 1h30m, not “15”"
    ),
    ("bench: { make-apps: no }", "1: “make-apps” must be true or false, not “no”"),
    ("bench: { builder: bazel }", "1: “builder” must be swift-build or native or swiftbuild, not “bazel”"),
    ("bench: { command: make }", "1: “command” must be a list, not a string"),
    ("bench: { command: [] }", "1: “command” must begin with a program"),
    ("bench: { command: [\"\"] }", "1: “command” must begin with a program"),
    (
      "bench:\n  command:\n    - make\n    - \"{pakage}\"",
      "4: “command” has the unknown placeholder “{pakage}”; there are {package}, {scratch}, {product}, {configuration}, "
        + "{jobs}, and {{pakage}} is the literal text"
    ),
    ("bench: { prepare: [rm, {scratch}] }", "1: “prepare” needs quotes around placeholders, as in \"{package}\""),
    (
      "bench:\n  cleanup: [sh, -c, \"rm {scratch}\"]",
      "2: “cleanup” has a placeholder in a shell script, where its value would be executed as code; pass it as an argument, "
        + "as in [sh, -c, 'make \"$1\"', sh, \"{product}\"]"
    ),
    (
      "bench:\n  command: [make]\n  builder: native",
      "2: “command” and “builder” cannot be combined; remove one of them"
    ),
    (
      "bench:\n  builder: xcodebuild",
      "2: “xcodebuild” needs a workspace or a project, as in builder: { xcodebuild: { workspace: App.xcworkspace } }"
    ),
    (
      "bench:\n  builder: { xcodebuild: { destination: platform=macOS } }",
      "2: “xcodebuild” needs a workspace or a project, as in builder: { xcodebuild: { workspace: App.xcworkspace } }"
    ),
    (
      "bench: { builder: { xcodebuild: { workspace: A.xcworkspace, project: A.xcodeproj } } }",
      "1: “workspace” and “project” cannot be combined; remove one of them"
    ),
    (
      "bench: { builder: { xcodebuild: { project: A.xcworkspace } } }",
      "1: “project” must be the path of an .xcodeproj, not “A.xcworkspace”"
    ),
    (
      "bench: { builder: { xcodebuild: { workspace: A.xcworkspace, scheme: A } } }", "1: unknown key “scheme”"
    ),
    ("bench: { builder: { xcode: {} } }", "1: unknown key “xcode”; did you mean “xcodebuild”?"),
    ("combined: [App]", "1: “combined” must be a string, not a list"),
    ("feature: [App]", "1: unknown key “feature”; did you mean “features”?"),
    ("exclude: [a]\nexclude: [b]", "1: the key “exclude” is given twice"),
    ("text", "1: the file must be a mapping, not a string"),
  ])
  func whatIsWrongComesWithItsLine(text: String, problem: String) {
    #expect(message(text) == ".modgauge.yml:" + problem)
  }

  @Test func scenariosOfBenchmarksAreTheWordsOfTheCommandLine() throws {
    let text = "bench:\n  scenarios: [clean, each-module, \"incremental:Core:body\"]\n"
    let configuration = try WorkspaceConfiguration(yaml: Array(text.utf8), file: ".modgauge.yml")
    #expect(configuration.bench.scenarios == ["clean", "each-module", "incremental:Core:body"])
    #expect(WorkspaceConfiguration().bench.scenarios == [])
  }

  @Test func xcodebuildIsABuilderWithSettings() throws {
    let text = """
      bench:
        builder:
          xcodebuild: { project: Apps/Shop.xcodeproj, destination: "platform=iOS Simulator,name=iPhone 17", configuration: Beta }
      """
    let settings = try WorkspaceConfiguration(yaml: Array(text.utf8), file: ".modgauge.yml").bench.xcodebuild
    #expect(settings?.container == "Apps/Shop.xcodeproj" && settings?.configuration == "Beta")
    #expect(settings?.destination == "platform=iOS Simulator,name=iPhone 17")
  }

  @Test func benchmarksCanBeDescribedWhole() throws {
    let all = try configuration(
      """
      combined: App
      features: ["*Feature"]
      sample-apps: ["*DemoApp"]
      bench:
        rounds: 10
        warmups: 2
        half-width: 2.5
        time-budget: 1h30m
        scenarios: [clean, null]
        build-arguments: [-Xswiftc, -Onone]
      """
    )
    let (roles, bench) = (all.roles, all.bench)
    #expect(roles.combined == .init(["App"], by: "`combined:`"))
    #expect(roles.features == .init(["*Feature"], by: "`features:`"))
    #expect(roles.sampleApps == .init(["*DemoApp"], by: "`sample-apps:`"))
    #expect(bench.rounds == 10 && bench.warmups == 2 && bench.halfWidth == 2.5)
    #expect(bench.timeBudget?.seconds == 5400)
    #expect(bench.scenarios == ["clean", "null"] && bench.buildArguments == ["-Xswiftc", "-Onone"])
  }

  @Test func anyCommandCanBuild() throws {
    let bench = try configuration(
      """
      bench:
        command: [make, -C, "{package}", "{product}", ""]
        prepare: [rm, -rf, "{package}/out"]
        cleanup: ["true"]
      """
    ).bench
    #expect(bench.command?.arguments == ["make", "-C", "{package}", "{product}", ""])
    #expect(bench.prepare?.placeholders == [.package] && bench.cleanup?.arguments == ["true"])
    #expect(try configuration("bench: { builder: swift-build }").bench.buildSystem == nil)
    #expect(try configuration("bench: { builder: native }").bench.buildSystem == "native")
  }

  @Test(arguments: [("90s", 90.0), ("15m", 900), ("1.5h", 5400), ("1h30m", 5400), ("0.5s", 0.5)])
  func timesHaveUnits(text: String, seconds: Double) {
    #expect(TimeBudget(text)?.seconds == seconds)
  }

  @Test(arguments: ["", "15", "m", "0m", "-5m", "1d", "1h30", "1..5m", "1e3s", "infs", "99999999999h", "１m", " 1m"])
  func otherTextsAreNoTime(text: String) {
    #expect(TimeBudget(text) == nil)
  }

  @Test func theFileIsLookedForUpToTheRepositorysTopOrHome() throws {
    let folder = try TestFolder()
    try folder.write([
      ".modgauge.yml": "", "repository/.git/HEAD": "", "repository/sub/deep/readme": "", "other/sub/.modgauge.yml": "",
      "other/sub/deep/readme": "", "other/readme": "",
    ])
    func found(_ place: String, home: String? = nil) -> String? {
      WorkspaceConfiguration.file(around: "\(folder.path)/\(place)", home: home.map { "\(folder.path)/\($0)" })
    }
    #expect(found("other/sub/deep") == folder.path + "/other/sub/.modgauge.yml")
    #expect(found("other") == folder.path + "/.modgauge.yml")
    #expect(found("other", home: "other") == nil)
    #expect(found("repository/sub/deep") == nil)
    try folder.write(["repository/.modgauge.yml": ""])
    #expect(found("repository/sub/deep") == folder.path + "/repository/.modgauge.yml")
  }
}
