import BuildTrace
import CMath
package import ModuleGraph

/// What the compilers of one module take in incremental builds: CPU seconds that do not depend on the compiled files, those
/// of each batch of files, and those of each line.
struct IncrementalCosts {
  /// Of the driver, and of emitting the module.
  let overhead: Double
  private let perBatch: Double
  private let perLine: Double

  /// A process that compiles Swift files, and by how many builds its own is older than the newest.
  typealias Batch = (lines: Int, seconds: Double, age: Int)

  /// With fewer batches, or with batches of equal size, the two costs cannot be told apart.
  private static let fewestBatches = 8
  /// Modules change: the weight of a build relative to that of the next one.
  private static let fading = 0.9
  private static let newest = 5

  /// - Parameter overheads: of one build each, the newest last.
  /// - Returns: `nil` if these builds are too few.
  init?(overheads: [Double], batches: [Batch]) {
    guard let overhead = overheads.suffix(Self.newest).median, batches.count >= Self.fewestBatches else { return nil }
    let weights = batches.map { pow(Self.fading, Double($0.age)) }
    let all = weights.reduce(0, +)
    func mean(_ value: (Batch) -> Double) -> Double {
      zip(batches, weights).reduce(0) { $0 + value($1.0) * $1.1 } / all
    }
    let (lines, seconds) = (mean { Double($0.lines) }, mean(\.seconds))
    let spread = mean { (Double($0.lines) - lines) * (Double($0.lines) - lines) }
    guard spread > 0, lines > 0 else { return nil }
    let slope = mean { (Double($0.lines) - lines) * ($0.seconds - seconds) } / spread
    // Neither cost is negative.
    perLine = min(max(0, slope), seconds / lines)
    perBatch = seconds - perLine * lines
    self.overhead = overhead
  }

  func seconds(batches: Int, lines: Int) -> Double {
    overhead + Double(batches) * perBatch + Double(lines) * perLine
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
    for (index, timeline) in timelines.enumerated() {
      let age = timelines.count - 1 - index
      var (builds, compiled): ([ModuleID: Double], Set<ModuleID>) = ([:], [])
      for (id, job) in Self.compilers(of: timeline) {
        let seconds = Double(job.cpuMicroseconds) / 1e6
        guard job.kind == .compile else {
          builds[id, default: 0] += seconds
          continue
        }
        compiled.insert(id)
        if let known = Self.lines(of: job.files, in: lines(id)) {
          batches[id, default: []].append((known, seconds, age))
        }
      }
      for id in compiled { overheads[id, default: []].append(builds[id] ?? 0) }
    }
    for (id, own) in batches {
      modules[id]?.incremental = IncrementalCosts(overheads: overheads[id] ?? [], batches: own)
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
    var (seconds, files): ([ModuleID: Double], [ModuleID: Set<String>]) = ([:], [:])
    for (id, job) in Self.compilers(of: timeline) {
      seconds[id, default: 0] += Double(job.cpuMicroseconds) / 1e6
      if job.kind == .compile { files[id, default: []].formUnion(job.files) }
    }
    // Sorted, since sums of floating-point numbers depend on their order.
    let known = files.sorted { $0.key < $1.key }.compactMap { id, names in
      isCounted(id) ? recompiled(id, files: names, lines: lines(id)).map { (id, $0) } : nil
    }
    let estimated = known.compactMap { uncorrectedSeconds(of: $0.1) }.reduce(0, +)
    let measured = known.compactMap { seconds[$0.0] }.reduce(0, +)
    return estimated > 0 && measured > 0 ? measured / estimated : nil
  }
}
