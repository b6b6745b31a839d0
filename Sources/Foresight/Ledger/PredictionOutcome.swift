import BuildAnalysis

/// The error of a saved prediction, and its causes.
///
/// A prediction is compared as a ratio (proposed ÷ recorded structure) with the measured ratio. How much slower or
/// faster the machine builds the unchanged structure than at the time of the recording is reported separately, as
/// ``pace``.
package struct PredictionOutcome: Sendable {
  package let prediction: SavedPrediction
  package let settlement: Settlement

  package init(_ prediction: SavedPrediction, _ settlement: Settlement) {
    (self.prediction, self.settlement) = (prediction, settlement)
  }

  /// Predicted ÷ measured ratio of wall time, minus 1: positive if the build is faster than predicted.
  package var relativeError: Double { prediction.ratio / settlement.wall.ratio - 1 }

  /// The same for CPU time; `nil` if it was not measured.
  package var cpuRelativeError: Double? {
    settlement.cpu.map { prediction.cpuSeconds.value / prediction.measured.cpuSeconds / $0.ratio - 1 }
  }

  /// The measured ratio applied to the recorded build: the wall time in seconds that compares with the prediction.
  package var comparableSeconds: Double { prediction.measured.seconds * settlement.wall.ratio }

  /// Whether ``comparableSeconds`` lies within the interval of the prediction.
  package var isWithinInterval: Bool {
    (prediction.seconds.low...max(prediction.seconds.low, prediction.seconds.high)).contains(comparableSeconds)
  }

  /// The wall time of the unchanged structure ÷ its wall time when it was recorded.
  package var pace: Double { settlement.wall.base / prediction.measured.seconds }
  /// The same for CPU time; `nil` if it was not measured.
  package var cpuPace: Double? { settlement.cpu.map { $0.base / prediction.measured.cpuSeconds } }

  /// Whether the outcome counts for the accuracy of predictions: the predicted structure was built, in a session that
  /// was long enough and not too noisy.
  package var counts: Bool {
    !settlement.headMismatch.isOtherStructure && ![.noisy, .tooFew].contains(settlement.wall.verdict)
  }

  /// The predicted and the measured cost of a module.
  package struct ModuleCost: Sendable, Hashable {
    package let module: String
    package let predictedCPUSeconds: Double
    /// Measured, and scaled to the pace of the recorded build.
    package let cpuSeconds: Double

    package var difference: Double { cpuSeconds - predictedCPUSeconds }
  }

  /// The modules that cost noticeably more or less than predicted, by decreasing size of the difference; `nil` unless
  /// builds were recorded.
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

  /// The share of the build's CPU time from which on a module's difference is reported.
  private static let noticeableShare = 0.01
}

/// The accuracy of a workspace's settled predictions.
package struct PredictionRecord: Sendable, Hashable, Encodable {
  /// The number of settled predictions that count.
  package let settled: Int
  /// The median of the absolute relative errors of wall time.
  package let medianRelativeError: Double
  package let largestRelativeError: Double
  /// The number of predictions whose interval contained the measured time.
  package let withinInterval: Int

  /// - Parameter outcomes: the outcomes; only those with ``PredictionOutcome/counts`` are included.
  /// - Returns: `nil` if none counts.
  package init?(_ outcomes: [PredictionOutcome]) {
    let counting = outcomes.filter(\.counts)
    let errors = counting.map { abs($0.relativeError) }
    guard let median = errors.median, let largest = errors.max() else { return nil }
    settled = counting.count
    (medianRelativeError, largestRelativeError) = (median, largest)
    withinInterval = counting.count(where: \.isWithinInterval)
  }
}
