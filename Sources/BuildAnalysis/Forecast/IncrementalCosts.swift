import BuildTrace
import CMath
package import ModuleGraph

/// What the compilers of one module take in incremental builds: CPU seconds that do not depend on the compiled files, those
/// of each batch of files, and those of each line.
struct IncrementalCosts {
  /// Of the driver, and of emitting the module.
  let overhead: Double
  /// How often the newest build compiled the module, for example once for a product and once for a plugin.
  let variants: Int
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
  private static let newest = 5

  /// - Parameters:
  ///   - overheads: of one build each, the newest last.
  ///   - batches: of all variants.
  /// - Returns: `nil` if these builds are too few.
  init?(overheads: [Double], batches: [Batch], variants: Int = 1) {
    guard let overhead = overheads.suffix(Self.newest).median, batches.count >= Self.fewestBatches else { return nil }
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
    (self.overhead, self.variants, self.countsUnchanged) = (overhead, variants, countsUnchanged)
  }

  private static func effective(_ lines: Int, _ unchangedShare: Double?) -> Double {
    Double(lines) * (unchangedShare.map(CodeGeneration.factor) ?? 1)
  }

  /// - Parameter unchangedShare: the share of the lines whose object code stays the same.
  func seconds(batches: Int, lines: Int, unchangedShare: Double) -> Double {
    overhead + Double(batches) * perBatch + Self.effective(lines, countsUnchanged ? unchangedShare : nil) * perLine
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
    corrected.ratio = IncrementalRatio(timelines.compactMap { corrected.ratio(of: $0, lines, isCounted) })
    return corrected
  }

  private mutating func learn(from timelines: [Timeline], lines: (ModuleID) -> [String: Int]) {
    var (overheads, batches): ([ModuleID: [Double]], [ModuleID: [IncrementalCosts.Batch]]) = ([:], [:])
    var variants: [ModuleID: Int] = [:]
    for (index, timeline) in timelines.enumerated() {
      let age = timelines.count - 1 - index
      var (builds, compiled): ([ModuleID: Double], [ModuleID: Set<BuiltModule>]) = ([:], [:])
      for (id, job) in Self.compilers(of: timeline) {
        let seconds = Double(job.cpuMicroseconds) / 1e6
        guard job.kind == .compile else {
          builds[id, default: 0] += seconds
          continue
        }
        if let variant = job.module { compiled[id, default: []].insert(variant) }
        if let known = Self.lines(of: job.files, in: lines(id)) {
          let written = job.writtenObjects.map { 1 - Double($0) / Double(max(1, job.fileCount)) }
          batches[id, default: []].append(.init(lines: known, seconds: seconds, age: age, unchangedShare: written))
        }
      }
      for (id, own) in compiled {
        overheads[id, default: []].append(builds[id] ?? 0)
        variants[id] = own.count
      }
    }
    for (id, own) in batches {
      incremental[id] = IncrementalCosts(
        overheads: overheads[id] ?? [], batches: own, variants: variants[id] ?? 1)
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

  /// Measured ÷ estimated CPU time of the modules that a build compiled; `nil` if there are none.
  private func ratio(
    of timeline: Timeline, _ lines: (ModuleID) -> [String: Int], _ isCounted: (ModuleID) -> Bool
  ) -> Double? {
    var (seconds, processes): ([ModuleID: Double], [ModuleID: Int]) = ([:], [:])
    var files: [ModuleID: Set<String>] = [:]
    for (id, job) in Self.compilers(of: timeline) {
      seconds[id, default: 0] += Double(job.cpuMicroseconds) / 1e6
      guard job.kind == .compile else { continue }
      files[id, default: []].formUnion(job.files)
      processes[id, default: 0] += 1
    }
    // Sorted, since sums of floating-point numbers depend on their order.
    let known = files.sorted { $0.key < $1.key }.compactMap { id, names in
      isCounted(id) ? recompiled(id, files: names, lines: lines(id)).map { (id, $0) } : nil
    }
    let estimated = known.compactMap { uncorrectedSeconds(of: $0.1, processes: processes[$0.0]) }.reduce(0, +)
    let measured = known.compactMap { seconds[$0.0] }.reduce(0, +)
    return estimated > 0 && measured > 0 ? measured / estimated : nil
  }
}
