import BuildTrace
import CMath
package import ModuleGraph

/// What builds of one module take in incremental builds.
struct IncrementalCosts {
  /// CPU seconds that do not depend on the compiled files: of the driver.
  let plan: Double
  /// CPU seconds of emitting the module.
  let emit: Double
  /// How often the newest build compiled the module, for example once for a product and once for a plugin.
  let variants: Int
  /// `nil` if these builds compiled too few batches.
  let compilers: FittedCompilers?

  private static let newest = 5

  /// - Parameters:
  ///   - plan: of one build each, the newest last, as is `emit`.
  ///   - batches: of all variants.
  /// - Returns: `nil` without builds.
  init?(plan: [Double], emit: [Double], batches: [FittedCompilers.Batch], variants: Int = 1) {
    guard let plan = plan.suffix(Self.newest).median, let emit = emit.suffix(Self.newest).median else { return nil }
    (self.plan, self.emit, self.variants, compilers) = (plan, emit, variants, FittedCompilers(batches))
  }
}

/// What the compilers of one module take in incremental builds: CPU seconds of each batch of files, and of each line.
struct FittedCompilers {
  private let perBatch: Double
  private let perLine: Double

  /// Whether lines count less if the code of their file stayed the same: known only if recordings say which objects were
  /// written.
  let countsUnchanged: Bool

  /// A process that compiles Swift files.
  struct Batch {
    var lines: Int
    var seconds: Double
    /// By how many builds its own is older than the newest.
    var age = 0
    /// The share of its files whose object code stayed the same; `nil` if unknown.
    var unchangedShare: Double?
  }

  /// With fewer batches, or with batches of equal size, the two costs cannot be told apart.
  private static let fewestBatches = 8
  /// Modules change: the weight of a build relative to that of the next one.
  private static let fading = 0.9

  /// - Parameter batches: of all variants.
  /// - Returns: `nil` if these are too few.
  init?(_ batches: [Batch]) {
    guard batches.count >= Self.fewestBatches else { return nil }
    let weights = batches.map { pow(Self.fading, Double($0.age)) }
    let all = weights.reduce(0, +)
    let countsUnchanged = batches.allSatisfy { $0.unchangedShare != nil }
    func lines(_ batch: Batch) -> Double { Self.effective(batch.lines, countsUnchanged ? batch.unchangedShare : nil) }
    func mean(_ value: (Batch) -> Double) -> Double {
      zip(batches, weights).reduce(0) { $0 + value($1.0) * $1.1 } / all
    }
    let (meanLines, seconds) = (mean(lines), mean(\.seconds))
    let spread = mean { (lines($0) - meanLines) * (lines($0) - meanLines) }
    guard spread > 0, meanLines > 0 else { return nil }
    let slope = mean { (lines($0) - meanLines) * ($0.seconds - seconds) } / spread
    // Neither cost is negative.
    perLine = min(max(0, slope), seconds / meanLines)
    perBatch = seconds - perLine * meanLines
    self.countsUnchanged = countsUnchanged
  }

  private static func effective(_ lines: Int, _ unchangedShare: Double?) -> Double {
    Double(lines) * (unchangedShare.map(CodeGeneration.factor) ?? 1)
  }

  /// - Parameter unchangedShare: the share of the lines whose object code stays the same.
  func seconds(batches: Int, lines: Int, unchangedShare: Double) -> Double {
    Double(batches) * perBatch + Self.effective(lines, countsUnchanged ? unchangedShare : nil) * perLine
  }
}

extension CompilerCosts {
  /// Corrects estimates of incremental builds by what such builds took.
  /// - Parameters:
  ///   - timelines: of recorded incremental builds of the same workspace, the newest last. Those that compiled no Swift module
  ///     of the clean build do not count.
  ///   - lines: the current number of lines of a module's files, by name.
  ///   - isCounted: whether a module counts. SwiftPM compiles plugins while it plans, whatever changed.
  /// - Complexity: O(processes of all builds).
  package func corrected(
    by timelines: [Timeline], lines: (ModuleID) -> [String: Int], isCounted: (ModuleID) -> Bool
  ) -> CompilerCosts {
    var corrected = self
    corrected.learn(from: timelines, lines: lines)
    corrected.ratio = IncrementalRatio(
      timelines.compactMap { corrected.ratio(of: $0, lines, isCounted) }, fewest: startsTogether ? 1 : 3)
    corrected.rebuilds = timelines.map { MeasuredRebuild($0, costs: self, isCounted: isCounted) }
    return corrected
  }

  private mutating func learn(from timelines: [Timeline], lines: (ModuleID) -> [String: Int]) {
    var (plan, emit): ([ModuleID: [Double]], [ModuleID: [Double]]) = ([:], [:])
    var (batches, variants): ([ModuleID: [FittedCompilers.Batch]], [ModuleID: Int]) = ([:], [:])
    for (index, timeline) in timelines.enumerated() {
      let age = timelines.count - 1 - index
      var (planned, emitted): ([ModuleID: Double], [ModuleID: Double]) = ([:], [:])
      var (compiled, hasNewCode): ([ModuleID: Set<BuiltModule>], Set<ModuleID>) = ([:], [])
      for (id, job) in Self.compilers(of: timeline) {
        let seconds = Double(job.cpuMicroseconds) / 1e6
        switch job.kind {
        case .compile:
          if let variant = job.module { compiled[id, default: []].insert(variant) }
          if job.writtenObjects != 0 { hasNewCode.insert(id) }
          guard let known = Self.lines(of: job.files, in: lines(id)) else { continue }
          let written = job.writtenObjects.map { 1 - Double($0) / Double(max(1, job.fileCount)) }
          batches[id, default: []].append(.init(lines: known, seconds: seconds, age: age, unchangedShare: written))
        case .emitModule: emitted[id, default: 0] += seconds
        default: planned[id, default: 0] += seconds
        }
      }
      emittedAgain.formUnion(emitted.keys.filter { compiled[$0] == nil || hasNewCode.contains($0) })
      for (id, own) in compiled {
        plan[id, default: []].append(planned[id] ?? 0)
        emit[id, default: []].append(emitted[id] ?? 0)
        variants[id] = own.count
      }
    }
    for (id, own) in plan {
      incremental[id] = IncrementalCosts(
        plan: own, emit: emit[id] ?? [], batches: batches[id] ?? [], variants: variants[id] ?? 1)
    }
  }

  /// The processes of modules, without those that link.
  static func compilers(of timeline: Timeline) -> [(module: ModuleID, job: JobTiming)] {
    let (ids, linkers) = (modules(of: timeline), linkers(of: timeline))
    return timeline.jobs.enumerated().compactMap { index, job in
      guard job.kind != .link, !linkers.contains(index) else { return nil }
      return job.module.flatMap { ids[$0] }.map { ($0, job) }
    }
  }

  /// The lines of some files; `nil` unless all of them are known.
  private static func lines(of files: [String], in known: [String: Int]) -> Int? {
    let found = files.compactMap { known[$0] }
    return found.count == files.count && !found.isEmpty ? found.reduce(0, +) : nil
  }

  /// Measured ÷ estimated CPU time of the compilers of a build; `nil` if there are none.
  private func ratio(
    of timeline: Timeline, _ lines: (ModuleID) -> [String: Int], _ isCounted: (ModuleID) -> Bool
  ) -> Double? {
    var (seconds, processes): ([ModuleID: Double], [ModuleID: Int]) = ([:], [:])
    var files: [ModuleID: Set<String>] = [:]
    for (id, job) in Self.compilers(of: timeline) {
      guard job.kind == .compile else { continue }
      seconds[id, default: 0] += Double(job.cpuMicroseconds) / 1e6
      files[id, default: []].formUnion(job.files)
      processes[id, default: 0] += 1
    }
    // Sorted, since sums of floating-point numbers depend on their order.
    let known = files.sorted { $0.key < $1.key }.compactMap { id, names in
      isCounted(id) ? recompiled(id, files: names, lines: lines(id)).map { (id, $0) } : nil
    }
    let estimated = known.compactMap { uncorrectedWork(of: $0.1, processes: processes[$0.0])?.compile }.reduce(0, +)
    let measured = known.compactMap { seconds[$0.0] }.reduce(0, +)
    return estimated > 0 && measured > 0 ? measured / estimated : nil
  }
}
