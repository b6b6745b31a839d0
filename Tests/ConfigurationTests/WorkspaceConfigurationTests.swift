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
    ("exclude: Fixtures", "1: “exclude” must be a list, not a text"),
    ("exclude: [[a]]", "1: “exclude” must be a text, not a list"),
    (
      "exclude:\n  - a\n  - /b",
      "3: “exclude” takes paths below the folder, without a leading slash and without “..”, not “/b”"
    ),
    (
      "exclude: [a/../../b]",
      "1: “exclude” takes paths below the folder, without a leading slash and without “..”, not “a/../../b”"
    ),
    ("manifest-env: [A]", "1: “manifest-env” must be a mapping, not a list"),
    ("manifest-env: { A: }", "1: “A” must be a text, not nothing"),
    ("manifest-env: { A: [1] }", "1: “A” must be a text, not a list"),
    ("manifest-env:\n  A: 1\n  B=C: 2", "3: “B=C” cannot be the name of an environment variable"),
    ("manifest-env: { \"\": x }", "1: “” cannot be the name of an environment variable"),
    ("bench: { scenario: [clean] }", "1: unknown key “scenario”; did you mean “scenarios”?"),
    ("bench:\n  scenarios: clean", "2: “scenarios” must be a list, not a text"),
    ("exclude: [a]\nexclude: [b]", "1: the key “exclude” is there twice"),
    ("text", "1: “the file” must be a mapping, not a text"),
  ])
  func whatIsWrongComesWithItsLine(text: String, problem: String) {
    #expect(message(text) == ".modgauge.yml:" + problem)
  }

  @Test func scenariosOfBenchmarksAreTheWordsOfTheCommandLine() throws {
    let text = "bench:\n  scenarios: [clean, each-module, \"incremental:Core:body\"]\n"
    let configuration = try WorkspaceConfiguration(yaml: Array(text.utf8), file: ".modgauge.yml")
    #expect(configuration.scenarios == ["clean", "each-module", "incremental:Core:body"])
    #expect(WorkspaceConfiguration().scenarios == [])
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
