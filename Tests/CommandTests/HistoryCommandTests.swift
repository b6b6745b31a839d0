import BuildAnalysis
import Documents
import Foundation
import ModuleGraph
import Subprocess
import TestSupport
import Testing

struct HistoryCommandTests {
  let folder: TestFolder
  var path: String { folder.path + "/history.sqlite" }

  init() throws {
    folder = try TestFolder()
  }

  private func modgauge(_ words: [String], source: Bool = true) async throws -> Tool.Outcome {
    try await Tool.built("modgauge")(
      ["history"] + words + (source ? ["--history", path] : []), in: folder.path,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
  }

  /// Folders of runs as `bench` leaves them.
  private func write(_ commits: ClosedRange<Int>, seconds: (Int) -> Double = { _ in 20 }) throws {
    for commit in commits {
      try folder.write(["runs/\(commit)/run.json": Run.example(commit: commit, seconds: seconds(commit)).json()])
    }
  }

  @Test func `runs are imported once, whoever wrote them`() async throws {
    try write(1...3)
    let journal = Run.example(commit: 4)
    try folder.write([
      "runs/4/run.jsonl": try RunJournal.head(journal) + journal.samples.map(RunJournal.line).joined() + "{\"arm",
      "runs/broken/run.json": "{}",
    ])
    let first = try await modgauge(["import", "runs"])
    #expect(first.exitCode == 2 && first.output == "")
    #expect(first.errors.contains("error: `runs/broken/run.json` is not a benchmark run: it has no “schema”."))
    #expect(first.errors.hasSuffix("4 runs added, 0 known: \(path)\n"), "\(first.errors)")
    let second = try await modgauge(["import", "runs/1", "runs/4/run.jsonl"])
    #expect(second.exitCode == 0 && second.errors == "0 runs added, 2 known: \(path)\n", "\(second.errors)")
  }

  #if os(Linux)
    @Test func `an import that fills the disk says how many runs it stored`() async throws {
      // Only root may mount a small disk.
      let mounting = try await Tool.named("bash")(
        ["-c", "mkdir small && mount -t tmpfs -o size=300k none small"], in: folder.path)
      guard mounting.exitCode == 0 else { return }
      defer { umount2(folder.path + "/small", Int32(MNT_DETACH)) }
      try write(1...400)
      let outcome = try await modgauge(["import", "runs", "--history", "small/history.sqlite"], source: false)
      #expect(outcome.exitCode == 2 && outcome.errors.contains("Nothing in it was lost"), "\(outcome.errors)")
      let added = try #require(outcome.errors.wholeMatch(of: /(\d+) runs added, 0 known: (?s).*/)?.1)
      let list = try await modgauge(
        ["list", "--format", "csv", "--history", "small/history.sqlite"], source: false)
      #expect(try list.output.split(separator: "\r\n").count - 1 == #require(Int(added)), "\(outcome.errors)")
    }

    @Test func `a history on a disk that cannot be written says why it cannot be read`() async throws {
      try write(1...1)
      try folder.write(["disk/note": ""])
      _ = try await modgauge(["import", "runs", "--history", "disk/history.sqlite"], source: false)
      let mounting = try await Tool.named("bash")(
        ["-c", "mount --bind disk disk && mount -o remount,ro,bind disk"], in: folder.path)
      guard mounting.exitCode == 0 else { return }
      defer { umount2(folder.path + "/disk", Int32(MNT_DETACH)) }
      let outcome = try await modgauge(["list", "--history", "disk/history.sqlite"], source: false)
      #expect(
        outcome.errors
          == "error: Cannot use the history `\(folder.path)/disk/history.sqlite`: it cannot be opened; it must be a file in a "
          + "folder that can be written, even to read it.\n")
    }
  #endif

  @Test func `an export can be imported, and then exported again`() async throws {
    try write(1...5)
    #expect(try await modgauge(["import", "runs", "--quiet"]).errors == "")
    let export = try await modgauge(["export"])
    #expect(export.output.split(separator: "\n").count == 5)
    #expect(try await JSONSchema.run.complaints(about: export.output.split(separator: "\n").map(String.init)) == "")
    try folder.write(["all.jsonl": export.output])
    let other = try await modgauge(["import", "all.jsonl", "--history", "other.sqlite"], source: false)
    #expect(other.errors == "5 runs added, 0 known: \(folder.path)/other.sqlite\n")
    #expect(try await modgauge(["export", "--history", "other.sqlite"], source: false).output == export.output)
    let csv = try await modgauge(["export", "--format", "csv", "--revision", String(repeating: "0", count: 39) + "2"])
    let lines = csv.output.split(separator: "\r\n")
    #expect(lines.count == 13 && lines[0].hasPrefix("run,workspace,revision,") && lines[1].contains(",App,clean,0,1,"))
  }

  @Test func `runs are listed, shown and removed`() async throws {
    try write(1...5)
    _ = try await modgauge(["import", "runs"])
    let list = try await modgauge(["list", "--format", "json"])
    #expect(try await JSONSchema.history.complaints(about: list.output) == "")
    let text = try await modgauge(["list", "--last", "2"])
    #expect(text.output.contains("A: Shop, debug, Swift 6.3.1, Example CPU, 2 cores, 16 GiB, Linux"))
    let run = Run.example(commit: 5)
    let shown = try await modgauge(["show", "latest", "--format", "json"])
    #expect(try Run(json: shown.outputBytes) == run)
    let unknown = try await modgauge(["show", "fffff"])
    #expect(unknown.exitCode == 2)
    #expect(
      unknown.errors == "error: The history `\(path)` has no run “fffff”. `modgauge history list` shows their ids.\n")
    let several = try await modgauge(["show", "0000"])
    #expect(several.exitCode == 2 && several.errors.hasPrefix("error: “0000” names 5 runs: "))
    let trial = try await modgauge(["prune", "--keep", "2", "--dry-run"])
    #expect(trial.errors == "would remove 3 runs: \(path)\n")
    #expect(try await modgauge(["prune", "--keep", "2"]).errors == "removed 3 runs: \(path)\n")
    #expect(try await modgauge(["list", "--format", "csv"]).output.split(separator: "\r\n").count == 3)
    #expect(try await modgauge(["prune"]).exitCode == 64)
    let date = try await modgauge(["prune", "--before", "2025-02-29"])
    #expect(date.exitCode == 64 && date.errors.hasPrefix("error: --before must be a valid date"), "\(date.errors)")
    #expect(try await modgauge(["prune", "--before", "2024-02-29T23:59"]).errors == "removed 0 runs: \(path)\n")
  }

  @Test(arguments: [
    ["prune", "--before", "2025-13-01"], ["prune", "--before", "2025-02-29"],
    ["prune", "--before", "2026-01-05T25:61"],
    ["prune", "--revision", ""], ["prune", "--branch", " "], ["prune", "--workspace", ""], ["prune", "--since", ""],
    ["list", "--since", "2026-13-45"], ["show", ""],
  ]) func `dates that do not exist and empty words select nothing`(words: [String]) {
    #expect(ParsedArguments.refusal(["history"] + words) != nil)
  }

  @Test func `a selection without a run is an error of trends, and a sentence of lists`() async throws {
    try write(1...2)
    _ = try await modgauge(["import", "runs"])
    func errors(_ words: [String]) async throws -> String {
      let outcome = try await modgauge(["trend", "--fail-if-any"] + words)
      #expect(outcome.exitCode == 2 && outcome.output == "", "\(outcome.output)")
      return outcome.errors
    }
    #expect(
      try await errors(["--branch", "mian"])
        == "error: The history `\(path)` has no run of the branch “mian”. Did you mean “main”?\n")
    #expect(
      try await errors(["--workspace", "Kiosk"])
        == "error: The history `\(path)` has no run of the workspace “Kiosk”; it has Shop.\n")
    let none = try await errors(["--since", "2027-01-01", "--arm", "App"])
    #expect(none.hasPrefix("error: The history `\(path)` has no run that matches all run options."), "\(none)")
    let unbuilt = try await errors(["--arm", "App", "--scenario", "clean", "--measure", "cpu", "--module", "all"])
    #expect(unbuilt.hasPrefix("error: No selected run of the history"), "\(unbuilt)")
    let list = try await modgauge(["list", "--branch", "mian", "--format", "text"])
    #expect(list.exitCode == 0 && list.output == "No runs found.\n")
    #expect(try await modgauge(["prune", "--keep", "0"]).exitCode == 0)
    #expect(try await errors([]).contains("has no runs. Add some with"))
  }

  @Test func `an import of nothing creates no history`() async throws {
    var run = Run.example(commit: 1)
    run.samples[4].seconds = -5
    try folder.write(["runs/run.json": run.json()])
    let missing = try await modgauge(["import", "none"])
    #expect(missing.exitCode == 2 && missing.errors.hasPrefix("error: Cannot read `none`"), "\(missing.errors)")
    let negative = try await modgauge(["import", "runs"])
    #expect(negative.exitCode == 2)
    #expect(
      negative.errors
        == "error: `runs/run.json` is not a benchmark run: “samples.4.seconds”: it must be a number from 0 to 100000000. Give the run.json or "
        + "run.jsonl that `modgauge bench` wrote.\n")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a trend names the commits with which a build became slower`() async throws {
    try write(1...24) { $0 > 14 ? 24 : $0 == 8 ? 60 : 20 }
    _ = try await modgauge(["import", "runs"])
    let trend = try await modgauge(["trend", "--arm", "App", "--format", "json"])
    #expect(try await JSONSchema.trend.complaints(about: trend.output) == "")
    #expect(trend.output.contains("\"after\" : \"\(String(repeating: "0", count: 38))14\""), "\(trend.output)")
    let all = try await modgauge([
      "trend", "--format", "csv", "--format", "svg", "--format", "png", "--format", "html", "--output", "out",
    ])
    #expect(all.exitCode == 0, "\(all.errors)")
    #expect(try folder.read("out/trend.csv").split(separator: "\r\n").count == 1 + 3 * 24)
    let picture = try folder.read("out/trend.svg")
    #expect(picture.contains(">+20.") && picture.contains("xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(picture.components(separatedBy: "<circle ").count == 1 + 3 * 24)
    #expect(try folder.read("out/trend.html").components(separatedBy: "<circle ").count == 1 + 3 * 24)
    #expect(try await modgauge(["trend", "--fail-if-any"]).exitCode == 1)
    #expect(try await modgauge(["trend", "--arm", "Search", "--fail-if-any"]).exitCode == 0)
    #expect(try await modgauge(["trend", "--fail-if-any", "--newest", "5"]).exitCode == 0, "an old step is known")
    let unknown = try await modgauge(["trend", "--arm", "Ap"])
    #expect(unknown.exitCode == 2)
    #expect(unknown.errors == "error: The history `\(path)` has no arm “Ap”. Did you mean “App”?\n")
  }

  @Test func `one value far from all others does not hide the others in a picture`() async throws {
    try write(1...24) { $0 == 12 ? 60 : $0 < 18 ? 20 + 0.01 * Double($0 % 3) : 22 }
    #expect(try await modgauge(["import", "runs"]).exitCode == 0)
    let spike = try await modgauge(["trend", "--arm", "App", "--format", "svg"]).output
    #expect(spike.contains(">↑ 61.2 s<") && spike.contains(">22 s<") && !spike.contains(">40 s<"), "\(spike)")
  }

  @Test func `a trend is that of one branch`() async throws {
    for commit in 1...24 {
      var run = Run.example(commit: commit, seconds: commit.isMultiple(of: 2) ? 20 : 30)
      run.workspace.branch = commit.isMultiple(of: 2) ? "main" : "slow"
      try folder.write(["runs/\(commit)/run.json": run.json()])
    }
    _ = try await modgauge(["import", "runs"])
    let trend = try await modgauge(["trend", "--arm", "App", "--format", "csv"])
    #expect(trend.output.split(separator: "\r\n").count == 1 + 12)
    #expect(trend.errors == "note: runs of the branch main only; --branch selects the 12 runs of another\n")
    let other = try await modgauge(["trend", "--arm", "App", "--format", "csv", "--branch", "slow"])
    #expect(other.output.split(separator: "\r\n").count == 1 + 12 && other.errors == "")
  }

  @Test func `a new machine and a new toolchain begin lines of their own`() async throws {
    for commit in 1...30 {
      let (isNew, isOther) = (commit > 10, commit > 20)
      let run = Run.example(
        commit: commit, seconds: isOther ? 10 : isNew ? 15 : 20, machine: isNew ? "New CPU" : "Old CPU",
        compiler: isOther ? "Swift 6.4" : "Swift 6.3.1")
      try folder.write(["runs/\(commit)/run.json": run.json()])
    }
    _ = try await modgauge(["import", "runs"])
    let trend = try await modgauge(["trend", "--arm", "App"])
    #expect(trend.output.contains("No step.") && trend.output.contains("C: Shop, debug, Swift 6.3.1, Old CPU"))
    #expect(try await modgauge(["trend", "--fail-if-any"]).exitCode == 0)
  }

  @Test func `the history is where the configuration says, else outside of the tree`() async throws {
    try write(1...1)
    try folder.write(["Shop/Package.swift": "// swift-tools-version: 6.0\n"])
    let standard = try await modgauge(["import", "runs", "--package-path", "Shop"], source: false)
    #expect(standard.errors.contains("1 run added, 0 known: \(folder.path)/state/modgauge/history/Shop-"))
    try folder.write(["Shop/.modgauge.yml": "history: ../builds.sqlite\n"])
    let named = try await modgauge(["import", "runs", "--package-path", "Shop"], source: false)
    #expect(named.errors == "1 run added, 0 known: \(folder.path)/builds.sqlite\n", "\(named.errors)")
  }

  @Test func `two imports at once lose nothing`() async throws {
    try write(1...40)
    async let one = modgauge(["import"] + (1...25).map { "runs/\($0)" })
    async let other = modgauge(["import"] + (16...40).map { "runs/\($0)" })
    for outcome in try await [one, other] { #expect(outcome.exitCode == 0, "\(outcome.errors)") }
    #expect(try await modgauge(["list", "--format", "csv"]).output.split(separator: "\r\n").count == 41)
  }

  @Test func `a file that cannot grow leaves the history whole`() async throws {
    try write(1...40)
    _ = try await modgauge(["import", "runs/1"])
    let outcome = try await Tool.named("bash")(
      ["-c", "ulimit -f 40; \"$0\" history import runs --history history.sqlite", Tool.built("modgauge").path],
      in: folder.path)
    #expect(outcome.exitCode == 2)
    let words = "error: Cannot use the history `\(path)`: the disk reports an error"
    #expect(outcome.errors.hasPrefix(words), "\(outcome.errors)")
    #expect(try await modgauge(["list", "--format", "csv"]).output.split(separator: "\r\n").count == 2)
    #expect(try await modgauge(["import", "runs"]).errors == "39 runs added, 1 known: \(path)\n")
  }

  /// `script/soak` makes all of them.
  @Test func `an import that is killed leaves whole runs only`() async throws {
    try write(1...70)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<(Campaign.isWhole ? 50 : 6) {
      let delay = Double(random.below(400)) / 1000
      _ = try await Tool.named("bash")(
        [
          "-c", "\"$0\" history import runs --history history.sqlite & sleep \(delay); kill -9 $!; wait",
          Tool.built("modgauge").path,
        ], in: folder.path)
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let export = try await modgauge(["export"])
      #expect(export.exitCode == 0 || export.errors.hasPrefix("error: There is no history"), "\(export.errors)")
      for line in export.output.split(separator: "\n") {
        #expect(try Run(json: Array(line.utf8)).samples.count == 12)
      }
    }
    #expect(try await modgauge(["import", "runs"]).exitCode == 0)
    #expect(try await modgauge(["list", "--format", "csv"]).output.split(separator: "\r\n").count == 71)
  }
}
