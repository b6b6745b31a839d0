import BuildAnalysis
import BuildRunner
import Documents
import Foundation
import TestSupport
import Testing

extension BenchCommandTests {
  /// A plan that several machines carry out; each is this one, and builds are scripts.
  @Suite struct ShardCommandTests {
    private struct Place {
      let shop: ShopWorkspace
      var plan: String { shop.folder.path + "/plan.json" }

      init() async throws {
        shop = try ShopWorkspace()
        try shop.folder.write([
          "Shop/build.sh": "#!/bin/sh\nprintf '%s %s\\n' \"$(cat state)\" \"$1\" >>'\(shop.folder.path)/words'\n",
          "Shop/state": "base\n",
          "Shop/.modgauge.yml":
            "bench:\n  command: [sh, build.sh, \"{scratch}\"]\ncombined: CartApp\nfeatures: [Search]\n",
          ".gitignore": "cache/\noutput/\nwords\nplan.json\nruns/\nstate/\nmerged/\n",
        ])
        for words in [["init", "--quiet", "--initial-branch", "main"], ["add", "--all"]] { try await git(words) }
        try await commit("base")
        try shop.folder.write(["Shop/state": "head\n"])
        try await commit("head")
      }

      private func commit(_ name: String) async throws {
        try await git(["add", "--all"])
        try await git(["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", name])
      }

      private func git(_ words: [String]) async throws {
        let outcome = try await Tool.named("git")(["-C", shop.folder.path] + words)
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
      }

      var places: [String] { ["--package-path", shop.path, "--cache-dir", shop.cache] }

      func modgauge(_ words: [String], environment: [String: String] = [:]) async throws -> Tool.Outcome {
        try await shop.modgauge(words, environment: environment)
      }

      func run(_ path: String) throws -> Run {
        try Run(json: Array(Data(contentsOf: URL(filePath: shop.folder.path + "/\(path)/run.json"))))
      }
    }

    @Test func `three machines make the rounds of one plan, and their runs become one`() async throws {
      let place = try await Place()
      try place.shop.folder.write(["cache/machine.lock": ""])
      let lock = try await MachineLock(holder: "process 7, of /elsewhere", path: place.shop.cache + "/machine.lock")
      let planned = try await place.modgauge(
        ["plan", "-o", place.plan, "compare"] + place.places
          + ["--base", "HEAD~1", "--head", "HEAD", "--rounds", "7", "--no-record"])
      #expect(planned.exitCode == 0, "a plan measures nothing: \(planned.errors)")
      _ = consume lock
      let plan = try String(contentsOfFile: place.plan, encoding: .utf8)
      #expect(try await JSONSchema.plan.complaints(about: plan) == "")
      #expect(!FileManager.default.fileExists(atPath: place.shop.folder.path + "/words"), "nothing is built")
      for index in 1...3 {
        let run = place.shop.folder.path + "/runs/\(index)"
        let words = ["compare", "--plan", place.plan, "--run", run, "--quiet"] + place.places
        // The last machine is told by its service.
        let outcome =
          index == 3
          ? try await place.modgauge(words, environment: ["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "3"])
          : try await place.modgauge(words + ["--shard", "\(index)/3"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
      }
      let parts = try (1...3).map { try place.run("runs/\($0)") }
      #expect(parts.map(\.plan.rounds) == [3, 2, 2] && Set(parts.map(\.plan.seed)).count == 3)
      let merged = try await place.modgauge([
        "merge", place.shop.folder.path + "/runs", "-o", "\(place.shop.folder.path)/merged",
      ])
      #expect(merged.exitCode == 0, "\(merged.errors)")
      let run = try place.run("merged")
      #expect(run.plan.rounds == 7 && run.machines?.count == 3)
      let json = try place.shop.folder.read("merged/run.json")
      #expect(try await JSONSchema.run.complaints(about: json) == "")
      #expect(merged.output.contains("3 machines: 3 × "), "\(merged.output)")
      // On the second machine the states have each other's folders.
      let lines = try place.shop.folder.read("words").split(separator: "\n")
      let pairs = Set(lines.map { "\($0.split(separator: " ")[0]) \($0.suffix(1))" })
      #expect(pairs == ["base 1", "head 2", "base 2", "head 1"])
      // What else reads runs reads this one.
      let again = try await place.modgauge(["report", place.shop.folder.path + "/merged"])
      #expect(again.exitCode == 0 && again.output == merged.output, "\(again.errors)")
      let imported = try await place.modgauge(
        ["history", "import", place.shop.folder.path + "/merged", "--history", place.shop.folder.path + "/h.sqlite"])
      #expect(imported.exitCode == 0 && imported.errors.contains("1 run added"), "\(imported.errors)")
      let missing = try await place.modgauge([
        "merge", place.shop.folder.path + "/runs/1", place.shop.folder.path + "/runs/3", "-o",
        place.shop.folder.path + "/other",
      ])
      #expect(missing.exitCode == 2 && missing.errors.contains("Shard 2 of 3 is missing."), "\(missing.errors)")
      // An input is never replaced, whatever it is called.
      try FileManager.default.createSymbolicLink(
        atPath: place.shop.folder.path + "/link", withDestinationPath: "runs/1")
      let replacing = try await place.modgauge([
        "merge", place.shop.folder.path + "/runs", "-o", place.shop.folder.path + "/link", "--force",
      ])
      #expect(replacing.exitCode == 2 && replacing.errors.contains("an input run"), "\(replacing.errors)")
      #expect(try place.run("runs/1") == parts.first)
    }

    @Test func `the gate of a plan is decided where its runs are merged`() async throws {
      let place = try await Place()
      let configuration = try place.shop.folder.read("Shop/.modgauge.yml")
      try place.shop.folder.write(["Shop/.modgauge.yml": configuration + "gate: { height: 0 }\n"])
      let planned = try await place.modgauge(
        ["plan", "-o", place.plan, "compare"] + place.places
          + ["--base", "HEAD~1", "--head", "HEAD", "--gate", "--rounds", "2", "--no-record"])
      #expect(planned.exitCode == 0, "\(planned.errors)")
      let plan = try String(contentsOfFile: place.plan, encoding: .utf8)
      #expect(try await JSONSchema.plan.complaints(about: plan) == "" && plan.contains("\"gate\""))
      let run = place.shop.folder.path + "/runs/1"
      let part = try await place.modgauge(
        ["compare", "--plan", place.plan, "--run", run, "--shard", "1/2"] + place.places)
      #expect(part.exitCode == 0, "\(part.errors)")
      #expect(part.errors.contains("the gate is decided by `modgauge merge`"), "\(part.errors)")
      let merged = try await place.modgauge(["merge", run, "-o", place.shop.folder.path + "/merged", "--partial"])
      #expect(merged.exitCode == 0 && merged.errors.contains("Gate passed"), "\(merged.errors)")
      #expect(try place.shop.folder.read("merged/comparison.md").contains("Gate passed"))
      #expect(merged.output.contains("Merged from a part of 2 shards; missing: 2."), "\(merged.output)")
      #expect(try place.run("merged").gaps?.missing == [2])
      let json = try place.shop.folder.read("merged/run.json")
      #expect(try await JSONSchema.run.complaints(about: json) == "")
      let itself = try await place.modgauge([
        "merge", run, "-o", place.shop.folder.path + "/again", "--partial", "--confirms",
        place.shop.folder.path + "/merged",
      ])
      #expect(itself.exitCode == 2 && itself.errors.contains("cannot be confirmed by these runs"), "\(itself.errors)")
    }

    @Test func `a gate without limits is refused when it is planned`() async throws {
      let place = try await Place()
      let words = ["plan", "compare"] + place.places + ["--base", "HEAD~1", "--head", "HEAD", "--gate"]
      let planned = try await place.modgauge(words)
      #expect(planned.exitCode == 2 && planned.errors.contains("The configuration has no `gate:`"), "\(planned.errors)")
    }

    @Test func `an inconclusive gate of a merged run counts as the user says`() async throws {
      let place = try await Place()
      let configuration = try place.shop.folder.read("Shop/.modgauge.yml")
      try place.shop.folder.write(["Shop/.modgauge.yml": configuration + "gate: { clean: { percent: 50 } }\n"])
      let planned = try await place.modgauge(
        ["plan", "-o", place.plan, "compare"] + place.places
          + ["--base", "HEAD~1", "--head", "HEAD", "--gate", "--rounds", "2", "--no-record"])
      #expect(planned.exitCode == 0, "\(planned.errors)")
      let run = place.shop.folder.path + "/runs/1"
      let part = try await place.modgauge(
        ["compare", "--plan", place.plan, "--run", run, "--shard", "1/2"] + place.places)
      #expect(part.exitCode == 0, "\(part.errors)")
      // Half of the rounds are too few for any verdict.
      for (words, code) in [([], 3), (["--inconclusive", "pass"], 0), (["--inconclusive", "fail"], 1)] {
        let merged = try await place.modgauge(
          ["merge", run, "-o", place.shop.folder.path + "/merged", "--partial", "--force"] + words)
        #expect(merged.exitCode == code, "\(words) \(merged.errors)")
      }
    }

    @Test func `a plan that does not fit is refused before any build`() async throws {
      let place = try await Place()
      let planned = try await place.modgauge(
        ["plan", "--output", place.plan, "bench"] + place.places + ["--rounds", "2", "--seed", "5"])
      #expect(planned.exitCode == 0, "\(planned.errors)")
      func errors(_ words: [String]) async throws -> String {
        let outcome = try await place.modgauge(["bench", "--plan", place.plan] + place.places + words)
        #expect(outcome.exitCode == 2, "\(words)")
        return outcome.errors
      }
      for other in [["--rounds", "9"], ["--jobs", "1", "--build-system", "native"], ["--feature", "Search"]] {
        let outcome = try await place.modgauge(
          ["bench", "--plan", place.plan, "--shard", "1/2"] + place.places + other)
        #expect(outcome.exitCode == 64 && outcome.errors.contains("omit all options but those"), "\(outcome.errors)")
      }
      let configuration = try place.shop.folder.read("Shop/.modgauge.yml")
      try place.shop.folder.write(["Shop/.modgauge.yml": configuration.replacing("CartApp", with: "shop-app")])
      #expect(try await errors(["--shard", "1/2"]).contains("differs in the rounds and scenarios, what the arms"))
      try place.shop.folder.write(["Shop/.modgauge.yml": configuration])
      #expect(try await errors(["--shard", "3/3"]).contains("so this one has none"))
      #expect(try await errors([]).contains("The shard is unknown"))
      let compared = try await place.modgauge(["compare", "--plan", place.plan, "--shard", "1/2"] + place.places)
      #expect(compared.exitCode == 2 && compared.errors.contains("is for `modgauge bench`"), "\(compared.errors)")
      let other = try await place.modgauge(["compare", "--plan", place.plan, "--shard", "1/2", "--base", "HEAD"])
      #expect(other.exitCode == 64 && other.errors.contains("The plan says what is compared"), "\(other.errors)")
      let open = try await place.modgauge(["plan", "bench"] + place.places + ["--time-budget", "1m"])
      #expect(open.exitCode == 2 && open.errors.contains("fixed number of rounds"), "\(open.errors)")
      let late = try await place.modgauge(["plan", "bench"] + place.places + ["-o", "plan.json"])
      #expect(late.exitCode == 64 && late.errors.contains("--output precedes the command"), "\(late.errors)")
      let tree = try await place.modgauge(["plan", "compare"] + place.places + ["--base", "HEAD~1"])
      #expect(tree.exitCode == 2 && tree.errors.contains("name one as the head"), "\(tree.errors)")
      for words in [[], ["run"], ["run", "other"], ["run", "other", "--quiet"]] {
        let made = try await place.modgauge(["plan", "compare"] + words)
        #expect(made.exitCode == 2 && made.errors.contains("Compare existing runs without a plan"), "\(made.errors)")
      }
      #expect(try await place.modgauge(["bench", "--shard", "1/2"]).exitCode == 64)
      #expect(!FileManager.default.fileExists(atPath: place.shop.folder.path + "/words"))
      // One part of it fits.
      let part = try await place.modgauge(
        ["bench", "--plan", place.plan, "--shard", "2/2", "--output", place.shop.output, "--quiet"] + place.places)
      #expect(part.exitCode == 0, "\(part.errors)")
      #expect(try place.run("output").plan.rounds == 1)
    }
  }
}
