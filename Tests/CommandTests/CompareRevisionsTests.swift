import BuildAnalysis
import BuildRunner
import Documents
import Foundation
import TestSupport
import Testing

extension BenchCommandTests {
  /// Two revisions whose builds are scripts, so that a tenth of a second is a slow one.
  @Suite struct CompareRevisionsTests {
    /// A repository with a package in which `work` says how long a build takes, and `state` what it calls itself.
    private struct Repository {
      let shop: ShopWorkspace
      var log: String { shop.folder.path + "/words" }

      init(gate: String = "") async throws {
        shop = try ShopWorkspace()
        try shop.folder.write([
          "Shop/build.sh": """
          #!/bin/sh
          printf '%s %s\\n' "$(cat state)" "$1" >>'\(shop.folder.path)/words'
          i=0; work=$(cat work); while [ $i -lt "$work" ]; do i=$((i+1)); done
          cat state >"$1/out.txt"
          [ "$(cat work)" -gt 0 ]

          """,
          "Shop/.modgauge.yml":
            "bench:\n  command: [sh, build.sh, \"{scratch}\"]\ncombined: CartApp\nfeatures: [Search]\n\(gate)",
          ".gitignore": "cache/\noutput/\nwords\n",
        ])
        try await git(["init", "--quiet", "--initial-branch", "main"])
        try await commit("base", work: 500)
      }

      func write(_ state: String, work: Int) throws {
        try shop.folder.write(["Shop/state": state + "\n", "Shop/work": "\(work)\n"])
      }

      func commit(_ state: String, work: Int) async throws {
        try write(state, work: work)
        try await git(["add", "--all"])
        try await git(["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", state])
        try await git(["tag", state])
      }

      func git(_ words: [String]) async throws {
        let outcome = try await Tool.named("git")(["-C", shop.folder.path] + words)
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
      }

      func compare(_ words: [String]) async throws -> Tool.Outcome {
        try await shop.modgauge(
          ["compare", "--package-path", shop.path, "--cache-dir", shop.cache, "--run", shop.output] + words)
      }

      func run(_ folder: String = "") throws -> Run {
        try Run(json: Array(Data(contentsOf: URL(filePath: shop.output + folder + "/run.json"))))
      }
    }

    private static let gate = "gate:\n  clean: { percent: 50 }\n"
    /// CPU time, since on a busy machine wall times of two sessions differ by more than a gate allows.
    private static let cpuGate = "gate:\n  clean: { cpu-percent: 50 }\n"

    @Test func `two revisions are built in pairs, and the tree is left alone`() async throws {
      let repository = try await Repository()
      try await repository.commit("head", work: 600)
      // What is not committed is no part of a revision.
      try repository.write("tree", work: 700)
      let before = try TestFolder.contents(of: repository.shop.path)
      let outcome = try await repository.compare(["--base", "base", "--head", "head", "--rounds", "2", "--seed", "1"])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let run = try repository.run()
      #expect(run.arms.map(\.name) == ["CartApp@base", "CartApp@head", "Search@base", "Search@head"])
      #expect(run.arms.allSatisfy { $0.revision?.count == 40 } && Set(run.arms.map(\.revision)).count == 2)
      #expect(run.started != nil && run.workspace.committed != nil && run.base?.committed != nil)
      #expect(run.workspace.branch == "main" && run.base?.branch == nil)
      #expect(run.samples.count == 12 && run.samples.allSatisfy { $0.outcome == .ok })
      let states = try repository.shop.folder.read("words").split(separator: "\n").map { $0.split(separator: " ")[0] }
      #expect(states.filter { $0 == "base" }.count == 6 && states.filter { $0 == "head" }.count == 6)
      let json = try String(contentsOfFile: repository.shop.output + "/run.json", encoding: .utf8)
      #expect(try await JSONSchema.run.complaints(about: json) == "")
      let again = try await repository.shop.modgauge(["report", repository.shop.output])
      #expect(again.exitCode == 0 && again.output == outcome.output, "\(again.errors)")
      #expect(try TestFolder.contents(of: repository.shop.path) == before)
    }

    @Test func `a dry run says what would be built, and builds nothing`() async throws {
      let repository = try await Repository(gate: Self.gate)
      try await repository.commit("head", work: 600)
      let outcome = try await repository.compare([
        "--base", "base", "--head", "head", "--gate", "--combined", "CartApp", "--feature", "none", "--dry-run",
      ])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("CartApp"), "\(outcome.output)")
      #expect(throws: (any Error).self) { try repository.shop.folder.read("words") }
      #expect(throws: (any Error).self) { try repository.run() }
    }

    @Test func `with --wait, a comparison begins when another benchmark has finished`() async throws {
      let repository = try await Repository()
      let shop = repository.shop
      let (path, errors) = (shop.folder.path + "/machine.lock", shop.folder.path + "/errors")
      var other: MachineLock? = try await MachineLock(holder: "another one", path: path)
      let words = [
        "compare", "--package-path", shop.path, "--cache-dir", shop.cache, "--run", shop.output, "--base", "base",
        "--rounds", "1", "--combined", "CartApp", "--feature", "none",
      ]
      func compare(_ more: [String]) async throws -> Tool.Outcome {
        try await Tool.named("bash")(
          ["-c", #""$@" 2>"$0""#, errors, Tool.built("modgauge").path] + words + more,
          environment: [MachineLock.testVariable: path])
      }
      let refused = try await compare([])
      #expect(refused.exitCode == 2)
      #expect(try shop.folder.read("errors").contains("(another one)"))
      async let waited = compare(["--wait"])
      while !(try shop.folder.read("errors")).contains("waiting until another benchmark has finished (another one)") {
        try await Task.sleep(for: .milliseconds(20))
      }
      other = nil
      #expect(try await waited.exitCode == 0)
      _ = consume other
    }

    @Test func `the working tree is compared with where its branch left the base`() async throws {
      let repository = try await Repository()
      try await repository.git(["checkout", "--quiet", "-b", "feature"])
      try repository.write("tree", work: 600)
      try await repository.git(["checkout", "--quiet", "-m", "main"])
      try await repository.git(["stash", "--quiet"])
      try await repository.commit("later", work: 650)
      try await repository.git(["checkout", "--quiet", "feature"])
      try await repository.git(["stash", "pop", "--quiet"])
      try repository.shop.folder.write(["Shop/Sources/Search/New.swift": "public let new = 1\n"])
      let outcome = try await repository.compare(["--base", "main", "--rounds", "1", "--combined", "CartApp"])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let states = try repository.shop.folder.read("words").split(separator: "\n").map { $0.split(separator: " ")[0] }
      #expect(Set(states) == ["base", "tree"])
      #expect(outcome.output.contains("with local changes"))
      let run = try repository.run()
      try #require(run.arms.count > 1)
      #expect(run.workspace.dirty == true && run.arms[1].revision == nil)
    }

    @Test func `a red gate is confirmed by a session in swapped folders, and only then fails`() async throws {
      let repository = try await Repository(gate: Self.cpuGate)
      try await repository.commit("head", work: 30_000)
      let outcome = try await repository.compare([
        "--base", "base", "--head", "head", "--gate", "--combined", "CartApp", "--feature", "Search", "--format",
        "json=\(repository.shop.folder.path)/c.json", "--format", "junit=\(repository.shop.folder.path)/c.xml",
        "--format", "github",
      ])
      #expect(outcome.exitCode == 1, "\(outcome.errors)")
      #expect(
        outcome.output.contains("::error title=build time%3A CartApp%2C CPU time::slower: "), "\(outcome.output)")
      #expect(outcome.output.contains("confirmed in new copies: together "))
      let (first, second) = (try repository.run(), try repository.run("/confirmation"))
      #expect(
        first.findings.ending.reason == .decided && first.findings.ending.rounds < 10, "an obvious result ends early")
      #expect(second.plan.rounds < first.plan.rounds && first.plan.seed != second.plan.seed)
      #expect(outcome.errors.contains("until the gate is decided, 15 min at most"), "\(outcome.errors)")
      let lines = Set(try repository.shop.folder.read("words").split(separator: "\n"))
      let places = Set(lines.map { "\($0.split(separator: " ")[0]) \($0.suffix(1))" })
      #expect(places == ["base 1", "head 2", "base 2", "head 1"])
      let json = try repository.shop.folder.read("c.json")
      #expect(try await JSONSchema.comparison.complaints(about: json) == "")
      #expect(json.contains("\"confirmation\""))
      #expect(try repository.shop.folder.read("c.xml").contains("<failure type=\"slower\""))
    }

    @Test func `an accepted slowdown passes as long as the base does not have it`() async throws {
      let repository = try await Repository(gate: Self.cpuGate)
      try await repository.commit("head", work: 30_000)
      let words = ["--base", "base", "--gate", "--quiet", "--force", "--combined", "CartApp", "--feature", "Search"]
      let accepted = try await repository.compare(words + ["--accept", "a new price list"])
      #expect(accepted.exitCode == 0, "\(accepted.errors)")
      let file = try repository.shop.folder.read("Shop/.modgauge-accepted.json")
      #expect(try await JSONSchema.accepted.complaints(about: file) == "" && file.contains("a new price list"))
      #expect(file.contains("\"measure\" : \"cpu\""))
      try await repository.commit("accepted", work: 30_000)
      let passed = try await repository.compare(words)
      // A busy machine may leave the other builds undecided.
      #expect(passed.exitCode != 1, "\(passed.errors)")
      #expect(passed.output.contains("slower and accepted (“a new price list”)"), "\(passed.output)")
    }

    @Test func `a base that does not build, or not even load, is told, and the head is measured`() async throws {
      let repository = try await Repository(gate: Self.gate)
      try await repository.commit("broken", work: 0)
      try await repository.commit("head", work: 500)
      let failed = try await repository.compare(["--base", "broken", "--rounds", "6"])
      #expect(failed.exitCode == 0, "\(failed.errors)")
      #expect(failed.output.contains("| base failed |") && failed.output.contains("CartApp failed"), "\(failed.output)")
      let gated = try await repository.compare(["--base", "broken", "--gate", "--force", "--rounds", "7"])
      #expect(gated.exitCode == 3, "\(gated.errors)")
      try repository.shop.folder.write(["Shop/Package.swift": "// swift-tools-version: 5.9\nlet package = 1\n"])
      try await repository.git(["stash", "--quiet"])
      try await repository.git(["checkout", "--quiet", "-b", "odd"])
      try await repository.git(["stash", "pop", "--quiet"])
      try await repository.commit("odd", work: 500)
      try await repository.git(["checkout", "--quiet", "main"])
      let alone = try await repository.compare(["--base", "odd", "--head", "odd~1", "--force", "--rounds", "1"])
      #expect(alone.exitCode == 0 && alone.errors.contains("the head is measured alone"), "\(alone.errors)")
      #expect(try repository.run().arms.map(\.name) == ["CartApp@head", "Search@head"])
    }

    @Test func `a shallow clone is told how to get the merge base`() async throws {
      let repository = try await Repository()
      try await repository.git(["checkout", "--quiet", "-b", "feature"])
      try await repository.commit("head", work: 500)
      try await repository.git(["checkout", "--quiet", "main"])
      try await repository.commit("later", work: 500)
      let clone = repository.shop.folder.path + "/clone"
      try await repository.git([
        "clone", "--quiet", "--depth", "1", "--no-single-branch", "file://\(repository.shop.folder.path)", clone,
      ])
      let outcome = try await repository.compare([
        "--package-path", clone + "/Shop", "--base", "origin/main", "--head", "origin/feature",
      ])
      #expect(outcome.exitCode == 2)
      #expect(
        outcome.errors.hasPrefix("error: “origin/main” and “origin/feature” have no commit in common.")
          && outcome.errors.contains("`git -C \(clone)/Shop fetch --unshallow`"), "\(outcome.errors)")
    }

    @Test func `what nothing changed is not built, and where a command builds, any file may change it`() async throws {
      let repository = try await Repository(gate: Self.gate)
      let words = ["--base", "base", "--gate", "--force", "--combined", "CartApp"]
      let same = try await repository.compare(words)
      #expect(same.exitCode == 0, "\(same.errors)")
      #expect(
        same.output.contains("- **CartApp**: unchanged: nothing that it is built from differs, so it was not built."),
        "\(same.output)")
      #expect(!FileManager.default.fileExists(atPath: repository.log))
      #expect(try repository.run().unchanged?.map(\.arm) == ["CartApp", "Search"])
      let json = try String(contentsOfFile: repository.shop.output + "/run.json", encoding: .utf8)
      #expect(try await JSONSchema.run.complaints(about: json) == "")
      try repository.write("tree", work: 500)
      let changed = try await repository.compare(words + ["--rounds", "2"])
      #expect([0, 1, 3].contains(changed.exitCode) && changed.errors.contains("2 rounds"), "\(changed.errors)")
      #expect(try repository.run().samples.count >= 6)
    }

    @Test func `what is counted is gated by one round`() async throws {
      let repository = try await Repository(gate: "gate: { height: 0, lines: 10 }\n")
      try repository.shop.folder.write(["Shop/Sources/Search/Long.swift": String(repeating: "//\n", count: 11)])
      let outcome = try await repository.compare([
        "--base", "base", "--gate", "--rounds", "1", "--combined", "CartApp", "--feature", "Search",
      ])
      #expect(outcome.exitCode == 1, "\(outcome.errors)")
      #expect(outcome.output.contains("- **Search, lines**: grew by more than 10:"), "\(outcome.output)")
      #expect(outcome.output.contains("- **CartApp, height**: passed:"))
    }

    @Test func `what cannot be gated or compared is refused before any build`() async throws {
      let repository = try await Repository()
      let words = ["--base", "base"]
      #expect(try await repository.compare(words + ["--gate"]).errors.contains("The configuration has no `gate:`"))
      #expect(try await repository.compare(["--base", "bse"]).errors.contains("Did you mean “base”?"))
      try repository.shop.folder.write([
        "Shop/.modgauge.yml": try repository.shop.folder.read("Shop/.modgauge.yml") + Self.gate
      ])
      try repository.write("tree", work: 500)
      let few = try await repository.compare(words + ["--gate", "--rounds", "1"])
      #expect(few.exitCode == 2)
      #expect(few.errors.contains("1 round cannot decide a gate: use 2 or more, or leave the number out."))
      #expect(!FileManager.default.fileExists(atPath: repository.log))
    }
  }
}
