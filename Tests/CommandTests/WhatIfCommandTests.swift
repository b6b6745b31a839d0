import BuildAnalysis
import BuildRunner
import Documents
import Foundation
import ModuleGraph
import TestSupport
import Testing

/// `modgauge what-if` on a recording that is written down, of a workspace whose sources fit it.
@Suite struct WhatIfCommandTests {
  struct Recorded {
    let shop: ShopWorkspace
    let folder: String

    init() async throws {
      shop = try ShopWorkspace()
      folder = shop.folder.path + "/recorded"
      try await shop.folder.write(["recorded/recording.json": Self.recording.value, "recorded/trace.jsonl": Self.trace])
    }

    /// One for all, since a graph has no absolute paths.
    private static let recording = Task {
      let shop = try ShopWorkspace()
      let outcome = try await shop.modgauge([
        "graph", "--package-path", shop.path, "--cache-dir", shop.cache, "--format", "json",
      ])
      let subject = RecordedSubject(
        workspace: "Shop", target: "all", configuration: "debug", buildSystem: nil, toolchain: "6.3.1", isClean: true)
      return try Recording(
        subject: subject, graph: ModuleGraph(json: outcome.outputBytes), machineCPUMicroseconds: nil
      ).json()
    }

    /// A build of one module after the other, in seconds.
    private static var trace: String {
      let order = [
        ("Model", ["Model.swift"]), ("Core", ["Core.swift"]), ("Cart", ["Cart.swift"]), ("Search", ["Search.swift"]),
        ("shop_app", ["main.swift"]),
      ]
      var lines = [
        #"{"schema":"modgauge.trace/1","build":"b","startNanoseconds":0,"cores":2,"toolchain":"6.3.1","arguments":[]}"#
      ]
      for (index, (module, files)) in order.enumerated() {
        let start = index * 1_000_000_000
        lines.append(
          #"{"process":\#(index + 10),"startNanoseconds":\#(start),"endNanoseconds":\#(start + 1_000_000_000),"#
            + #""userMicroseconds":900000,"systemMicroseconds":100000,"exitCode":0,"program":"swift-frontend","#
            + #""job":"compile","module":"\#(module)","files":["\#(files[0])"]}"#)
      }
      let end = order.count * 1_000_000_000
      lines.append(
        #"{"schema":"modgauge.supervised/1","build":"b","startNanoseconds":0,"endNanoseconds":\#(end),"#
          + #""userMicroseconds":4500000,"systemMicroseconds":500000,"peakBytes":1,"exitCode":0,"survivors":0}"#)
      return lines.joined(separator: "\n") + "\n"
    }

    func whatIf(_ words: [String], at folder: String? = nil) async throws -> Tool.Outcome {
      try await shop.modgauge(
        ["what-if", "--package-path", shop.path, "--cache-dir", shop.cache] + [folder ?? self.folder] + words)
    }
  }

  @Test func `a cut is predicted, in every form`() async throws {
    let recorded = try await Recorded()
    let outcome = try await recorded.whatIf([
      "--cut", "Cart->Core", "--format", "json", "--format", "markdown=\(recorded.shop.folder.path)/what-if.md",
      "--format", "svg=\(recorded.shop.folder.path)/what-if.svg",
      "--format", "html=\(recorded.shop.folder.path)/what-if.html",
    ])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try await JSONSchema.whatIf.complaints(about: outcome.output) == "")
    #expect(outcome.output.contains(#""cut Cart → Core""#))
    let markdown = try recorded.shop.folder.read("what-if.md")
    #expect(markdown.contains("\n## Lines to change\n") && markdown.contains("| Sources/Cart/Cart.swift:1:8 "))
    #expect(outcome.output.contains(#""file" : "Sources/Cart/Cart.swift""#), "\(outcome.output)")
    #expect(try recorded.shop.folder.read("what-if.html").contains("Sources/Cart/Cart.swift:1:8"))
    #expect(markdown.contains("**predicted**"))
    #expect(try recorded.shop.folder.read("what-if.svg").contains("<svg"))
    #expect(try recorded.shop.folder.read("what-if.html").contains("cut Cart → Core<"))
  }

  @Test func `imports of a removed module are told`() async throws {
    let recorded = try await Recorded()
    let outcome = try await recorded.whatIf(["--remove", "Core", "--remove", "Search", "--format", "markdown"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "## Lines to change\n").last ?? ""
    #expect(lines.contains("| Sources/Cart/Cart.swift:1:8 ") && !lines.contains("Sources/Search"), "\(outcome.output)")
  }

  @Test func `a file and options make one proposal, and errors name what is wrong`() async throws {
    let recorded = try await Recorded()
    try recorded.shop.folder.write(["plan.yml": "name: Plan\nchanges:\n  - cut: Cart -> Core\n"])
    let plan = recorded.shop.folder.path + "/plan.yml"
    let both = try await recorded.whatIf(["--proposal", plan, "--cores", "8", "--format", "markdown"])
    #expect(both.exitCode == 0 && both.output.hasPrefix("# Shop: Plan\n"), "\(both.errors)")
    #expect(both.output.contains("- cut Cart → Core\n- 8 cores\n"))
    let none = try await recorded.whatIf([])
    #expect(none.exitCode == 2 && none.errors.hasPrefix("error: No change was specified."))
    let unknown = try await recorded.whatIf(["--cut", "Crt->Core"])
    #expect(
      unknown.exitCode == 2
        && unknown.errors == "error: There is no module “Crt”. Did you mean “Cart”?\n")
    let form = try await recorded.whatIf(["--cut", "Cart"])
    #expect(form.exitCode == 64 && form.errors.contains("--cut must be A->B, not “Cart”."))
    let folder = try await recorded.whatIf(["--cut", "Cart->Core"], at: recorded.shop.path)
    #expect(folder.exitCode == 2 && folder.errors.contains("There is no recorded build in "), "\(folder.errors)")
  }

  /// Each of these fails in another order: there is no Cart to cut any more, or none yet to merge.
  @Test func `options apply in the order in which they are written`() async throws {
    let recorded = try await Recorded()
    let first = try await recorded.whatIf([
      "--cut", "Cart->Core", "--merge=Cart,Search=All", "--cores=8", "--format", "text",
    ])
    #expect(first.exitCode == 0, "\(first.errors)")
    let then = try await recorded.whatIf(["--merge", "Cart,Search=All", "--cut", "All->Core", "--format", "markdown"])
    #expect(
      then.exitCode == 0 && then.output.contains("- merge Cart, Search into All\n- cut All → Core\n"), "\(then.errors)")
    let interface = try await recorded.whatIf(["--interface", "Core", "--merge", "CoreInterface,Model=Base"])
    #expect(interface.exitCode == 0, "\(interface.errors)")
  }

  @Test(arguments: ["--cores", "--jobs"]) func `numbers that no machine has are refused`(option: String) async throws {
    let recorded = try await Recorded()
    for number in ["0", "9223372036854775807", "many"] {
      let refused = try await recorded.whatIf([option, number])
      #expect(
        refused.exitCode == 64
          && refused.errors.contains("\(option) must be a number from 1 to 10000, not “\(number)”."),
        "\(refused.errors)")
    }
  }

  @Test func `a recording of other sources is refused, and used if told so`() async throws {
    let recorded = try await Recorded()
    try recorded.shop.folder.write(["Shop/Sources/Cart/More.swift": "let more = 1\n"])
    let words = ["--cut", "Cart->Core", "--format", "text"]
    let refused = try await recorded.whatIf(words)
    #expect(
      refused.exitCode == 2
        && refused.errors.contains(
          "is of another workspace or revision: Cart with other sources or dependencies. Record this one"),
      "\(refused.errors)")
    let forced = try await recorded.whatIf(words + ["--force"])
    #expect(forced.exitCode == 0 && forced.output.contains("predicted"), "\(forced.errors)")
    #expect(forced.output.contains("recorded in another state of the workspace ("), "\(forced.output)")
  }

  @Test func `a recording of a workspace that depends on this one is refused`() async throws {
    let recorded = try await Recorded()
    let recording = try Recording(json: Array(recorded.shop.folder.read("recorded/recording.json").utf8))
    let graph = recording.graph
    let dependencies = graph.packages.map {
      PackageDependency(identity: $0.identity, requirement: "1.0.0", location: $0.path)
    }
    let outer = Package(
      key: "Outer", identity: "outer", name: "Outer", path: "..", toolsVersion: nil, dependencies: dependencies)
    let larger = ModuleGraph(
      environment: graph.environment, packages: graph.packages + [outer], products: graph.products,
      modules: graph.modules + [Module(id: ModuleID(package: "Outer", name: "Roof"), kind: .regular)],
      dependencies: graph.dependencies)
    let other = Recording(subject: recording.subject, graph: larger, machineCPUMicroseconds: nil)
    try recorded.shop.folder.write(["recorded/recording.json": other.json()])
    let refused = try await recorded.whatIf(["--cut", "Cart->Core"])
    #expect(
      refused.exitCode == 2 && refused.errors.contains("is of another workspace or revision: Roof not here. Record"),
      "\(refused.errors)")
  }

  @Test func `an empty trace is not said to be missing`() async throws {
    let recorded = try await Recorded()
    try recorded.shop.folder.write(["recorded/trace.jsonl": ""])
    let empty = try await recorded.whatIf(["--cut", "Cart->Core"])
    #expect(
      empty.exitCode == 2 && empty.errors.contains("/trace.jsonl` is not the trace of a recorded build."),
      "\(empty.errors)")
  }

  /// The program that names the toolchain's folder tells how often it was asked.
  @Test func `the index library is looked for once, however many modules are divided`() async throws {
    let recorded = try await Recorded()
    let folder = recorded.shop.folder.path
    let log = folder + "/asked.txt"
    try recorded.shop.folder.write([
      "toolchain/usr/bin/swift": """
      #!/bin/sh
      echo "$*" >> '\(log)'
      exec '\(try Tool.named("swift").path)' "$@"
      """,
      "Shop/.build/debug/index/store/v5/units/none": "",
      "Shop/Sources/Cart/More.swift": "let more = 1\n", "Shop/Sources/Core/More.swift": "let more = 1\n",
    ])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/toolchain/usr/bin/swift")
    _ = try await recorded.whatIf([
      "--split", "Cart=CartMore:More.swift,Cart:Cart.swift", "--split", "Core=CoreMore:More.swift,Core:Core.swift",
      "--toolchain", folder + "/toolchain", "--force",
    ])
    let told = try await recorded.whatIf([
      "--split", "Cart=CartMore:More.swift,Cart:Cart.swift", "--force", "--format", "json",
      "--format", "markdown=\(folder)/told.md",
    ])
    #expect(told.output.contains(#""state" : "absent""#), "\(told.output)\(told.errors)")
    #expect(try await JSONSchema.whatIf.complaints(about: told.output) == "")
    #expect(try recorded.shop.folder.read("told.md").contains("- No build left an index, so the dependencies"))
    let asked = try String(contentsOfFile: log, encoding: .utf8)
    #expect(asked.components(separatedBy: "-print-target-info").count == 2, "\(asked)")
  }

  @Test func `without a recording, the newest one counts`() async throws {
    let recorded = try await Recorded()
    let alone = ["what-if", "--package-path", recorded.shop.path, "--cache-dir", recorded.shop.cache, "--cores", "3"]
    let mistyped = try await recorded.shop.modgauge(alone + ["--cut", "Crat->Core"])
    #expect(mistyped.exitCode == 2 && mistyped.errors.contains("Did you mean “Cart”?"), "\(mistyped.errors)")
    #expect(!mistyped.errors.contains("recorded first"), "nothing is built for a proposal that cannot be")
    let runs = recorded.shop.folder.path + "/state/modgauge/runs"
    let key = BenchmarkFolders.key(recorded.shop.path)
    try FileManager.default.createDirectory(atPath: "\(runs)/\(key)", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: recorded.folder, toPath: "\(runs)/\(key)/2026-01-01T000000Z")
    let found = try await recorded.shop.modgauge(alone)
    #expect(found.exitCode == 0 && found.output.contains("3 cores"), "\(found.errors)")
  }

  @Test func `a proposal is written with the real sources where only manifests change, else with synthesized ones`()
    async throws
  {
    let recorded = try await Recorded()
    let folder = recorded.shop.folder.path + "/proposed"
    let real = try await recorded.whatIf([
      "--add", "shop-app->Core", "--materialize", folder, "--format", "json",
    ])
    try #require(real.exitCode == 0, "\(real.errors)")
    #expect(try await JSONSchema.whatIf.complaints(about: real.output) == "")
    #expect(real.output.contains(#""method" : "sources""#), "\(real.output)")
    let manifest = try recorded.shop.folder.read("proposed/Shop/Package.swift")
    #expect(manifest.contains(#"dependencies: ["Cart", "Search", "Core"]"#))
    #expect(try recorded.shop.folder.read("proposed/Shared/Sources/Model/Model.swift").contains("Model"))
    #expect(try !recorded.shop.folder.read("Shop/Package.swift").contains(#""Search", "Core"]"#))

    let across = try await recorded.whatIf([
      "--add", "Cart->Model", "--materialize", folder + "3", "--format", "json",
    ])
    #expect(across.output.contains(#""method" : "sources""#), "\(across.output)\(across.errors)")
    let product = try recorded.shop.folder.read("proposed3/Shop/Package.swift")
    #expect(
      product.contains(#"name: "Cart", dependencies: ["Core", .product(name: "Model", package: "Shared")]"#),
      "\(product)")
    let machine = try await recorded.whatIf(["--cores", "8", "--materialize", folder + "4", "--format", "json"])
    #expect(
      machine.output.contains("changes neither sources nor manifests"), "\(machine.output)")

    let occupied = try await recorded.whatIf(["--cut", "Cart->Core", "--materialize", folder])
    #expect(occupied.exitCode == 2 && occupied.errors.contains("is not an empty folder"))
    // A folder that was there before stays the same one.
    try recorded.shop.folder.write(["empty/none": ""])
    try FileManager.default.removeItem(atPath: recorded.shop.folder.path + "/empty/none")
    try recorded.shop.folder.link("proposed2", to: "empty")
    let made = try await recorded.whatIf([
      "--cut", "Cart->Core", "--materialize", folder + "2", "--format", "text",
    ])
    #expect(made.output.contains("Cart imports Core"), "\(made.output)\(made.errors)")
    let synthesized = try recorded.shop.folder.read("empty/Package.swift")
    #expect(synthesized.contains(#".target(name: "Cart")"#) && synthesized.contains("shop_app"), "\(synthesized)")
  }

  @Test func `real sources are written through a link, which stays`() async throws {
    let recorded = try await Recorded()
    let shop = recorded.shop.folder
    try FileManager.default.createDirectory(atPath: shop.path + "/empty", withIntermediateDirectories: false)
    try shop.link("link", to: "empty")
    try shop.link("dangling", to: "missing")
    let made = try await recorded.whatIf(["--cores", "8", "--materialize", shop.path + "/link"])
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: shop.path + "/link").hasSuffix("empty"))
    #expect(try shop.read("empty/Shop/Package.swift") == shop.read("Shop/Package.swift"))
    let dangling = try await recorded.whatIf(["--cores", "8", "--materialize", shop.path + "/dangling"])
    #expect(dangling.exitCode == 2 && dangling.errors.contains("is not an empty folder"), "\(dangling.errors)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: shop.path + "/dangling").hasSuffix("missing"))
  }

  @Test func `several proposals are applied in their order`() async throws {
    let recorded = try await Recorded()
    try recorded.shop.folder.write([
      "one.yml": "name: One\nchanges: [{ cut: Cart -> Core }]\n",
      "two.yml": "name: Two\nchanges: [{ add: Cart -> Core }]\n",
    ])
    let files = ["one", "two"].flatMap { ["--proposal", "\(recorded.shop.folder.path)/\($0).yml"] }
    let both = try await recorded.whatIf(files + ["--format", "markdown"])
    #expect(
      both.output.hasPrefix("# Shop: One, Two\n\n")
        && both.output.contains("\n\n- cut Cart → Core\n- add Cart → Core\n"),
      "\(both.output)\(both.errors)")
  }
}
