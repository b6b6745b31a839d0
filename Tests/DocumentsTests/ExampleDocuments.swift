@testable import BuildAnalysis
import Foresight
import BuildTrace
import Documents
import Foundation
import ModuleGraph
import Reports
import TestSupport
import Testing

/// One document of each kind, and what is asked of all of them.
struct ExampleDocument: Sendable, CustomTestStringConvertible {
  let schema: Schema
  /// What a program gets.
  let text: String
  let jsonSchema: JSONSchema
  /// Reads a document of this kind, and writes it again.
  let rewritten: @Sendable ([UInt8]) throws -> String

  var testDescription: String { schema.name }

  private init<Content: Document>(_ document: Content, _ jsonSchema: JSONSchema) throws {
    schema = Content.schema
    text = try document.json()
    self.jsonSchema = jsonSchema
    rewritten = { try Content(json: $0).json() }
  }

  static func all() throws -> [ExampleDocument] {
    try [
      ExampleDocument(graph, .graph),
      ExampleDocument(run, .run),
      ExampleDocument(
        Recording(
          subject: subject, graph: graph, machineCPUMicroseconds: 7, sleptSeconds: 1.5, fileCosts: fileCosts),
        .recording),
      ExampleDocument(#require(Calibration.example()), .calibration),
      ExampleDocument(timeline(), .timeline),
      ExampleDocument(
        PlanDocument(
          run,
          scopes: run.scopes(
            estimates: .init(seconds: { Double($0.count) }, secondsSaved: { Double($1.count) / 2 })),
          expected: ExpectedDuration(seconds: 60, of: run, source: .run, description: "the run of 2026-11-20T101500Z"),
          estimatedFrom: "clean build of App"),
        .plan),
      ExampleDocument(baseline, .baseline),
      ExampleDocument(
        AcceptedRegressions([
          .init(arm: "App", scenario: .clean, slowdown: 0.05, reason: "the new checkout"),
          .init(arm: "App", scenario: .clean, measure: .cpu, slowdown: 0.04, reason: "the new checkout"),
        ]),
        .accepted),
      ExampleDocument(bisection, .bisection),
      ExampleDocument(prediction(), .prediction), ExampleDocument(resumption, .resumption),
    ]
  }

  static var resumption: Resumption {
    var request = BenchRequest()
    (request.rounds.rounds, request.arms.features) = (2, ["Cart"])
    var resumption = Resumption(folder: "/Shop", of: request, seed: 7)
    resumption.shard = Resumption.Shard(plan: "/plan.json", place: "2/4")
    (resumption.contents, resumption.resolved) = (["Sources/A.swift": "1f"], ["Shop": "{}"])
    return resumption
  }

  private static let fileCosts = FileCosts(
    seconds: 12.5, cpuSeconds: 30,
    modules: [
      .init(id: ModuleID(package: "sap", name: "ArgumentParser"), files: [.init(name: "A.swift", cpuSeconds: 0.25)])
    ])

  static let baseline = Baseline([
    Baseline.Entry(Violation.Key(rule: "flat", subject: ["App/App"]), amount: 9),
    Baseline.Entry(Violation.Key(rule: "apart", subject: ["App/Cart", "App/Search"])),
  ])

  /// Whose parts have everything that may be absent.
  static let graph = ModuleGraph(
    environment: .init(os: "linux", arch: "x86_64", toolchain: "6.3.1", manifest: ["TEST": "1"]),
    packages: [
      Package(
        key: "App", identity: "app", name: "App", path: ".", toolsVersion: "6.0.0",
        dependencies: [
          PackageDependency(identity: "swift-log", requirement: "1.0.0..<2.0.0", location: "https://example.org/log")
        ])
    ],
    products: [
      Product(
        name: "App", package: "App", kind: .library, linkage: .static, modules: [ModuleID(package: "App", name: "App")])
    ],
    modules: [
      Module(
        id: ModuleID(package: "App", name: "App"), kind: .regular, path: "Sources/App", sources: 2, lines: 30,
        bytes: 400, languages: ["swift"]),
      Module(id: ModuleID(package: "swift-log", name: "Logging"), kind: .external),
    ],
    dependencies: [
      Dependency(
        from: ModuleID(package: "App", name: "App"), to: ModuleID(package: "swift-log", name: "Logging"),
        kind: .product, product: "Logging", condition: Condition(platforms: ["linux"]),
        location: .init(file: "Package.swift", line: 8))
    ],
    failures: [.init(package: "bad", path: "Bad/Package.swift", message: "error")], warnings: ["a", "b"])

  static let run: Run = {
    var run = Run.recordedExample(rounds: 6)
    run.calibration = Calibration.example()
    run.samples[4].noise = BuildNoise(otherShare: 0.3, stolenShare: 0, sleptSeconds: 0)
    run.inference = (try? Roles(run.workspace.graph)).map {
      Run.Inference(sentences: ["combined app: App"], roles: ModuleRole.all(of: $0))
    }
    return run
  }()

  private static let bisection = Bisection(
    workspace: "Shop", started: "2026-02-03T04:05:06Z", environment: run.environment,
    plan: .init(arm: "App", measure: .cpu, maxBuilds: 40, arguments: ["--jobs", "2"]),
    revisions: (0..<4).map { place in
      .init(
        commit: String(repeating: "\(place)", count: 40), subject: "Change \(place)", authored: "2026-02-03T04:05:06Z",
        merged: place == 2 ? String(repeating: "a", count: 40) : nil)
    },
    builds: [.init(revision: 0, seconds: 2, cpuSeconds: 4, run: "abc")]
      + (0..<4).flatMap { _ in [0, 3] }.map { .init(revision: $0, seconds: 2, cpuSeconds: $0 == 0 ? 4 : 5) }
      + [
        .init(
          revision: 1, offsetSeconds: 60.5, warmup: true, outcome: .failed, seconds: 1, reason: "it failed",
          log: "logs/1.log")
      ])

  private static let subject = RecordedSubject(
    workspace: "Shop", target: "App", configuration: "debug", buildSystem: "native", toolchain: "6.3.1", isClean: true)

  private static var trace: BuildTrace {
    get throws {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../BuildAnalysisTests/Traces/swift-argument-parser.jsonl")
      return try #require(try BuildTrace.builds(in: Data(contentsOf: file)).last)
    }
  }

  /// Settled with the run of another package, so that the structures differ.
  static func prediction() throws -> PredictionDocument {
    func id(_ name: String) -> ModuleID { ModuleID(package: "ArgumentParser", name: name) }
    let graph = ModuleGraph(
      packages: [
        Package(
          key: "ArgumentParser", identity: "a", name: "ArgumentParser", path: ".", toolsVersion: "6.0.0",
          dependencies: [])
      ],
      modules: [
        ("generate-manual", Module.Kind.executable, 2_000), ("ArgumentParser", .regular, 9_000),
        ("ArgumentParserToolInfo", .regular, 300),
      ].map { Module(id: id($0), kind: $1, sources: 1, lines: $2, languages: ["swift"]) },
      dependencies: [
        ("generate-manual", "ArgumentParser"), ("generate-manual", "ArgumentParserToolInfo"),
        ("ArgumentParser", "ArgumentParserToolInfo"),
      ].map { Dependency(from: id($0), to: id($1)) })
    let forecast = try RecordedStructure(trace, graph: graph).forecast(
      Proposal(name: "Apart", [.cut("ArgumentParser", "ArgumentParserToolInfo"), .cost("ArgumentParser", factor: 0.5)]))
    let subject = RecordedSubject(
      workspace: "Shop", target: "App", configuration: "debug", buildSystem: "native", toolchain: "6.3.1",
      isClean: true)
    let saved = SavedPrediction(
      forecast, named: "apart", made: "2026-02-03T04:05:06Z",
      workspace: .init(name: "Shop", revision: "abc", dirty: true, graph: graph),
      subject: subject, arguments: ["--jobs", "2"], cores: 4, machine: run.environment,
      sources: [.init(path: "recorded/trace.jsonl", sha256: String(repeating: "0", count: 64))])
    var document = try PredictionDocument(saved)
    let comparison = try #require(RunComparison(RunFindings(.comparing(run, run.slowed("App", by: 0.9)))))
    try document.settle(
      Settlement(of: saved, comparison, settled: "2026-02-04T04:05:06Z", runs: ["/runs/1"]))
    return document
  }

  private static func timeline() throws -> TimelineDocument {
    let trace = try trace
    let graph = ModuleGraph([
      "generate-manual": ["ArgumentParser", "ArgumentParserToolInfo"], "ArgumentParser": ["ArgumentParserToolInfo"],
    ])
    return TimelineDocument(
      Timeline(trace, graph: graph, fileCosts: fileCosts), of: subject,
      (gaps: [], refusal: nil, conclusions: ["Cores limit this build."], disturbances: ["It slept."]))
  }
}
