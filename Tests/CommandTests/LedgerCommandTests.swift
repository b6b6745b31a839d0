import BuildAnalysis
import Documents
import Foundation
import ModuleGraph
import Reports
import TestSupport
import Testing

/// Predictions that are saved, and settled with runs that are written down.
@Suite struct LedgerCommandTests {
  private typealias Recorded = WhatIfCommandTests.Recorded

  private static let cut = ["--cut", "Cart->Core", "--format", "json"]

  private func prediction(_ recorded: Recorded, _ name: String) throws -> String {
    let predictions = recorded.shop.folder.path + "/state/modgauge/predictions"
    let key = try #require(try FileManager.default.contentsOfDirectory(atPath: predictions).first)
    return "\(predictions)/\(key)/\(name).json"
  }

  /// `what-if` without a recording.
  private func ledger(_ recorded: Recorded, _ words: [String]) async throws -> Tool.Outcome {
    try await recorded.shop.modgauge(
      ["what-if", "--package-path", recorded.shop.path, "--cache-dir", recorded.shop.cache] + words)
  }

  /// Stores a run of both states of the shop, of which the later one takes so many times as long.
  private func writeRun(_ recorded: Recorded, ratio: Double, isCut: Bool = true) throws -> String {
    let path = recorded.folder + "/recording.json"
    let graph = try Recording(json: Array(Data(contentsOf: URL(filePath: path)))).graph
    func run(_ graph: ModuleGraph, _ revision: String, _ seconds: Double) -> Run {
      let samples = (1...6).map { round in
        Sample(
          arm: "all", round: round, position: 1, warmup: false, offsetSeconds: 100 * Double(round),
          seconds: seconds + 0.01 * Double(round), cpuSeconds: seconds, peakBytes: 1, outcome: .ok)
      }
      return Run(
        environment: Run.Machine(cores: 2, os: "Linux", compiler: "Swift 6.3.1"),
        workspace: .init(name: "Shop", revision: revision, graph: graph),
        plan: .init(arms: ["all"], warmups: 1, rounds: 6, seed: 1, configuration: "debug"),
        arms: [Arm(name: "all", role: .combined, targets: [], modules: graph.modules.map(\.id))], samples: samples)
    }
    let after = ModuleGraph(
      packages: graph.packages, products: graph.products, modules: graph.modules,
      dependencies: graph.dependencies.filter { !isCut || $0.from.name != "Cart" || $0.to.name != "Core" })
    let whole = Run.comparing(run(graph, "abc", 5), run(after, "def", 5 * ratio))
    try recorded.shop.folder.write(["run/run.json": whole.json()])
    return recorded.shop.folder.path + "/run"
  }

  @Test func `a prediction is kept with its hash, and not replaced by chance`() async throws {
    let recorded = try await Recorded()
    let saved = try await recorded.whatIf(Self.cut + ["--save", "apart"])
    try #require(saved.exitCode == 0, "\(saved.errors)")
    let file = try prediction(recorded, "apart")
    #expect(saved.errors.hasSuffix("saved: \(file)\n"))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(try await JSONSchema.prediction.complaints(about: text) == "")
    let document = try PredictionDocument(json: Array(text.utf8))
    #expect(document.isIntact && document.prediction.changes.map(\.value) == ["Cart->Core"])
    let trace = try Data(contentsOf: URL(filePath: recorded.folder + "/trace.jsonl"))
    #expect(document.prediction.sources.map(\.sha256) == [SHA256.hexadecimal(Array(trace))])
    #expect(try recorded.shop.folder.read("Shop/.gitignore") == ".build/\n")

    let again = try await recorded.whatIf(Self.cut + ["--save", "apart"])
    #expect(again.exitCode == 2 && again.output == "" && again.errors.contains("replace it with --force"))
    let forced = try await recorded.whatIf(["--cores", "4", "--save", "apart", "--force"])
    #expect(forced.exitCode == 0)
    let replaced = try PredictionDocument(json: Array(Data(contentsOf: URL(filePath: file))))
    #expect(replaced.prediction.changes.map(\.option) == ["cores"])
    let elsewhere = try await recorded.whatIf(Self.cut + ["--save", "apart", "--ledger", "/proc/ledger"])
    #expect(
      elsewhere.exitCode == 2 && elsewhere.errors.hasSuffix("Name another place with --ledger.\n"),
      "\(elsewhere.errors)")
    let hostile = try await recorded.whatIf(Self.cut + ["--save", "../apart"])
    #expect(hostile.exitCode == 2 && hostile.errors.hasPrefix("error: “../apart” cannot be the name"))
  }

  @Test func `a prediction is settled by a run of both states, and the record stands beside the next one`() async throws
  {
    let recorded = try await Recorded()
    let own = recorded.shop.folder.path + "/ledger"
    _ = try await recorded.whatIf(Self.cut + ["--save", "apart", "--ledger", own])
    let path = own + "/apart.json"
    let ratio = try PredictionDocument(json: Array(Data(contentsOf: URL(filePath: path)))).prediction.ratio
    let run = try writeRun(recorded, ratio: ratio)
    let words = ["--settle", "apart", run, "--ledger", own]
    let settled = try await ledger(recorded, words + ["--format", "markdown"])
    #expect(settled.exitCode == 0 && settled.output.contains("**off by 0."), "\(settled.output)\(settled.errors)")
    #expect(settled.output.contains("def has the predicted modules and dependencies."))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(try await JSONSchema.prediction.complaints(about: text) == "")

    let again = try await ledger(recorded, words)
    #expect(again.exitCode == 2 && again.errors.contains("was settled at") && again.errors.contains("--force"))
    let forced = try await ledger(recorded, words + ["--force", "--format", "markdown"])
    #expect(forced.exitCode == 0 && forced.output.contains("settled 2 times"), "\(forced.errors)")
    let replaced = try await recorded.whatIf(Self.cut + ["--save", "apart", "--ledger", own, "--force"])
    #expect(replaced.exitCode == 2 && replaced.errors.contains("is settled and cannot be replaced"))
    let newer = #"{"schema": "modgauge.prediction/2"}"#
    try recorded.shop.folder.write(["ledger/later.json": newer])
    let kept = try await recorded.whatIf(Self.cut + ["--save", "later", "--ledger", own, "--force"])
    #expect(kept.exitCode == 2 && kept.errors.contains("modgauge.prediction/2"), "\(kept.errors)")
    #expect(try recorded.shop.folder.read("ledger/later.json") == newer)
    try FileManager.default.removeItem(atPath: own + "/later.json")

    let list = try await ledger(recorded, ["ledger", "--ledger", own, "--format", "json"])
    #expect(try await JSONSchema.ledger.complaints(about: list.output) == "")
    #expect(list.exitCode == 0 && list.output.contains(#""state" : "settled""#))
    let next = try await recorded.whatIf(["--cores", "4", "--ledger", own, "--format", "text"])
    #expect(next.output.contains("1 prediction settled: median error 0."), "\(next.output)")
  }

  @Test func `one of several processes saves a name, and a copied file is not a prediction of its own`() async throws {
    let recorded = try await Recorded()
    let own = recorded.shop.folder.path + "/ledger"
    let codes = try await withThrowingTaskGroup(of: Int32.self) { group in
      for factor in 2...7 {
        group.addTask {
          try await recorded.whatIf(["--cost", "Cart=\(factor)", "--save", "once", "--ledger", own]).exitCode
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.sorted() == [0, 2, 2, 2, 2, 2])
    try FileManager.default.copyItem(atPath: own + "/once.json", toPath: own + "/copy.json")
    let list = try await ledger(recorded, ["ledger", "--ledger", own, "--format", "markdown"])
    #expect(list.output.contains("contains the prediction “once”"), "\(list.output)")
    let settled = try await ledger(recorded, ["--settle", "copy", "--base", "HEAD", "--ledger", own])
    #expect(settled.exitCode == 2 && settled.errors.contains("Rename it back"), "\(settled.errors)")
  }

  @Test func `a structure that was not predicted is named and does not count`() async throws {
    let recorded = try await Recorded()
    _ = try await recorded.whatIf(Self.cut + ["--save", "apart"])
    let run = try writeRun(recorded, ratio: 0.8, isCut: false)
    let settled = try await ledger(recorded, ["--settle", "apart", run, "--format", "markdown"])
    #expect(settled.exitCode == 0 && settled.output.contains("Not predicted: Cart → Core."), "\(settled.output)")
    let list = try await ledger(recorded, ["ledger", "--format", "markdown"])
    #expect(
      list.output.contains("other structure built") && list.output.contains("None of 1 prediction counts yet."))
  }

  @Test func `revisions without the predicted change are refused before they are built`() async throws {
    let recorded = try await Recorded()
    let shop = recorded.shop
    func git(_ words: [String]) async throws {
      let user = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
      let outcome = try await Tool.named("git")(["-C", shop.folder.path] + user + words)
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
    }
    func commit(_ state: String) async throws {
      try await git(["add", "--all"])
      try await git(["commit", "--quiet", "--allow-empty", "-m", state])
      try await git(["tag", state])
    }
    _ = try await recorded.whatIf(Self.cut + ["--save", "apart"])
    // A builder that fails, so that a build would be noticed.
    try shop.folder.write([
      ".gitignore": "cache/\noutput/\nstate/\nrecorded/\n", "Shop/.modgauge.yml": "bench:\n  command: [\"false\"]\n",
    ])
    try await git(["init", "--quiet", "--initial-branch", "main"])
    try await commit("before")
    let manifest = try shop.folder.read("Shop/Package.swift")
    let wider = manifest.replacing(#"["Cart", "Search"]),"#, with: #"["Cart", "Search", "Core"]),"#)
    try shop.folder.write(["Shop/Package.swift": wider])
    try await commit("wider")
    try shop.folder.write([
      "Shop/Package.swift": wider.replacing(
        #""Cart", dependencies: ["Core"]"#, with: #""Cart", dependencies: []"#)
    ])
    try await commit("cut")
    try await commit("later")
    func settle(_ base: String, _ head: String, _ more: [String] = []) async throws -> Tool.Outcome {
      try await ledger(recorded, ["--settle", "apart", "--base", base, "--head", head, "--rounds", "1"] + more)
    }
    let none = try await settle("before", "wider")
    #expect(none.exitCode == 2 && none.output.isEmpty, "\(none.errors)")
    #expect(
      none.errors.contains("has none of the change of “apart” (not predicted: Cart → Core, shop-app → Core). Name the"),
      "\(none.errors)")
    let old = try await settle("cut", "later")
    #expect(old.exitCode == 2 && old.errors.contains("of the change of “apart” is already in "), "\(old.errors)")
    let forced = try await settle("before", "wider", ["--force"])
    #expect(forced.exitCode == 1 && forced.errors.contains("No clean build of all succeeded"), "\(forced.errors)")
    let more = try await settle("before", "cut")
    #expect(
      more.exitCode == 1
        && more.errors.contains("so the settlement will not count: not predicted: shop-app → Core"), "\(more.errors)")
  }

  @Test func `options and arguments without an effect are refused`() async throws {
    let recorded = try await Recorded()
    func error(_ words: [String]) async throws -> String {
      let outcome = try await ledger(recorded, words)
      #expect(outcome.exitCode == 64 && outcome.output.isEmpty, "\(outcome.output)")
      let lines = outcome.errors.split(separator: "\n")
      return lines.first.map { String($0.trimmingPrefix("Error: ").trimmingPrefix("error: ")) } ?? ""
    }
    let extra = "ledger takes no other arguments. A recording in a folder of that name is ./ledger."
    #expect(try await error(["ledger", "apart"]) == extra)
    #expect(try await error(["apart", "ledger", "--cores", "2"]) == extra)
    #expect(try await error(["ledger", "--cores", "2"]) == "ledger concerns saved predictions: remove the changes.")
    #expect(try await error(["ledger", "--save", "a"]) == "ledger and --save cannot be combined.")
    #expect(try await error(["ledger", "--force"]) == "ledger and --force cannot be combined.")
    #expect(try await error(["ledger", "--rounds", "6"]) == "--rounds is for --settle.")
    #expect(try await error(["ledger", "--base", "main"]) == "--base and --head are for --settle.")
    #expect(try await error(["--cores", "2", "--seed", "6"]) == "--seed is for --settle.")
    #expect(
      try await error(["--settle", "a", "--split", "A=B:*"])
        == "--settle concerns saved predictions: remove the changes.")
    #expect(try await error(["--settle", "a", "ledger"]) == "ledger and --settle cannot be combined.")
    #expect(
      try await error(["--settle", "a", "run", "--warmups", "2"])
        == "--warmups needs --base: stored runs are not built again.")
  }

  /// What stands in one file, and what is said of it.
  @Test func `damaged predictions are named, and hide no others`() async throws {
    let recorded = try await Recorded()
    let own = recorded.shop.folder.path + "/ledger"
    for name in ["first", "whole"] {
      _ = try await recorded.whatIf(Self.cut + ["--save", name, "--ledger", own])
    }
    let text = try recorded.shop.folder.read("ledger/first.json")
    try FileManager.default.removeItem(atPath: own + "/first.json")
    let damaged = [
      "array": ("[]", "is not a saved prediction: it is not a JSON object"),
      "empty": ("", "is not a saved prediction: it is empty"),
      "half": (String(text.prefix(text.count / 2)), "it is not valid JSON, or is truncated"),
      "other": (#"{"schema": "modgauge.graph/1"}"#, "its schema is “modgauge.graph/1”"),
      "null": ("null", "is not a saved prediction: it is not a JSON object"),
      "keys": (#"{"schema": "modgauge.prediction/1"}"#, "“prediction”: it is missing"),
    ]
    for (name, file) in damaged { try recorded.shop.folder.write(["ledger/\(name).json": file.0]) }
    let binary = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 128) })
    try binary.write(to: URL(filePath: own + "/binary.json"))
    try FileManager.default.createDirectory(atPath: own + "/folder.json", withIntermediateDirectories: false)
    try Data().write(to: URL(filePath: own + "/huge.json"))
    let sparse = try FileHandle(forWritingTo: URL(filePath: own + "/huge.json"))
    try sparse.truncate(atOffset: 1 << 34)
    try sparse.close()

    let list = try await ledger(recorded, ["ledger", "--ledger", own, "--format", "markdown"])
    #expect(list.exitCode == 0 && list.output.contains("| whole "), "\(list.output)\(list.errors)")
    let others = [
      "binary": "it is not valid JSON", "folder": "it is a folder", "huge": "has 17179869184 bytes, more than any",
    ]
    for (name, words) in damaged.mapValues(\.1).merging(others, uniquingKeysWith: { $1 }) {
      let note = list.output.split(separator: "\n").first { $0.hasPrefix("- \(name): ") } ?? ""
      #expect(note.contains(words), "\(name): \(note)")
      let settled = try await ledger(recorded, ["--settle", name, "--base", "main", "--ledger", own])
      #expect(settled.exitCode == 2 && settled.errors.contains(words), "\(settled.errors)")
    }
    let next = try await recorded.whatIf(Self.cut + ["--save", "next", "--ledger", own])
    #expect(next.exitCode == 0, "\(next.errors)")
  }

  @Test func `the ledger is read beside a manifest that is broken`() async throws {
    let recorded = try await Recorded()
    _ = try await recorded.whatIf(Self.cut + ["--save", "apart"])
    try recorded.shop.folder.write(["Shop/Package.swift": "// swift-tools-version: 6.0\nlet package = \n"])
    let list = try await ledger(recorded, ["ledger", "--format", "markdown"])
    #expect(list.exitCode == 0 && list.output.contains("Shop: saved predictions"), "\(list.output)\(list.errors)")
    #expect(list.output.contains("| apart"), "\(list.output)")
  }

  @Test func `names, changed files and contradictions are refused`() async throws {
    let recorded = try await Recorded()
    _ = try await recorded.whatIf(Self.cut + ["--save", "apart"])
    let run = try writeRun(recorded, ratio: 0.8)
    func errors(_ words: [String], code: Int32 = 2) async throws -> String {
      let outcome = try await ledger(recorded, words)
      #expect(outcome.exitCode == code, "\(outcome.errors)")
      return outcome.errors
    }
    #expect(try await errors(["--settle", "aprat", run]).contains("Did you mean “apart”?"))
    #expect(try await errors(["--settle", "../apart", run]).contains("There is no prediction “../apart”"))
    #expect(try await errors(["--settle", "apart"], code: 64).contains("--settle needs --base"))
    #expect(try await errors(["--settle", "apart", run, "--cores", "2"], code: 64).contains("remove the changes"))
    #expect(try await errors(["--cores", "2", "--base", "main"], code: 64).contains("are for --settle"))
    #expect(
      try await errors(["--settle", "apart", run, "--format", "svg"], code: 64).contains("“svg” is no format here"))
    #expect(try await errors(["--settle", "apart", recorded.folder]).contains("There is no run in"))
    _ = try await recorded.whatIf(["--cores", "4", "--save", "four"])
    #expect(try await errors(["--settle", "four", "--base", "HEAD"]).contains("which no revision carries out"))

    let file = try prediction(recorded, "apart")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    func write(_ old: String, _ new: String) throws {
      try Data(text.replacing(old, with: new).utf8).write(to: URL(filePath: file))
    }
    try write("prediction/1", "prediction/9")
    #expect(try await errors(["--settle", "apart", run]).contains("Update modgauge."))
    try write("Cart->Core", "Cart->Model")
    #expect(try await errors(["--settle", "apart", run]).contains("was changed after it was saved"))
    try Data(text.utf8.prefix(300)).write(to: URL(filePath: file))
    #expect(try await errors(["--settle", "apart", run]).contains("is truncated"))
    let list = try await ledger(recorded, ["ledger", "--format", "markdown"])
    #expect(list.exitCode == 0 && list.output.contains("cannot be read"), "\(list.output)")
  }
}
