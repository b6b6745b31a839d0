package import BuildAnalysis
import CMath
import BuildTrace
package import ModuleGraph

/// The compiler costs of each module in a recorded clean build, from which other builds are estimated.
///
/// A driver compiles the files of a module in batches. A batch has a fixed cost, for reading imported modules and the
/// module's other files, and a cost that grows with the lines that it compiles. The fixed cost is estimated from the
/// cost of emitting the module, which reads the same files. The work that the first compilers of a build do for all
/// later ones (``SharedPreparation``) belongs to no module.
package struct CompilerCosts: Sendable {
  /// The costs of one module, summed over its variants, for example one for the product and one for a plugin.
  struct Module: Sendable {
    /// CPU seconds of planning; the following properties are CPU seconds as well.
    var plan = 0.0
    var emit = 0.0
    var compile = 0.0
    /// The duration of all compilers, in seconds.
    var compileDuration = 0.0
    var link = 0.0
    var batches = 0
    var variants = 0
    /// The number of Swift files, of all variants; 0 if one compiler compiled all.
    var compiledFiles = 0
    var isInC = false
    /// The number of lines when the build was recorded.
    var lines: Int?
    /// The CPU time of each file by name, and the overhead of a process, if measured.
    var files: (own: [String: Double], perProcess: Double)?

    /// CPU seconds without linking.
    var whole: Double { plan + emit + compile }
    var fixedPerBatch: Double {
      guard batches > 0, variants > 0 else { return 0 }
      if let files { return files.perProcess }
      return min(CompilerCosts.fixedShare * emit / Double(variants), 0.8 * compile / Double(batches))
    }
    /// What all batches cost besides that.
    var variable: Double { max(0, compile - Double(batches) * fixedPerBatch) }

    /// The CPU seconds of a batch of average files. A compiler of a whole module names no files.
    /// - Parameter unchangedShare: the share of the lines whose object code stays the same.
    func seconds(ofBatchWith files: Int, unchangedShare: Double = 0) -> Double {
      fixedPerBatch + variable * Double(files) / Double(max(1, compiledFiles))
        * CodeGeneration.factor(unchangedShare: unchangedShare)
    }
  }

  /// The fixed cost of a batch relative to emitting the module, as `IncrementalCosts` fits it to 50 incremental builds of
  /// swift-argument-parser (`Benchmarks/CommitForecasts`).
  static let fixedShare = 0.4

  var modules: [ModuleID: Module]
  /// What incremental builds took, also of modules that the clean build did not contain; without those of which too few are
  /// known.
  var incremental: [ModuleID: IncrementalCosts] = [:]
  /// The CPU seconds of the shared preparation in each module's compilers.
  private let preparation: [ModuleID: Double]
  /// How many processes a builder runs at once, and into how many batches a driver divides files.
  let lanes: Int
  /// The number of processors.
  let cores: Int
  /// CPU seconds per line of each module whose lines are known, ascending; used for modules that were not recorded.
  private let secondsPerLine: [Double]
  /// The ratio of actual to estimated cost of each batch, ascending.
  let spread: [Double]

  /// The correction by incremental builds; `nil` if none was given, or none compiled a module of the clean build.
  package internal(set) var ratio: IncrementalRatio?
  /// Measured ÷ estimated costs of a module's compilers, and the share of its files that they compiled, of one incremental build
  /// each, the newest last.
  var moduleRatios: [ModuleID: [(ratio: Double, share: Double)]] = [:]
  /// The modules that are emitted whenever their drivers run: outputs that did not change in an incremental build keep their date,
  /// and are then older than the module's sources.
  var emittedAgain: Set<ModuleID> = []
  /// The recorded incremental builds.
  var rebuilds: [MeasuredRebuild] = []

  /// Whether one compiler compiled all files of a module, as in release builds.
  package let compilesModulesAsWholes: Bool
  /// Whether recorded incremental builds correct anything.
  package var isCorrected: Bool { ratio != nil || !incremental.isEmpty }

  /// Whether too few compilers started after the first had ended for the shared preparation to be told from their own work.
  package let startsTogether: Bool

  /// - Parameter timeline: the timeline of a clean build.
  package init(_ timeline: Timeline) {
    var modules: [ModuleID: Module] = [:]
    for timing in timeline.modules {
      guard let id = timing.id else { continue }
      modules[id, default: Module()].variants += 1
      modules[id, default: Module()].lines = timing.lines
    }
    var preparation: [ModuleID: Double] = [:]
    let batches = Self.add(timeline, to: &modules, preparation: &preparation)
    for measured in timeline.fileCosts?.modules ?? [] {
      let own = batches.filter { $0.module == measured.id }
      modules[measured.id]?.measure(measured, processes: own.count, compiled: own.reduce(0) { $0 + $1.files })
    }
    compilesModulesAsWholes = batches.contains { $0.files == 0 }
    let ids = Self.modules(of: timeline)
    let spans = timeline.jobs.filter { $0.kind == .compile && $0.module.flatMap { ids[$0] } != nil }.map(\.span)
    let firstEnd = spans.map(\.endNanoseconds).min() ?? 0
    startsTogether = spans.count { $0.startNanoseconds >= firstEnd } < RecordedPreparation.fewestLater
    if startsTogether { Self.limit(&modules, preparation: &preparation) }
    (self.modules, self.preparation) = (modules, preparation)
    (lanes, cores) = (timeline.lanes, timeline.cores)
    secondsPerLine = modules.values.compactMap { module in
      module.lines.flatMap { $0 > 0 && module.whole > 0 ? module.whole / Double($0) : nil }
    }.sorted()
    spread = Self.spread(of: batches, modules)
  }

  /// Counts as shared preparation what compilers cost beyond what is likely for their modules: if all of them start together, they
  /// do not show what they cost later.
  private static func limit(_ modules: inout [ModuleID: Module], preparation: inout [ModuleID: Double]) {
    for (id, module) in modules where module.emit > 0 && module.compile > mostPerEmit * module.emit {
      preparation[id, default: 0] += module.compile - mostPerEmit * module.emit
      modules[id]?.compile = mostPerEmit * module.emit
    }
  }

  /// What the compilers of a module cost at most, relative to emitting it, which reads the same files but prepares nothing: in
  /// clean builds of swift-nio, Hummingbird, swift-argument-parser and synthesized workspaces, 2 to 17 times as much, in three of
  /// four modules with at least five files less than 10 times (`compile` ÷ `emitModule` in the traces of `modgauge record`).
  private static let mostPerEmit = 10.0

  /// A process that compiles Swift files.
  private typealias Batch = (module: ModuleID, seconds: Double, files: Int)

  /// Adds the CPU time of all processes to their modules, and that of the shared preparation separately.
  private static func add(
    _ timeline: Timeline, to modules: inout [ModuleID: Module], preparation: inout [ModuleID: Double]
  ) -> [Batch] {
    var batches: [Batch] = []
    let ids = Self.modules(of: timeline)
    let linkers = Self.linkers(of: timeline)
    for (index, job) in timeline.jobs.enumerated() {
      guard let id = job.module.flatMap({ ids[$0] }) else { continue }
      let shared = Double(timeline.preparationMicroseconds[index] ?? 0) / 1e6
      let seconds = Double(job.cpuMicroseconds) / 1e6 - shared
      preparation[id, default: 0] += shared
      switch job.kind {
      case .plan where linkers.contains(index): modules[id, default: Module()].link += seconds
      case .emitModule: modules[id, default: Module()].emit += seconds
      case .compile, .cCompile:
        modules[id, default: Module()].compile += seconds
        modules[id, default: Module()].compileDuration += job.span.seconds
        modules[id, default: Module()].batches += 1
        if job.kind == .cCompile { modules[id, default: Module()].isInC = true }
        if job.kind == .compile {
          batches.append((id, seconds, job.fileCount))
          modules[id, default: Module()].compiledFiles += job.fileCount
        }
      case .link: modules[id, default: Module()].link += seconds
      case .plan, .wrap, .scan, .macroPlugin, .other: modules[id, default: Module()].plan += seconds
      }
    }
    return batches
  }

  static func modules(of timeline: Timeline) -> [BuiltModule: ModuleID] {
    Dictionary(
      timeline.modules.compactMap { timing in timing.id.map { (timing.module, $0) } }, uniquingKeysWith: { $1 })
  }

  /// The drivers that link: an executable has a second driver.
  static func linkers(of timeline: Timeline) -> Set<Int> {
    Set(timeline.jobs.filter { $0.kind == .link }.compactMap(\.driver))
  }

  private static func spread(of batches: [Batch], _ modules: [ModuleID: Module]) -> [Double] {
    return batches.compactMap { batch in
      guard let module = modules[batch.module], module.batches > 1, module.compiledFiles > 0 else { return nil }
      let expected = module.seconds(ofBatchWith: batch.files)
      return expected > 0 ? batch.seconds / expected : nil
    }.sorted()
  }

  /// The range between the 5th and the 95th percentile of actual ÷ estimated costs of batches, extended to contain 1.
  package var relativeRange: ClosedRange<Double> {
    guard let low = spread.quantile(0.05), let high = spread.quantile(0.95) else { return 0.5...2 }
    return min(low, 1)...max(high, 1)
  }

  /// The range of actual ÷ estimated costs of modules that were not recorded: between the 5th and the 95th percentile of
  /// the costs per line of those that were, and at least from half to double.
  var unrecordedRange: ClosedRange<Double> {
    guard let middle = secondsPerLine.median, middle > 0, let low = secondsPerLine.quantile(0.05),
      let high = secondsPerLine.quantile(0.95)
    else { return 0.5...2 }
    return min(low / middle, 0.5)...max(high / middle, 2)
  }

  /// In seconds: what equal builds of a few files differ by.
  private static let leastNoise = 0.1

  /// An estimate with the range of each part, and the noise of the recorded and of the estimated build.
  /// - Parameters:
  ///   - certain: CPU seconds that were recorded and do not change.
  ///   - recorded: CPU seconds in modules that were recorded; negative if they become less.
  ///   - unrecorded: CPU seconds in modules that were not.
  ///   - range: actual ÷ estimated costs of recorded modules, instead of those of batches.
  package func estimate(
    certain: Double, recorded: Double, unrecorded: Double, range: ClosedRange<Double>? = nil
  ) -> Forecast.Estimate {
    let (own, other) = (range ?? relativeRange, unrecordedRange)
    let bounds = [recorded * own.lowerBound, recorded * own.upperBound]
    let value = certain + recorded + unrecorded
    let noise = value > 0 ? hypot(Forecast.noiseShare * value, Self.leastNoise) : 0
    let below = value - (certain + (bounds.min() ?? recorded) + unrecorded * other.lowerBound)
    let above = certain + (bounds.max() ?? recorded) + unrecorded * other.upperBound - value
    return Forecast.Estimate(value, below: below, above: above, noise: noise).fromZero
  }

  /// The CPU seconds of the work that the first compilers of a clean build do for all later ones, in compilers of some
  /// modules; of all modules by default.
  package func preparationSeconds(in ids: Set<ModuleID>? = nil) -> Double {
    // Sorted, since sums of floating-point numbers depend on their order.
    preparation.sorted { $0.key < $1.key }.reduce(0) { $0 + (ids?.contains($1.key) ?? true ? $1.value : 0) }
  }

  package func isRecorded(_ module: ModuleID) -> Bool { modules[module] != nil }

  /// Whether the cost is known from a recorded build: the clean one, or incremental ones.
  func isKnown(_ recompiled: RecompiledModule) -> Bool {
    isRecorded(recompiled.module) || isShownByIncrementalBuilds(recompiled)
  }

  private func isShownByIncrementalBuilds(_ recompiled: RecompiledModule) -> Bool {
    fit(for: recompiled) != nil
      || (!isRecorded(recompiled.module) && incremental[recompiled.module]?.compilePerLine != nil)
  }

  /// The CPU seconds of recompiling some files of a module, without linking.
  package func cpuSeconds(of recompiled: RecompiledModule) -> Double? { work(of: recompiled)?.seconds }

  /// The work of recompiling some files of a module, without linking; `nil` if unknown.
  func work(of recompiled: RecompiledModule) -> RecompilationWork? {
    guard var work = uncorrectedWork(of: recompiled) else { return nil }
    if !isShownByIncrementalBuilds(recompiled) { work.compile *= factor(for: recompiled) ?? ratio?.factor ?? 1 }
    return work
  }

  /// The correction of what a module's compilers cost by the newest incremental builds of the module. One or two of few files, which
  /// may be unlike others, correct less.
  /// - Returns: `nil` if there are none, or they show by themselves what the recompilation costs.
  func factor(for recompiled: RecompiledModule) -> Double? {
    guard !isShownByIncrementalBuilds(recompiled) else { return nil }
    let (usual, own) = (ratio?.factor ?? 1, (moduleRatios[recompiled.module] ?? []).suffix(5))
    let weight = min(1, own.reduce(0) { $0 + max(1.0 / 3, $1.share) })
    return own.map(\.ratio).median.map { usual * pow($0 / usual, weight) }
  }

  /// The recompilation of some files of a recorded module.
  /// - Parameters:
  ///   - known: the weighted lines of the module's files, by name; if empty, files are equal.
  ///   - writtenShare: the share of these files of which object code was written; if `nil`, that of one file.
  /// - Returns: `nil` if the module was not recorded, or a file is not known.
  func recompiled(
    _ id: ModuleID, files names: Set<String>, lines known: [String: Int], writtenShare: Double? = nil
  ) -> RecompiledModule? {
    guard let cost = modules[id], cost.variants > 0, compilesModulesAsWholes || !names.isEmpty,
      known.isEmpty || names.allSatisfy({ known[$0] != nil })
    else { return nil }
    let files = max(1, cost.compiledFiles / cost.variants)
    let (lines, compiled) = (cost.lines ?? files, compilesModulesAsWholes ? files : min(names.count, files))
    let ownLines = compilesModulesAsWholes ? lines : names.reduce(0) { $0 + (known[$1] ?? lines / files) }
    return RecompiledModule(
      module: id, reason: .changed, changedFiles: 1, compiledFiles: compiled, files: files,
      compiledLines: min(ownLines, lines), lines: lines,
      changedLines: writtenShare.map { Int($0 * Double(min(ownLines, lines))) } ?? lines / files, names: names)
  }

  /// Like ``work(of:)``, without the correction by incremental builds.
  /// - Parameter processes: how many compile the files, of all variants; estimated if `nil`.
  func uncorrectedWork(of recompiled: RecompiledModule, processes: Int? = nil) -> RecompilationWork? {
    let cost = modules[recompiled.module]
    var work = workOfEmitting(recompiled.module, lines: recompiled.lines)
    let batches = processes ?? recompiled.batches(lanes: lanes) * work.variants
    if let fitted = fit(for: recompiled) {
      work.compile = fitted.seconds(
        batches: batches, lines: recompiled.weightedLines * work.variants, unchangedShare: recompiled.unchangedShare)
      return work
    }
    guard let cost, cost.variants > 0 else {
      let usual = secondsPerLine.median
      guard let perLine = incremental[recompiled.module]?.secondsPerLine(usually: usual) ?? usual else { return nil }
      work.compile = perLine * Double(recompiled.weightedLines)
      return work
    }
    let growth = cost.growth(to: recompiled.lines)
    let fixed = Double(cost.batches) * cost.fixedPerBatch
    let variable = cost.variable * CodeGeneration.factor(unchangedShare: recompiled.unchangedShare)
    let byLines = recompiled.lines > 0 ? Double(recompiled.weightedLines) / Double(recompiled.lines) : 0
    work.compile =
      recompiled.isWhole
      ? (fixed + variable) * growth
      : Double(batches) * cost.fixedPerBatch + variable * growth * (cost.share(of: recompiled) ?? byLines)
    return work
  }

  /// What incremental builds show of a recompilation; `nil` if too few are known, or all of the module's code changes.
  func fit(for recompiled: RecompiledModule) -> FittedCompilers? {
    guard let known = incremental[recompiled.module]?.compilers else { return nil }
    return known.generation != nil || !recompiled.isWhole || recompiled.changedLines < recompiled.lines ? known : nil
  }

  /// The work of a driver that finds no file to compile; none if the module was not recorded.
  func workOfChecking(_ id: ModuleID) -> RecompilationWork {
    var work = workOfEmitting(id)
    if !emittedAgain.contains(id) { work.emit = 0 }
    return work
  }

  /// The work of a driver, and of emitting the module; none if it was not recorded.
  /// - Parameter lines: the current number of lines; as recorded if `nil`.
  private func workOfEmitting(_ id: ModuleID, lines: Int? = nil) -> RecompilationWork {
    let (cost, known) = (modules[id] ?? Module(), incremental[id])
    let emit = cost.emit * (lines.map(cost.growth) ?? 1)
    let factor = ratio?.factor ?? 1
    return RecompilationWork(
      plan: known?.plan ?? cost.plan * factor, emit: known?.emit ?? emit * factor,
      variants: max(1, known?.variants ?? cost.variants), threads: cost.threads)
  }

  /// Where the costs of a recompiled module's files come from; `nil` if all of them are compiled, they are fitted to
  /// incremental builds, or the module was not recorded.
  func source(of recompiled: RecompiledModule) -> DividedModule.Costs? {
    guard let cost = modules[recompiled.module], !recompiled.isWhole, fit(for: recompiled) == nil else { return nil }
    return cost.share(of: recompiled) == nil ? .lines : .measured
  }

  /// The CPU seconds of linking a module's executable; 0 if it has none.
  package func cpuSecondsOfLinking(_ module: ModuleID) -> Double { modules[module]?.link ?? 0 }

  /// The CPU seconds of all files of some modules, without ``preparationSeconds(in:)``.
  /// - Parameter lines: the current lines of each module; missing ones are assumed to be as recorded.
  package func cpuSecondsOfAll(_ ids: some Sequence<ModuleID>, lines: [ModuleID: Int]) -> Double {
    ids.reduce(0) { sum, id in
      guard let cost = modules[id] else {
        return sum + (secondsPerLine.median ?? 0) * Double(lines[id] ?? 0)
      }
      return sum + cost.plan + (cost.emit + cost.compile) * (lines[id].map(cost.growth) ?? 1) + cost.link
    }
  }
}

extension RecompiledModule {
  /// The share of the compiled lines that did not change.
  fileprivate var unchangedShare: Double {
    weightedLines > 0 ? max(0, 1 - Double(changedLines) / Double(weightedLines)) : 0
  }
}

extension CompilerCosts.Module {
  /// How much larger the module is than when it was recorded.
  fileprivate func growth(to lines: Int) -> Double {
    self.lines.map { $0 > 0 ? Double(lines) / Double($0) : 1 } ?? 1
  }

  /// How many processors a compiler kept busy, which compiled all files of the module.
  var threads: Double { compiledFiles == 0 && compileDuration > 0 ? max(1, compile / compileDuration) : 1 }

  /// Uses the measured cost of each file, if the recorded batches show which part of it occurs once per batch.
  fileprivate mutating func measure(_ measured: FileCosts.Module, processes: Int, compiled: Int) {
    let found = MeasuredFiles(
      measured.files.map(\.cpuSeconds), processes: processes, compiled: compiled, cost: compile)
    files = found.map { found in
      (Dictionary(zip(measured.files.map(\.name), found.own)) { first, _ in first }, found.overhead)
    }
  }

  /// The share of its files that are recompiled; `nil` unless all of them were measured.
  fileprivate func share(of recompiled: RecompiledModule) -> Double? {
    guard let own = files?.own, let names = recompiled.names, own.count == recompiled.files else { return nil }
    let costs = names.compactMap { own[$0] }
    let all = own.values.sorted().reduce(0, +)
    return costs.count == names.count && all > 0 ? costs.sorted().reduce(0, +) / all : nil
  }
}
