import Foundation
import TestSupport
import Testing

/// The steps of `action.yml` and of the files in `docs/ci`, with a release whose program is this one, in a clone of a repository
/// in which a pull request breaks a rule. What the services do themselves is simulated: their variables, caches and addresses.
@Suite struct RecipeTests {
  private let release: FakeRelease
  private let server: FileServer
  private var folder: TestFolder { release.folder }
  private var clone: String { folder.path + "/clone" }

  init() async throws {
    release = try await FakeRelease(program: "exec '\(Tool.built("modgauge").path)' \"$@\"")
    server = try await FileServer(folder: release.root)
    try folder.write([
      "origin/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Shop", targets: [.executableTarget(name: "App", dependencies: ["Core"]), .target(name: "Core"), .testTarget(name: "CoreTests", dependencies: ["Core"])])

      """,
      "origin/Sources/App/main.swift": "import Core\nprint(core)\n",
      "origin/Sources/Core/Core.swift": "public let core = 1\n",
      "origin/Tests/CoreTests/CoreTests.swift": "import Core\n",
      "origin/.modgauge.yml": """
      gate: { clean: { percent: 3, seconds: 1 } }
      rules: [{ id: small, type: max-lines, max: 3 }]

      """,
      "origin/.gitignore": ".cache\n",
    ])
    try await git("init", "--quiet", "--initial-branch", "main", in: "origin")
    try await commit("base", in: "origin")
    try await git("clone", "--quiet", "origin", "clone", in: ".")
    try folder.write(["clone/Sources/Core/Core.swift": "public let core = 1\n// A\n// B\n// C\n"])
    try await commit("remarks", in: "clone")
  }

  private func git(_ arguments: String..., in place: String) async throws {
    let outcome = try await Tool.named("git")(
      arguments, in: "\(folder.path)/\(place)", environment: ["HOME": folder.path])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private func commit(_ message: String, in place: String) async throws {
    try await git("add", "--all", in: place)
    try await git("-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "--message", message, in: place)
  }

  /// Runs commands as one job in the clone.
  private func run(_ commands: [String], _ variables: [String: String]) async throws -> Tool.Outcome {
    try await Tool.named("bash")(
      ["-eo", "pipefail", "-c", commands.joined(separator: "\n")], in: clone,
      environment: ["HOME": folder.path, "XDG_STATE_HOME": folder.path + "/state"].merging(variables) { $1 })
  }

  @Test func `GitLab's recipe installs a release, shows the broken rule beside the code, and writes one note`()
    async throws
  {
    let recipe = try Recipe("docs/ci/gitlab.yml")
    try folder.write([
      "tools/curl": """
      #!/bin/sh
      case "$*" in
      */notes*) cat >>'\(folder.path)/token'; printf '%s\\n' "$*" >>'\(folder.path)/calls'; echo '[]' ;;
      *) exec '\(try Tool.named("curl").path)' "$@" ;;
      esac

      """
    ])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/tools/curl")
    let path = folder.path + "/tools:" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let variables = recipe.values(of: "variables").merging([
      "GITLAB_CI": "true", "CI_PROJECT_DIR": clone, "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
      "BASE": "origin/main",
      "CI_API_V4_URL": "http://gitlab", "CI_PROJECT_ID": "1", "CI_MERGE_REQUEST_IID": "2", "MODGAUGE_TOKEN": "secret",
      "MODGAUGE_ARCHIVE": "\(server.address)/v9.9.9/\(release.name)", "MODGAUGE_SHA256": release.sum,
      "PROGRAMS": folder.path + "/opt/bin", "PATH": path,
    ]) { $1 }
    let outcome = try await run(recipe.commands(of: "before_script") + recipe.commands(of: "script"), variables)
    #expect(outcome.exitCode == 1, "\(outcome.output) \(outcome.errors)")
    #expect(
      try folder.read("clone/modgauge-results/comment.md").hasPrefix("<!-- modgauge: . -->\n**Rules**: Failed: 1 "))
    #expect(try folder.read("clone/modgauge-results/code-quality.json").contains("small"))
    #expect(try folder.read("clone/modgauge-results/rules.xml").contains("<testsuite"))
    #expect(try folder.read("clone/modgauge-results/times.md").contains("only comments"), "\(outcome.output)")
    let after = try await run(recipe.commands(of: "after_script"), variables)
    #expect(after.exitCode == 0, "\(after.errors)")
    #expect(try folder.read("calls").contains("--request POST") && !folder.read("calls").contains("secret"))
    #expect(try folder.read("token").contains("PRIVATE-TOKEN: secret"))
    // The archive is in the cache, so that it is not fetched again.
    server.stop()
    #expect(try await run(recipe.commands(of: "before_script"), variables).exitCode == 0)
    // With another sum it is fetched again, and what cannot be fetched is built.
    var other = variables.merging(["MODGAUGE_SHA256": String(repeating: "0", count: 64)]) { $1 }
    other["PROGRAMS"] = folder.path + "/built/bin"
    other["MODGAUGE_SOURCES"] = folder.path + "/nowhere"
    #expect(try await run(recipe.commands(of: "before_script"), other).exitCode != 0)
    other["MODGAUGE_SOURCES"] = try await sources()
    let built = try await run(recipe.commands(of: "before_script"), other)
    #expect(try built.exitCode == 0 && folder.read("built/bin/modgauge") == "built", "\(built.errors)")
  }

  /// A repository whose `script/build` makes two files.
  private func sources() async throws -> String {
    try folder.write([
      "sources/script/bootstrap": "#!/bin/sh\n", "sources/script/build": "#!/bin/sh\ndirname \"$0\"\n",
      "sources/script/modgauge": "built", "sources/script/modgauge-recorder": "",
      "sources/script/report-pull-request": "", "sources/script/note-merge-request": "",
    ])
    for name in ["bootstrap", "build"] {
      let path = "\(folder.path)/sources/script/\(name)"
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    try await git("init", "--quiet", in: "sources")
    try await commit("sources", in: "sources")
    try await git("tag", "v0.1.0", in: "sources")
    return folder.path + "/sources"
  }

  @Test func `the action installs a release and writes the comment of the pull request`() async throws {
    let action = try Recipe("action.yml")
    let contexts = [
      "inputs.version": "9.9.9", "inputs.sha256": release.sum, "inputs.releases": server.address,
      "inputs.package-path": ".",
      "inputs.base": "origin/main", "inputs.rules": "true", "inputs.build-times": "true", "inputs.inconclusive": "pass",
      "inputs.arguments": "--gate --in-turns auto", "runner.temp": folder.path + "/temp",
      "github.action_repository": "o/modgauge",
    ]
    func run(_ words: String) async throws -> Tool.Outcome {
      let step = try #require(action.step(with: words))
      let values = try step.environment.mapValues { value in
        try value.replacing(/\$\{\{ ([a-z0-9._-]+) \}\}/) {
          try #require(contexts[String($0.output.1)], "\($0.output.1)")
        }
      }
      return try await self.run(
        [step.run],
        values.merging([
          "GITHUB_ACTION_PATH": Project.path("."), "GITHUB_WORKSPACE": clone, "GITHUB_OUTPUT": folder.path + "/output",
          "GITHUB_STEP_SUMMARY": folder.path + "/summary",
        ]) { $1 })
    }
    let installed = try await run("id: release")
    #expect(try installed.exitCode == 0 && folder.read("output") == "installed=true\n", "\(installed.errors)")
    let outcome = try await run("name: Check rules and compare builds")
    #expect(
      outcome.exitCode == 1 && outcome.output.contains("::error file=Package.swift,"),
      "\(outcome.output) \(outcome.errors)")
    #expect(
      try folder.read("temp/modgauge-results/comment.md").hasPrefix("<!-- modgauge: . -->\n**Rules**: Failed: 1 "))
    #expect(try folder.read("summary").contains("only comments"))
  }

  @Test func `the recipes for affected tests install a release and write the jobs`() async throws {
    try folder.write([
      "releases/v9.9.9/install.sh": String(contentsOfFile: Project.path("script/install.sh"), encoding: .utf8)
    ])
    let variables = [
      "MODGAUGE_RELEASE": server.address + "/v9.9.9", "MODGAUGE_SHA256": release.sum,
      "MODGAUGE_FOLDER": folder.path + "/opt",
      "GITHUB_WORKSPACE": clone, "GITHUB_OUTPUT": folder.path + "/output", "BASE": "origin/main",
      "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
    ]
    let workflow = try Recipe("docs/ci/github-affected.yml")
    let steps = [try #require(workflow.step(with: "sh -s --")), try #require(workflow.step(with: "id: affected"))]
    let onGitHub = try await run(steps.map(\.run), variables)
    #expect(try onGitHub.exitCode == 0 && folder.read("output").contains("swift test --filter"), "\(onGitHub.errors)")
    let recipe = try Recipe("docs/ci/gitlab-affected.yml")
    let onGitLab = try await run(recipe.commands(of: "before_script") + recipe.commands(of: "script"), variables)
    #expect(onGitLab.exitCode == 0, "\(onGitLab.errors)")
    let jobs = try folder.read("clone/affected-tests.yml")
    #expect(jobs.hasPrefix("default: { image: swift:6.3-bookworm") && jobs.contains("swift test --filter"))
  }

  @Test(arguments: [
    "docs/ci/github.yml", "docs/ci/github-affected.yml", "docs/ci/gitlab.yml", "docs/ci/gitlab-affected.yml",
  ])
  func `a recipe has a limit of time, ends when superseded, a pinned version, and an image that everybody has`(
    path: String
  ) throws {
    let text = try String(contentsOfFile: Project.path(path), encoding: .utf8)
    #expect(text.contains("timeout-minutes: ") || text.contains("timeout: "))
    #expect(text.contains("cancel-in-progress: true") || text.contains("interruptible: true"))
    #expect(text.contains("0.1.0") && !text.contains("@main"))
    #expect(text.contains("swift:6.3-bookworm") && !text.contains("example.com"))
  }
}
