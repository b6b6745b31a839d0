import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

extension BenchCommandTests {
  /// Sixteen revisions whose builds are scripts that count, so that the slow ones use three times the CPU time.
  @Suite struct BisectCommandTests {
    private struct Repository {
      let shop: ShopWorkspace
      static let step = 10

      init(revisions: Int = 16, broken: Set<Int> = []) async throws {
        shop = try ShopWorkspace()
        try shop.folder.write([
          "Shop/build.sh": """
          #!/bin/sh
          printf '%s %s\\n' "$(cat state)" "$1" >>'\(shop.folder.path)/words'
          i=0; work=$(cat work); while [ $i -lt "$work" ]; do i=$((i+1)); done
          cat state >"$1/out.txt"
          [ "$(cat work)" -gt 0 ]

          """,
          "Shop/.modgauge.yml": "bench:\n  command: [sh, build.sh, \"{scratch}\"]\ncombined: CartApp\n",
          ".gitignore": "cache/\noutput/\nstate/\nwords\n",
        ])
        try await git(["init", "--quiet", "--initial-branch", "main"])
        for index in 0..<revisions {
          let work = broken.contains(index) ? 0 : index < Self.step ? 20_000 : 80_000
          try shop.folder.write(["Shop/state": "r\(index)\n", "Shop/work": "\(work)\n"])
          try await git(["add", "--all"])
          try await git([
            "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "Change \(index)",
          ])
          try await git(["tag", "r\(index)"])
        }
      }

      @discardableResult func git(_ words: [String]) async throws -> String {
        let outcome = try await Tool.named("git")(["-C", shop.folder.path] + words)
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.output
      }

      func bisect(_ words: [String]) async throws -> Tool.Outcome {
        try await shop.modgauge(
          ["bisect", "--package-path", shop.path, "--cache-dir", shop.cache, "--run", shop.output, "--measure", "cpu"]
            + words)
      }

      func bisection() throws -> Bisection {
        try Bisection(json: Array(Data(contentsOf: URL(filePath: shop.output + "/bisection.json"))))
      }

      /// What the builder was called with: the states, in order, and the scratch folders.
      func builds() throws -> [(state: String, scratch: String)] {
        guard FileManager.default.fileExists(atPath: shop.folder.path + "/words") else { return [] }
        return try shop.folder.read("words").split(separator: "\n").map { line in
          let parts = line.split(separator: " ").map(String.init)
          return (parts[0], parts[1])
        }
      }
    }

    @Test func `the revision is named with its probability, and what does not build is left out`() async throws {
      let repository = try await Repository(broken: [7, 12])
      let before = try TestFolder.contents(of: repository.shop.path)
      let outcome = try await repository.bisect([
        "--good", "r0", "--bad", "r15", "--format", "json=\(repository.shop.folder.path)/b.json", "--format",
        "markdown",
      ])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let bisection = try repository.bisection()
      let findings = BisectionFindings(bisection)
      #expect(findings.outcome == .found && findings.candidates == 10...10)
      let commit = try await repository.git(["rev-parse", "--short=10", "r10"]).prefix(10)
      #expect(outcome.output.contains("**Since `\(commit)`"), "\(outcome.output)")
      #expect(outcome.output.contains("Change 10") && outcome.errors.contains("most likely since \(commit) ("))
      #expect(try repository.builds().count == bisection.buildsMade)
      #expect(Set(try repository.builds().map(\.scratch)).count == 1, "all revisions have the same paths")
      let warmups = bisection.builds.filter { $0.warmup == true }.map(\.revision)
      #expect(Set(warmups).count == warmups.count, "a revision is warmed up once")
      for broken in [7, 12] where warmups.contains(broken) {
        #expect(bisection.obstacle(at: broken) != nil && outcome.output.contains("Left out: "))
      }
      let json = try repository.shop.folder.read("b.json")
      #expect(try await JSONSchema.bisection.complaints(about: json) == "")
      #expect(try repository.shop.folder.read("output/bisection.json") == json)
      #expect(!FileManager.default.fileExists(atPath: repository.shop.output + "/resume.json"))
      #expect(try TestFolder.contents(of: repository.shop.path) == before)
    }

    @Test func `a spent budget gives the range, and an interrupted search is resumed`() async throws {
      let repository = try await Repository()
      let spent = try await repository.bisect(["--good", "r0", "--bad", "r15", "--max-builds", "9"])
      #expect(spent.exitCode == 3, "\(spent.errors)")
      #expect(spent.output.contains("**Not certain yet**"), "\(spent.output)")
      #expect(try repository.builds().count == 9)
      let refused = try await repository.bisect(["--good", "r0"])
      #expect(refused.exitCode == 2 && refused.errors.contains("There is a search in"))
      // As if it had been killed before its last build.
      var bisection = try repository.bisection()
      bisection.builds.removeLast()
      try repository.shop.folder.write(["output/bisection.json": try bisection.json()])
      let words = [
        "--package-path", repository.shop.path, "--cache-dir", repository.shop.cache, "--measure", "cpu", "--good",
        "r0", "--bad", "r15", "--max-builds", "9",
      ]
      let resumption: [String: Any] = [
        "schema": "modgauge.resumption/1", "folder": repository.shop.folder.path, "words": words, "seed": 0,
        "resolved": [String: String](),
      ]
      try JSONSerialization.data(withJSONObject: resumption).write(
        to: URL(filePath: repository.shop.output + "/resume.json"))
      let resumed = try await repository.shop.modgauge(["bisect", "--resume", repository.shop.output])
      #expect(resumed.exitCode == 3, "\(resumed.errors)")
      let after = try repository.bisection()
      #expect(after.builds.starts(with: bisection.builds) && after.buildsMade == 9)
    }

    @Test func `what the history holds saves builds, but names nothing alone`() async throws {
      let repository = try await Repository()
      let none = try await repository.bisect(["--good", "r0", "--bad", "r15"])
      #expect(none.exitCode == 0, "\(none.errors)")
      let first = try repository.bisection()
      let history = repository.shop.folder.path + "/h.sqlite"
      let bench = try await repository.shop.modgauge(
        repository.shop.commandWords(["--rounds", "1", "--history", history, "--force", "--combined", "CartApp"]))
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let run = try Run(json: Array(Data(contentsOf: URL(filePath: repository.shop.output + "/run.json"))))
      let commits = try await repository.git(["rev-list", "--reverse", "r15"]).split(separator: "\n").map(String.init)
      let cpu = [0, 15].map { end in
        first.builds.filter { $0.revision == end }.compactMap(first.figure).median ?? 0
      }
      for (index, commit) in commits.enumerated() {
        var other = run
        (other.workspace.revision, other.workspace.dirty) = (commit, false)
        other.plan.seed = UInt64(index)
        other.started = "2026-02-03T04:05:\(index + 10)Z"
        for sample in other.samples.indices {
          other.samples[sample].cpuSeconds = cpu[index < Repository.step ? 0 : 1] * (1 + Double(index % 3) / 200)
        }
        try repository.shop.folder.write(["runs/\(index)/run.json": try other.findings.json()])
      }
      let imported = try await repository.shop.modgauge([
        "history", "import", repository.shop.folder.path + "/runs", "--history", history,
      ])
      #expect(imported.exitCode == 0, "\(imported.errors)")
      let search = ["--good", "r0", "--bad", "r15", "--history", history]
      let before = try repository.bisection()
      let plan = try await repository.bisect(search + ["--dry-run"])
      #expect(plan.exitCode == 0 && plan.output.contains("16 revisions, at most 200 builds, so at most "), "\(plan)")
      #expect(try repository.bisection() == before)
      let informed = try await repository.bisect(search + ["--force"])
      #expect(informed.exitCode == 0, "\(informed.errors)")
      #expect(informed.errors.contains("the history knows 1"))
      let second = try repository.bisection()
      #expect(BisectionFindings(second).candidates == 10...10)
      let built = Set(second.builds.filter { $0.run == nil }.map(\.revision))
      #expect(built.isSuperset(of: [9, 10]) && built.count <= 5, "\(built)")
    }

    @Test func `what cannot be searched is refused before any build`() async throws {
      let repository = try await Repository(revisions: 3)
      func errors(_ words: String...) async throws -> String { try await repository.bisect(words).errors }
      #expect(try await errors("--good", "r2", "--bad", "r0").contains("“r2” comes after “r0”, not before it."))
      #expect(try await errors("--good", "r0", "--bad", "r0").contains("“r0” does not come before “r0”"))
      #expect(try await errors("--good", "x0").contains("“x0” is not a revision that git knows"))
      #expect(try await errors("--good", "r0", "--arm", "Crt").contains("Crt"))
      #expect(try await errors("--good", "r0", "--scenario", "comparison").contains("stands for several scenarios"))
      #expect(try await repository.bisect([]).exitCode == 64)
      #expect(try repository.builds().isEmpty)
    }

    @Test func `an end that does not build is an error that says which to replace`() async throws {
      let repository = try await Repository(revisions: 3, broken: [0])
      let outcome = try await repository.bisect(["--good", "r0"])
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains("The good revision ") && outcome.errors.contains("Name another with --good."))
    }
  }
}
