package import BuildAnalysis
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
  /// CPU seconds of compilers per line, which even one batch shows: the median of all batches; `nil` without lines.
  let compilePerLine: Double?
  /// Whether several builds show it: the first one of a new module may also prepare what later ones find made.
  private let isRepeated: Bool

  private static let newest = 5
  private static let fewestRepetitions = 3

  /// - Parameters:
  ///   - plan: of one build each, the newest last, as is `emit`.
  ///   - batches: of all variants.
  /// - Returns: `nil` without builds.
  init?(plan: [Double], emit: [Double], batches: [FittedCompilers.Batch], variants: Int = 1) {
    guard let plan = plan.suffix(Self.newest).median, let emit = emit.suffix(Self.newest).median else { return nil }
    (self.plan, self.emit, self.variants, compilers) = (plan, emit, variants, FittedCompilers(batches))
    compilePerLine = batches.filter { $0.lines > 0 }.map { $0.seconds / Double($0.lines) }.median
    isRepeated = Set(batches.map(\.age)).count >= Self.fewestRepetitions
  }

  /// CPU seconds of compilers per line, of all variants; `nil` if unknown.
  /// - Parameter usual: that of other modules.
  func secondsPerLine(usually usual: Double?) -> Double? {
    guard let compilePerLine else { return nil }
    let own = compilePerLine * Double(variants)
    return isRepeated ? own : min(own, usual ?? own)
  }
}

/// What the compilers of one module take in incremental builds: CPU seconds of each batch of files, and of each line.
struct FittedCompilers {
  private let perBatch: Double
  private let perLine: Double

  /// By what share lines cost less if the code of their file stayed the same; `nil` if recordings do not say which objects were
  /// written.
  let generation: Double?

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
    let isKnown = batches.allSatisfy { $0.unchangedShare != nil }
    // The share differs between packages: 10 to 15 % in ZIPFoundation, 50 % in swift-argument-parser.
    let shares = isKnown ? [CodeGeneration.share] + stride(from: 0, through: 0.6, by: 0.05) : [0]
    let lines = shares.compactMap { Line(batches, generation: $0) }
    guard let best = lines.min(by: { $0.doubt < $1.doubt }) else { return nil }
    (perBatch, perLine, generation) = (best.perBatch, best.perLine, isKnown ? best.generation : nil)
  }

  /// The line through batches of different length, if code generation takes some share of the time for each line.
  private struct Line {
    let perBatch: Double
    let perLine: Double
    let generation: Double
    /// Less for a more probable line: minus twice the logarithm of its likelihood, and of that of its share.
    let doubt: Double

    /// How much the shares of packages differ from ``CodeGeneration/share``.
    private static let deviation = 0.15

    init?(_ batches: [Batch], generation: Double) {
      let weights = batches.map { pow(FittedCompilers.fading, Double($0.age)) }
      let all = weights.reduce(0, +)
      func lines(_ batch: Batch) -> Double {
        Double(batch.lines) * (1 - generation * (batch.unchangedShare ?? 0))
      }
      func mean(_ value: (Batch) -> Double) -> Double {
        zip(batches, weights).reduce(0) { $0 + value($1.0) * $1.1 } / all
      }
      let (meanLines, seconds) = (mean(lines), mean(\.seconds))
      let spread = mean { (lines($0) - meanLines) * (lines($0) - meanLines) }
      guard spread > 0, meanLines > 0 else { return nil }
      let slope = mean { (lines($0) - meanLines) * ($0.seconds - seconds) } / spread
      // Neither cost is negative.
      let perLine = min(max(0, slope), seconds / meanLines)
      let perBatch = seconds - perLine * meanLines
      let error = mean { batch in
        let difference = batch.seconds - perBatch - perLine * lines(batch)
        return difference * difference
      }
      let surprise = (generation - CodeGeneration.share) / Self.deviation
      (self.perBatch, self.perLine, self.generation) = (perBatch, perLine, generation)
      doubt = all * log(max(error, 1e-6)) + surprise * surprise
    }
  }

  /// - Parameter unchangedShare: the share of the lines whose object code stays the same.
  func seconds(batches: Int, lines: Int, unchangedShare: Double) -> Double {
    Double(batches) * perBatch + Double(lines) * (1 - (generation ?? 0) * unchangedShare) * perLine
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
    corrected.rebuilds = timelines.map { MeasuredRebuild($0, isCounted: isCounted) }
    corrected.learn(lines)
    let compared = corrected.rebuilds.map { corrected.compared($0, lines) }
    corrected.ratio = IncrementalRatio(
      compared.compactMap { Self.ratio(of: $0) }, fewest: startsTogether ? 1 : 3)
    for (id, own) in Dictionary(grouping: compared.joined(), by: \.module) {
      corrected.moduleRatios[id] = own.compactMap { one in Self.ratio(of: [one]).map { ($0, one.share) } }
    }
    return corrected
  }

  private mutating func learn(_ lines: (ModuleID) -> [String: Int]) {
    var builds: [ModuleID: [(age: Int, found: MeasuredRebuild.Module)]] = [:]
    for (index, build) in rebuilds.enumerated() {
      for (id, found) in build.modules {
        if found.emit > 0, found.compilers.isEmpty || found.hasNewCode { emittedAgain.insert(id) }
        if found.emit == 0, found.compilers.isEmpty { emittedAgain.remove(id) }
        if !found.compilers.isEmpty { builds[id, default: []].append((rebuilds.count - 1 - index, found)) }
      }
    }
    for (id, own) in builds {
      let known = lines(id)
      let batches = own.flatMap { age, found in
        found.swiftCompilers.compactMap { job -> FittedCompilers.Batch? in
          let written = job.writtenObjects.map { 1 - Double($0) / Double(max(1, job.fileCount)) }
          return Self.lines(of: job.files, in: known).map {
            .init(lines: $0, seconds: Double(job.cpuMicroseconds) / 1e6, age: age, unchangedShare: written)
          }
        }
      }
      incremental[id] = IncrementalCosts(
        plan: own.map(\.found.plan), emit: own.map(\.found.emit), batches: batches,
        variants: own.last?.found.variants ?? 1)
    }
  }

  /// The lines of some files; `nil` unless all of them are known.
  private static func lines(of files: [String], in known: [String: Int]) -> Int? {
    let found = files.compactMap { known[$0] }
    return found.count == files.count && !found.isEmpty ? found.reduce(0, +) : nil
  }

  /// The CPU seconds of a module's Swift compilers in a build, and the share of its files that they compiled.
  private typealias Compared = (module: ModuleID, estimated: Double, measured: Double, share: Double)

  /// What the Swift compilers of a build were estimated to cost, and what they cost.
  private func compared(_ build: MeasuredRebuild, _ lines: (ModuleID) -> [String: Int]) -> [Compared] {
    build.modules.compactMap { id, found in
      let compilers = found.swiftCompilers
      let files = Set(compilers.flatMap(\.files))
      let written = compilers.compactMap(\.writtenObjects)
      let share = Double(written.reduce(0, +)) / Double(max(1, compilers.reduce(0) { $0 + $1.fileCount }))
      let writtenShare = written.count == compilers.count ? share : nil
      guard !compilers.isEmpty,
        let own = recompiled(id, files: files, lines: lines(id), writtenShare: writtenShare)
      else { return nil }
      let estimated = uncorrectedWork(of: own, processes: compilers.count)?.compile ?? 0
      let measured = compilers.reduce(0) { $0 + Double($1.cpuMicroseconds) / 1e6 }
      return (id, estimated, measured, Double(own.compiledFiles) / Double(max(1, own.files)))
    }
  }

  /// Measured ÷ estimated; `nil` if one of them is unknown.
  private static func ratio(of compared: [Compared]) -> Double? {
    let (estimated, measured) = (compared.reduce(0) { $0 + $1.estimated }, compared.reduce(0) { $0 + $1.measured })
    return estimated > 0 && measured > 0 ? measured / estimated : nil
  }
}
