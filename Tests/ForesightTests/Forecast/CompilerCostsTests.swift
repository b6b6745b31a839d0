@testable import BuildAnalysis
@testable import Foresight
import BuildTrace
import Foundation
import ModuleGraph
import TestSupport
import Testing

/// Costs from the recorded clean build of swift-argument-parser that the timelines' tests use.
struct CompilerCostsTests {
  static func trace() throws -> BuildTrace {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../BuildAnalysisTests/Traces/swift-argument-parser.jsonl")
    return try #require(try BuildTrace.builds(in: try Data(contentsOf: url)).last)
  }

  static func costs() throws -> (CompilerCosts, Timeline) {
    let trace = try trace()
    let names = Set(trace.events.compactMap(\.job.module))
    let graph = ModuleGraph(
      modules: names.map { Module(id: ModuleID(package: "P", name: $0), kind: .regular, sources: 1, lines: 1000) })
    let timeline = Timeline(trace, graph: graph)
    return (CompilerCosts(timeline), timeline)
  }

  @Test func `whether the first compilers can be compared with later ones is known`() throws {
    #expect(try !Self.costs().0.startsTogether)
    // Compilers of other modules do not count then.
    #expect(try CompilerCosts(Self.timeline(of: Self.parser)).startsTogether)
  }

  private static func timeline(of module: ModuleID) throws -> Timeline {
    Timeline(try trace(), graph: ModuleGraph(modules: [Module(id: module, kind: .regular, sources: 1, lines: 1000)]))
  }

  @Test func `what compilers that start together cost beyond what is likely belongs to no module`() throws {
    let trace = try Self.trace()
    let slow = trace.events.map { $0.job.kind == .compile ? $0.copy(job: $0.job, factor: 2) : $0 }
    let timeline = Timeline(
      BuildTrace(header: trace.header, events: slow, supervised: trace.supervised),
      graph: ModuleGraph(modules: [Module(id: Self.parser, kind: .regular, sources: 1, lines: 1000)]))
    let costs = CompilerCosts(timeline)
    func measured(_ kinds: [Job.Kind]) -> Double {
      timeline.jobs.filter { $0.module?.name == "ArgumentParser" && kinds.contains($0.kind) }
        .reduce(0) { $0 + Double($1.cpuMicroseconds) / 1e6 }
    }
    #expect(measured([.compile]) > 10 * measured([.emitModule]), "or the test shows nothing")
    let module = try #require(costs.modules[Self.parser])
    #expect(abs(module.compile - 10 * module.emit) < 1e-9)
    let all = costs.preparationSeconds() + costs.cpuSecondsOfAll([Self.parser], lines: [:])
    #expect(abs(all - measured([.plan, .emitModule, .compile, .wrap])) < 1e-6)
  }

  @Test func `a batch of more files takes longer, but reads the same imports`() throws {
    let costs = try Self.costs().0
    let recompiled = RecompiledModule(
      module: Self.parser, reason: .changed, changedFiles: 1, compiledFiles: 25, files: 75, compiledLines: 250,
      lines: 1000, changedLines: 10, discovered: [24])
    let part = try #require(costs.part(recompiled))
    #expect(part.waves == [costs.lanes] && part.weights.count == 1 + costs.lanes)
    let later = part.weights.dropFirst().reduce(0, +)
    try #require(!part.weights.isEmpty)
    #expect(part.weights[0] < later / Double(costs.lanes), "the changed file is compiled alone, then all others")
    #expect(part.weights[0] > later / 24)
    // Only the code of the changed file is generated; batches cost as much as one such batch does, and none more than others.
    let module = try #require(costs.modules[Self.parser])
    #expect(abs(part.weights[0] - module.seconds(ofBatchWith: 1)) < 1e-9)
    let each = module.seconds(ofBatchWith: 24 / costs.lanes, unchangedShare: 1)
    #expect(abs(later - Double(costs.lanes) * each) < 1e-9)
  }

  @Test func `a batch of files whose code changes takes longer than one of others`() throws {
    let costs = try Self.costs().0
    /// The share of ten files that ten changed ones lead to.
    func share(changedLines: Int) throws -> Double {
      let part = try #require(
        costs.part(
          RecompiledModule(
            module: Self.parser, reason: .changed, changedFiles: 10, compiledFiles: 20, files: 40, compiledLines: 500,
            lines: 1000, changedLines: changedLines, discovered: [10])))
      return part.weights.suffix(part.waves.reduce(0, +)).reduce(0, +) / part.weights.reduce(0, +)
    }
    #expect(abs(try share(changedLines: 500) - 0.5) < 0.01, "all code is new")
    #expect(try share(changedLines: 250) < 0.45)
  }

  @Test func `incremental builds show what a module costs that the clean build did not contain`() throws {
    let clean = CompilerCosts(try Self.timeline(of: ModuleID(package: "P", name: "ArgumentParserToolInfo")))
    let builds = Array(repeating: try Self.timeline(of: Self.parser), count: 3)
    try #require(!builds.isEmpty)
    let names = Set(builds[0].jobs.flatMap(\.files))
    let lines = Dictionary(uniqueKeysWithValues: names.sorted().enumerated().map { ($1, 100 + $0) })
    let corrected = clean.corrected(by: builds, lines: { _ in lines }, isCounted: { _ in true })
    let one = Self.recompiled(files: 1, lines: 100)
    #expect(clean.fit(for: one) == nil && corrected.fit(for: one) != nil)
    #expect(!corrected.isRecorded(Self.parser), "a clean build of it is not known")
    let seconds = try #require(corrected.cpuSeconds(of: one))
    #expect(seconds != clean.cpuSeconds(of: one) && seconds > 0)

    let few = clean.corrected(by: [builds[0]], lines: { _ in lines }, isCounted: { _ in true })
    #expect(few.fit(for: one) == nil && few.isKnown(one) && !clean.isKnown(one))
  }

  @Test func `even one incremental build shows what a line of a new module costs at most`() throws {
    func perLine(builds: Int, usually usual: Double?) -> Double? {
      let batches = (0..<builds).map {
        FittedCompilers.Batch(lines: 100, seconds: $0 == builds - 1 ? 2 : 1, age: $0)
      }
      return IncrementalCosts(plan: [0.1], emit: [0.1], batches: batches, variants: 2)?.secondsPerLine(usually: usual)
    }
    #expect(perLine(builds: 1, usually: nil) == 0.04)
    #expect(perLine(builds: 1, usually: 0.1) == 0.04)
    #expect(perLine(builds: 1, usually: 0.01) == 0.01, "the first build of a module may do work for later ones")
    #expect(perLine(builds: 3, usually: 0.01) == 0.02)
    #expect(perLine(builds: 0, usually: 0.01) == nil)
  }

  @Test func `a build of a module corrects what its compilers cost, and not those of others`() throws {
    let (costs, timeline) = try Self.costs()
    let trace = try Self.trace()
    let slower = trace.events.map { event in
      event.job.kind == .compile && event.job.module == "ArgumentParser" ? event.copy(job: event.job, factor: 2) : event
    }
    let graph = ModuleGraph(
      modules: timeline.modules.compactMap(\.id).map { Module(id: $0, kind: .regular, sources: 1, lines: 1000) })
    let double = Timeline(BuildTrace(header: trace.header, events: slower, supervised: trace.supervised), graph: graph)
    func corrected(by build: Timeline) -> CompilerCosts {
      costs.corrected(by: [build], lines: { _ in [:] }, isCounted: { _ in true })
    }
    let (same, more) = (corrected(by: timeline), corrected(by: double))
    let other = ModuleID(package: "P", name: "ArgumentParserToolInfo")
    func compile(_ costs: CompilerCosts, _ module: ModuleID) throws -> Double {
      try #require(costs.work(of: Self.recompiled(files: 1, lines: 100, of: module))).compile
    }
    let own = try [same, more].map { try #require($0.moduleRatios[Self.parser]?.first) }
    try #require(own.count > 1)
    #expect(own[1].ratio > 1.5 * own[0].ratio)
    // One build of all files corrects fully; one of a few, by a root, since its files may be unlike others.
    let factor = try compile(more, Self.parser) / compile(same, Self.parser)
    #expect(own[0].share == 1 && abs(factor - own[1].ratio / own[0].ratio) < 1e-9)
    let few = try [same, more].map { costs in
      var costs = costs
      costs.moduleRatios[Self.parser] = costs.moduleRatios[Self.parser]?.map { ($0.ratio, 1 / 40) }
      return try compile(costs, Self.parser)
    }
    try #require(few.count > 1)
    #expect(abs(few[1] / few[0] - pow(own[1].ratio / own[0].ratio, 1.0 / 3)) < 1e-9)
    #expect(try compile(more, other) == compile(same, other))
  }

  @Test func `the newest incremental build shows how often a module is compiled`() throws {
    let trace = try Self.trace()
    let twice = trace.events.filter { $0.job.module == "ArgumentParser" }.map { event in
      var job = event.job
      job.isTool.toggle()
      return event.copy(job: job, isOther: true)
    }
    let (costs, timeline) = try Self.costs()
    let graph = ModuleGraph(modules: [Module(id: Self.parser, kind: .regular, sources: 1, lines: 1000)])
    let both = Timeline(
      BuildTrace(header: trace.header, events: trace.events + twice, supervised: trace.supervised), graph: graph)
    let lines = Dictionary(
      Set(timeline.jobs.flatMap(\.files)).sorted().enumerated().map { ($1, 100 + $0) }
    ) { first, _ in first }
    func variants(_ builds: [Timeline]) -> Int? {
      costs.corrected(by: builds, lines: { _ in lines }, isCounted: { _ in true })
        .work(of: Self.recompiled(files: 1, lines: 25))?.variants
    }
    #expect(variants([timeline, timeline, both]) == 2)
    #expect(variants([both, timeline, timeline]) == 1)
  }

  static let parser = ModuleID(package: "P", name: "ArgumentParser")

  static func recompiled(
    files: Int, lines: Int, changed: Int? = nil, of module: ModuleID = parser
  ) -> RecompiledModule {
    RecompiledModule(
      module: module, reason: .changed, changedFiles: 1, compiledFiles: files, files: 40, compiledLines: lines,
      lines: 1000, changedLines: changed ?? lines)
  }

  @Test func `all files cost what the module did`() throws {
    let (costs, timeline) = try Self.costs()
    let measured = timeline.modules.filter { $0.id == Self.parser }.reduce(0) { $0 + $1.cpuMicroseconds }
    let estimated = try #require(costs.cpuSeconds(of: Self.recompiled(files: 40, lines: 1000)))
    let own = Double(measured) / 1e6 - costs.preparationSeconds(in: [Self.parser])
    #expect(abs(estimated - own) < 0.01 * estimated)
  }

  @Test func `recorded builds are compared by the files that are known, and the code that they generated`() throws {
    let costs = try Self.costs().0
    let lines = ["A.swift": 900, "B.swift": 100]
    func recompiled(_ files: Set<String>, written: Double? = nil) -> RecompiledModule? {
      costs.recompiled(Self.parser, files: files, lines: lines, writtenShare: written)
    }
    #expect(recompiled(["A.swift", "Gone.swift"]) == nil)
    #expect(recompiled(["A.swift"])?.weightedLines == 900)
    #expect(recompiled(["A.swift", "B.swift"], written: 1)?.changedLines == 1000)
    #expect(recompiled(["A.swift", "B.swift"], written: 0)?.changedLines == 0)
    #expect(costs.recompiled(Self.parser, files: ["Gone.swift"], lines: [:]) != nil)
  }

  @Test func `fewer files cost less`() throws {
    let costs = try Self.costs().0
    let seconds = try [(1, 25), (10, 250), (40, 1000)].map { files, lines in
      try #require(costs.cpuSeconds(of: Self.recompiled(files: files, lines: lines)))
    }
    try #require(seconds.count > 2)
    #expect(seconds == seconds.sorted() && seconds[0] > 0)
    #expect(seconds[0] < 0.5 * seconds[2])
  }

  /// Without the generation of object code, which the hash in an object file shows to be the same.
  @Test(arguments: [(40, 1000), (10, 250)]) func `unchanged files cost less`(files: Int, lines: Int) throws {
    let costs = try Self.costs().0
    let seconds = try [lines, lines / 2, 0].map {
      try #require(costs.cpuSeconds(of: Self.recompiled(files: files, lines: lines, changed: $0)))
    }
    try #require(seconds.count > 2)
    let saved = 1 - seconds[2] / seconds[0]
    #expect(saved > 0.1 && saved < 0.38, "emitting the module, drivers and reading imports cost the same")
    #expect(abs(seconds[1] - (seconds[0] + seconds[2]) / 2) < 0.001)
  }

  @Test(
    arguments: [
      ([0.4, 0.5, 0.6], 0.5), ([0.4, 0.5], 1), ([1.2, 1.1, 1.5, 1.3], 1.25), ([0.8, 0.9, 0.7, 0.9, 1.1], 1),
      ([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 2], 0.5),
    ] as [([Double], Double)])
  func `estimates are corrected where incremental builds agree`(ratios: [Double], factor: Double) {
    #expect(IncrementalRatio(ratios, fewest: 3)?.factor == factor)
    #expect(IncrementalRatio([0.125], fewest: 1)?.factor == 0.5, "one build shows little")
    #expect(IncrementalRatio([], fewest: 1) == nil)
  }

  @Test func `incremental builds that took longer make estimates higher`() throws {
    let (costs, timeline) = try Self.costs()
    let one = Self.recompiled(files: 1, lines: 25)
    // A clean build as a whole, with what it prepares: more than what is estimated for its files.
    let corrected = costs.corrected(
      by: Array(repeating: timeline, count: 3), lines: { _ in [:] }, isCounted: { $0 == Self.parser })
    let factor = try #require(corrected.ratio?.factor)
    #expect(factor > 1.1 && factor < 3)
    #expect(corrected.ratio?.builds == 3)
    let (before, after) = try (#require(costs.work(of: one)), #require(corrected.work(of: one)))
    #expect(abs(after.compile / before.compile - factor) < 1e-9)
    let measured = try #require(MeasuredRebuild(timeline) { $0 == Self.parser }.modules.first?.found)
    #expect((after.plan, after.emit) == (measured.plan, measured.emit), "not corrected")
    #expect(costs.corrected(by: [timeline], lines: { _ in [:] }, isCounted: { _ in false }).ratio == nil)
  }

  @Test func `what changed or was emitted alone is emitted again whenever its driver runs`() throws {
    let trace = try Self.trace()
    let (costs, _) = try Self.costs()
    let graph = ModuleGraph(modules: [Module(id: Self.parser, kind: .regular, sources: 40, lines: 1000)])
    func build(_ change: (inout Job) -> Bool) -> Timeline {
      let events = trace.events.compactMap { event in
        var job = event.job
        return change(&job) ? event.copy(job: job, isOther: false) : nil
      }
      return Timeline(BuildTrace(header: trace.header, events: events, supervised: trace.supervised), graph: graph)
    }
    func corrected(by builds: [Timeline]) -> CompilerCosts {
      costs.corrected(by: builds, lines: { _ in [:] }, isCounted: { _ in true })
    }
    func emittedAgain(_ change: (inout Job) -> Bool) -> Set<ModuleID> { corrected(by: [build(change)]).emittedAgain }
    func written(_ count: Int) -> (inout Job) -> Bool {
      { job in
        if job.kind == .compile { job.writtenObjects = count }
        return true
      }
    }
    #expect(emittedAgain(written(1)) == [Self.parser])
    #expect(emittedAgain(written(0)) == [])
    #expect(emittedAgain { $0.kind != .compile } == [Self.parser])
    #expect(emittedAgain { $0.kind != .emitModule } == [])
    let (changed, checked) = (build(written(1)), build { $0.kind == .plan })
    #expect(corrected(by: [changed, checked]).emittedAgain == [], "the newest build shows that it is not")
    #expect(corrected(by: [checked, changed]).emittedAgain == [Self.parser])
    let inC = build { job in
      if job.kind == .compile { job.kind = .cCompile }
      return true
    }
    #expect(corrected(by: [inC]).ratio == nil, "costs of C files are not those of Swift files")
  }

  @Test func `what recorded builds took corrects predicted durations`() throws {
    let (costs, timeline) = try Self.costs()
    let graph = ModuleGraph(modules: [Module(id: Self.parser, kind: .regular, sources: 40, lines: 1000)])
    func factor(builds: Int, _ isCounted: @escaping (ModuleID) -> Bool = { $0 == Self.parser }) -> Double? {
      costs.corrected(by: Array(repeating: timeline, count: builds), lines: { _ in [:] }, isCounted: isCounted)
        .correction(of: 1, in: graph, waitsForEmitting: false)?.factor
    }
    let found = try #require(factor(builds: 3))
    // Other programs slowed this build on two processors: 131 s for 18 s of CPU time.
    #expect(found > 131 / 18 && found < 131 / 9, "\(found)")
    #expect(factor(builds: 2) == nil && factor(builds: 3) { _ in false } == nil)
  }

  @Test func `incremental builds show what a driver takes, and emitting`() throws {
    let costs = try #require(
      IncrementalCosts(plan: [9, 9, 0.1, 0.2, 0.3, 0.2, 0.9], emit: [0.4, 0.5, 0.9], batches: []))
    #expect(costs.plan == 0.2 && costs.emit == 0.5)
    #expect(costs.compilers == nil)
    #expect(IncrementalCosts(plan: [], emit: [], batches: []) == nil)
  }

  @Test func `incremental builds show what a batch and a line cost`() throws {
    typealias Batch = FittedCompilers.Batch
    let batches = (1...8).map { Batch(lines: $0 * 100, seconds: 0.1 + Double($0) / 10) }
    let costs = try #require(FittedCompilers(batches))
    #expect(abs(costs.seconds(batches: 3, lines: 1200, unchangedShare: 0.5) - (0.3 + 1.2)) < 1e-9)
    #expect(FittedCompilers(Array(batches.prefix(7))) == nil, "too few")
    #expect(FittedCompilers(Array(repeating: Batch(lines: 100, seconds: 1), count: 9)) == nil, "all alike")
    let falling = try #require(FittedCompilers(batches.map { Batch(lines: $0.lines, seconds: 1 / Double($0.lines)) }))
    #expect(falling.seconds(batches: 0, lines: 100, unchangedShare: 0) == 0, "a line does not cost less than nothing")
    let steep = try #require(
      FittedCompilers(batches.map { Batch(lines: $0.lines, seconds: Double($0.lines * $0.lines)) }))
    #expect(abs(steep.seconds(batches: 9, lines: 0, unchangedShare: 0)) < 1e-6)
  }

  @Test func `lines whose code stayed the same cost less where recordings say so`() throws {
    let batches = (1...8).map {
      let share = Double($0 % 2)
      return FittedCompilers.Batch(
        lines: $0 * 100, seconds: 0.1 + Double($0) / 10 * CodeGeneration.factor(unchangedShare: share),
        unchangedShare: share)
    }
    let costs = try #require(FittedCompilers(batches))
    #expect(abs(costs.seconds(batches: 1, lines: 1000, unchangedShare: 0) - (0.1 + 1)) < 1e-9)
    #expect(abs(costs.seconds(batches: 1, lines: 1000, unchangedShare: 1) - (0.1 + 1 - CodeGeneration.share)) < 1e-9)
    // Code generation takes another share in other packages.
    let others = (1...8).map {
      FittedCompilers.Batch(
        lines: $0 * 100, seconds: 0.1 + Double($0) / 10 * (1 - 0.1 * Double($0 % 2)), unchangedShare: Double($0 % 2))
    }
    let little = try #require(FittedCompilers(others))
    #expect(abs(little.seconds(batches: 1, lines: 1000, unchangedShare: 1) - (0.1 + 0.9)) < 1e-9)
    var unknown = batches
    unknown[0].unchangedShare = nil
    let other = try #require(FittedCompilers(unknown))
    #expect(
      other.seconds(batches: 1, lines: 1000, unchangedShare: 0)
        == other.seconds(batches: 1, lines: 1000, unchangedShare: 1))
  }

  @Test func `a module that was not recorded costs its lines`() throws {
    let costs = try Self.costs().0
    let new = ModuleID(package: "P", name: "New")
    let one = try #require(costs.cpuSeconds(of: Self.recompiled(files: 40, lines: 100, of: new)))
    let ten = try #require(costs.cpuSeconds(of: Self.recompiled(files: 40, lines: 1000, of: new)))
    #expect(one > 0 && abs(ten - 10 * one) < 1e-9)
    #expect(!costs.isRecorded(new) && costs.isRecorded(Self.parser))
  }

  @Test func `a range holds the estimate`() throws {
    let range = try Self.costs().0.relativeRange
    #expect(range.contains(1))
  }

  @Test func `what was not recorded has a range`() throws {
    let estimate = try Self.costs().0.estimate(certain: 10, recorded: 0, unrecorded: 4)
    #expect(estimate.value == 14)
    #expect(estimate.low <= 12 && estimate.high >= 18)
  }
}
