@testable import BuildAnalysis
@testable import Foresight
import Foundation
import BuildTrace
import ModuleGraph
import Testing

extension CompilerCostsTests {
  @Test func `each variant of a module compiles its own batches and lines`() throws {
    var costs = try Self.costs().0
    let batches = (1...8).map { FittedCompilers.Batch(lines: $0 * 100, seconds: 0.1 + Double($0) / 10) }
    costs.incremental[Self.parser] = IncrementalCosts(plan: [0.2], emit: [0.3], batches: batches, variants: 2)
    let work = try #require(costs.work(of: Self.recompiled(files: 1, lines: 100)))
    #expect(abs(work.compile - 2 * (0.1 + 0.1)) < 1e-9)
    #expect((work.plan, work.emit, work.variants) == (0.2, 0.3, 2))
  }

  @Test func `older builds of a module count less`() throws {
    let new = (1...8).map { FittedCompilers.Batch(lines: $0 * 100, seconds: 0.1 + Double($0) / 10) }
    let old = new.map { FittedCompilers.Batch(lines: $0.lines, seconds: 2 * $0.seconds, age: 10) }
    let fit = try #require(FittedCompilers(old + new))
    // Each build counts nine tenths of the next one.
    let share = pow(0.9, 10.0)
    let factor = (1 + 2 * share) / (1 + share)
    #expect(abs(fit.seconds(batches: 1, lines: 0, unchangedShare: 0) - 0.1 * factor) < 1e-9)
    #expect(abs(fit.seconds(batches: 0, lines: 1000, unchangedShare: 0) - factor) < 1e-9)
  }

  @Test func `a build of files whose code stayed the same is compared with what such files cost`() throws {
    let costs = try Self.costs().0
    let trace = try Self.trace()
    let graph = ModuleGraph(modules: [Module(id: Self.parser, kind: .regular, sources: 40, lines: 1000)])
    /// - Parameter written: how many objects each compiler wrote, by its files.
    func ratios(_ written: ([String]) -> Int?) throws -> (found: Double, expected: (Double?) throws -> Double) {
      let events = trace.events.map { event in
        var job = event.job
        if job.kind == .compile { job.writtenObjects = written(job.files) }
        return event.copy(job: job)
      }
      let build = Timeline(
        BuildTrace(header: trace.header, events: events, supervised: trace.supervised), graph: graph)
      let compilers = build.jobs.filter { $0.module?.name == "ArgumentParser" && $0.kind == .compile }
      let measured = compilers.reduce(0) { $0 + Double($1.cpuMicroseconds) / 1e6 }
      let corrected = costs.corrected(by: [build], lines: { _ in [:] }, isCounted: { _ in true })
      let names = Set(compilers.flatMap(\.files))
      return (
        try #require(corrected.moduleRatios[Self.parser]?.first).ratio,
        { share in
          let own = try #require(costs.recompiled(Self.parser, files: names, lines: [:], writtenShare: share))
          return measured / (try #require(costs.uncorrectedWork(of: own, processes: compilers.count))).compile
        }
      )
    }
    let (none, all, unknown) = try (ratios { _ in 0 }, ratios(\.count), ratios { $0.contains("Flag.swift") ? nil : 0 })
    #expect(try abs(none.found - none.expected(0)) < 1e-9 && abs(all.found - all.expected(1)) < 1e-9)
    #expect(try abs(unknown.found - unknown.expected(nil)) < 1e-9)
    #expect(none.found > 1.1 * all.found)
  }

  @Test func `a module that has grown costs more, except for its driver`() throws {
    let costs = try Self.costs().0
    let module = try #require(costs.modules[Self.parser])
    func work(lines: Int, files: Int) throws -> RecompilationWork {
      try #require(
        costs.work(
          of: RecompiledModule(
            module: Self.parser, reason: .changed, changedFiles: 1, compiledFiles: files, files: 40,
            compiledLines: lines * files / 40, lines: lines, changedLines: lines * files / 40)))
    }
    let (same, double) = try (work(lines: 1000, files: 40), work(lines: 2000, files: 40))
    #expect((same.plan, same.emit) == (module.plan, module.emit) && abs(same.compile - module.compile) < 1e-9)
    #expect((double.plan, double.emit) == (module.plan, 2 * module.emit))
    #expect(abs(double.compile - 2 * module.compile) < 1e-9)
    let some = try work(lines: 2000, files: 10)
    let batches = Double(min(10, costs.lanes))
    #expect(abs(some.compile - batches * module.fixedPerBatch - module.variable * 2 / 4) < 1e-9)
    let all = costs.cpuSecondsOfAll([Self.parser], lines: [Self.parser: 2000])
    #expect(abs(all - module.plan - 2 * (module.emit + module.compile) - module.link) < 1e-9)
    #expect(
      costs.cpuSecondsOfAll([Self.parser], lines: [:])
        == costs.cpuSecondsOfAll([Self.parser], lines: [Self.parser: 1000]))
  }

  @Test func `what a batch costs besides its lines follows from emitting the module, and is never most of it`() {
    func module(emit: Double, compile: Double, variants: Int = 1) -> CompilerCosts.Module {
      CompilerCosts.Module(emit: emit, compile: compile, batches: 2, variants: variants, compiledFiles: 4)
    }
    let usual = module(emit: 1, compile: 4)
    #expect(usual.fixedPerBatch == 0.4 && abs(usual.variable - 3.2) < 1e-9)
    #expect(abs(usual.seconds(ofBatchWith: 2) - 4 / 2) < 1e-9 && abs(usual.seconds(ofBatchWith: 1) - 1.2) < 1e-9)
    #expect(abs(usual.seconds(ofBatchWith: 1, unchangedShare: 1) - (0.4 + 0.8 * (1 - 0.38))) < 1e-9)
    #expect(module(emit: 1, compile: 4, variants: 2).fixedPerBatch == 0.2)
    #expect(abs(module(emit: 1, compile: 0.5).fixedPerBatch - 0.2) < 1e-9)
    #expect(CompilerCosts.Module(emit: 1, compile: 4).fixedPerBatch == 0, "no batch is known")
  }

  @Test func `a compiler of a whole module counts as the processors that it keeps busy`() {
    func threads(compile: Double, duration: Double, files: Int = 0) -> Double {
      CompilerCosts.Module(compile: compile, compileDuration: duration, compiledFiles: files).threads
    }
    #expect(threads(compile: 6, duration: 2) == 3)
    #expect(threads(compile: 1, duration: 2) == 1, "it waited for a processor")
    #expect(threads(compile: 6, duration: 2, files: 4) == 1 && threads(compile: 6, duration: 0) == 1)
  }

  @Test func `an estimate is as wide as its parts are in doubt, and never below zero`() throws {
    let costs = try Self.costs().0
    func expect(
      _ estimate: Forecast.Estimate, _ value: Double, below: Double, above: Double,
      location: SourceLocation = #_sourceLocation
    ) {
      let noise = value > 0 ? ((Forecast.noiseShare * value) * (Forecast.noiseShare * value) + 0.01).squareRoot() : 0
      let (low, high) = ((below * below + noise * noise).squareRoot(), (above * above + noise * noise).squareRoot())
      #expect(abs(estimate.value - value) < 1e-9, sourceLocation: location)
      #expect(abs(estimate.low - max(0, value - low)) < 1e-9, "\(estimate)", sourceLocation: location)
      #expect(abs(estimate.high - value - high) < 1e-9, "\(estimate)", sourceLocation: location)
    }
    expect(costs.estimate(certain: 10, recorded: 4, unrecorded: 0, range: 0.5...2), 14, below: 2, above: 4)
    // Less code: the more it would have cost, the less is left.
    expect(costs.estimate(certain: 10, recorded: -2, unrecorded: 0, range: 0.5...2), 8, below: 2, above: 1)
    expect(costs.estimate(certain: 0, recorded: 4, unrecorded: 0, range: 0.1...1), 4, below: 3.6, above: 0)
    expect(costs.estimate(certain: 0, recorded: 0, unrecorded: 0), 0, below: 0, above: 0)
    let own = costs.relativeRange
    expect(
      costs.estimate(certain: 1, recorded: 2, unrecorded: 0), 3, below: 2 * (1 - own.lowerBound),
      above: 2 * (own.upperBound - 1))
    // One module shows nothing of what others cost.
    let one = CompilerCosts(
      Timeline(
        try Self.trace(),
        graph: ModuleGraph(modules: [Module(id: Self.parser, kind: .regular, sources: 40, lines: 1000)])))
    expect(one.estimate(certain: 1, recorded: 0, unrecorded: 4), 5, below: 2, above: 4)
  }

  @Test func `corrected estimates have the range of the builds that correct them, from five on`() throws {
    let four = try #require(IncrementalRatio([0.4, 0.5, 0.5, 0.6], fewest: 3))
    #expect(four.relativeRange == nil)
    let five = try #require(IncrementalRatio([0.6, 0.4, 0.5, 0.5, 0.5], fewest: 3)?.relativeRange)
    #expect(abs(five.lowerBound - 0.8) < 1e-9 && abs(five.upperBound - 1.2) < 1e-9)
    let two = try #require(IncrementalRatio([0.125, 0.125], fewest: 1)?.factor)
    #expect(abs(two - 0.25) < 1e-9, "two builds show more than one, and less than three")
    #expect(IncrementalRatio([0.5, 0.5, 0.5, 1.5], fewest: 3)?.factor == 1, "three of four do not agree")
  }
}
