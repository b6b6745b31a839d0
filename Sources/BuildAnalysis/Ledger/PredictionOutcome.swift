/// How far a saved prediction was off, and why.
///
/// A prediction is about a ratio: the proposed structure against the recorded one. So it is held against the measured
/// ratio; how much slower or faster the machine builds the unchanged structure than when it was recorded is told apart.
package struct PredictionOutcome: Sendable {
  package let prediction: SavedPrediction
  package let settlement: Settlement

  package init(_ prediction: SavedPrediction, _ settlement: Settlement) {
    (self.prediction, self.settlement) = (prediction, settlement)
  }

  /// Predicted ÷ measured ratio of wall time, less 1: positive if the build became faster than predicted.
  package var relativeError: Double { prediction.ratio / settlement.wall.ratio - 1 }

  /// The same of CPU time; `nil` if it was not measured.
  package var cpuRelativeError: Double? {
    settlement.cpu.map { prediction.cpuSeconds.value / prediction.measured.cpuSeconds / $0.ratio - 1 }
  }

  /// The wall time that the recorded machine would have taken: the measured ratio applied to the recorded build.
  package var comparableSeconds: Double { prediction.measured.seconds * settlement.wall.ratio }

  /// Whether the interval of the prediction holds that time.
  package var isWithinInterval: Bool {
    (prediction.seconds.low...max(prediction.seconds.low, prediction.seconds.high)).contains(comparableSeconds)
  }

  /// How many times as long the unchanged structure took as when it was recorded.
  package var pace: Double { settlement.wall.base / prediction.measured.seconds }
  /// The same of CPU time; `nil` if it was not measured.
  package var cpuPace: Double? { settlement.cpu.map { $0.base / prediction.measured.cpuSeconds } }

  /// Whether it tells how good predictions are: the predicted structure was built, and not in a session that tells
  /// nothing.
  package var counts: Bool { !settlement.headMismatch.isOtherStructure && settlement.wall.verdict != .noisy }

  /// A module that cost more or less than predicted.
  package struct ModuleCost: Sendable, Hashable {
    package let module: String
    package let predictedCPUSeconds: Double
    /// At the pace of the recorded build.
    package let cpuSeconds: Double

    package var difference: Double { cpuSeconds - predictedCPUSeconds }
  }

  /// The modules that cost noticeably more or less than predicted, the greatest difference first; `nil` unless builds
  /// were recorded.
  package var moduleCosts: [ModuleCost]? {
    guard let found = settlement.moduleCPUSeconds, let pace = cpuPace, pace > 0 else { return nil }
    let costs = prediction.after.modules.compactMap { module in
      module.cpuSeconds.flatMap { predicted in
        found[module.name].map {
          ModuleCost(module: module.name, predictedCPUSeconds: predicted, cpuSeconds: $0 / pace)
        }
      }
    }
    let least = Self.noticeableShare * prediction.cpuSeconds.value
    return costs.filter { abs($0.difference) >= least }.sorted {
      (-abs($0.difference), $0.module) < (-abs($1.difference), $1.module)
    }
  }

  /// The part of the build's CPU time from which on a module's difference is named.
  private static let noticeableShare = 0.01
}

/// How good the settled predictions of a workspace were.
package struct PredictionRecord: Sendable, Hashable, Encodable {
  /// The number of predictions that were settled and count.
  package let settled: Int
  /// Of the errors of wall time, without their signs.
  package let medianRelativeError: Double
  package let largestRelativeError: Double
  /// How many of them were within their intervals.
  package let withinInterval: Int

  /// - Parameter outcomes: of which only those count that tell something.
  /// - Returns: `nil` if none does.
  package init?(_ outcomes: [PredictionOutcome]) {
    let counting = outcomes.filter(\.counts)
    let errors = counting.map { abs($0.relativeError) }
    guard let median = errors.median, let largest = errors.max() else { return nil }
    settled = counting.count
    (medianRelativeError, largestRelativeError) = (median, largest)
    withinInterval = counting.count(where: \.isWithinInterval)
  }
}
