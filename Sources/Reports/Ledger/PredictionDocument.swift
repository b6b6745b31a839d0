package import Documents
import BuildAnalysis
package import Foresight
import ModuleGraph

/// `modgauge.prediction/1`: a saved prediction, the measurements made after its change was implemented, and hashes that
/// show whether either was edited later.
package struct PredictionDocument: Document {
  // The hashes cover the keys that this version writes, so adding a key to a prediction requires a new version.
  package static let schema = Schema("prediction", version: 1)
  package static let title = "a saved prediction"
  package static let origin = "what `modgauge what-if --save` wrote"

  package let prediction: SavedPrediction
  /// The SHA-256 of the prediction as JSON with sorted keys on one line, in hexadecimal digits.
  package let sha256: String
  /// The measurements, in the order in which they were made; the last one counts.
  package private(set) var settlements: [Settlement]
  /// The SHA-256 of the prediction's hash followed by the settlements as JSON; `nil` without settlements.
  package private(set) var settlementsSHA256: String?

  package init(_ prediction: SavedPrediction) throws {
    self.prediction = prediction
    sha256 = try Self.hash(prediction)
    settlements = []
  }

  /// Adds a measurement, and updates the hash of the settlements.
  /// - Throws: `EncodingError` if a figure is not finite.
  package mutating func settle(_ settlement: Settlement) throws {
    settlements.append(settlement)
    settlementsSHA256 = try Self.hash(settlements, after: sha256)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    prediction = try container.decode(SavedPrediction.self, forKey: .prediction)
    sha256 = try container.decode(String.self, forKey: .sha256)
    settlements = try container.decodeIfPresent([Settlement].self, forKey: .settlements) ?? []
    settlementsSHA256 = try container.decodeIfPresent(String.self, forKey: .settlementsSHA256)
    guard ([prediction.made] + settlements.map(\.settled)).allSatisfy(UTCTime.isValid) else {
      throw DecodingError.dataCorruptedError(
        forKey: .prediction, in: container,
        debugDescription: "it contains a time of another form than 2026-02-03T04:05:06Z")
    }
    guard hasPossibleFigures else {
      throw DecodingError.dataCorruptedError(
        forKey: .prediction, in: container, debugDescription: "it contains seconds or lines that no build has")
    }
  }

  private static let seconds = 1e-6...1e8
  private static let lines = 0...(1 << 40)

  /// Whether figures can be divided and subtracted. What saves a prediction writes no others, but other programs can.
  private var hasPossibleFigures: Bool {
    let walls = settlements.map(\.wall)
    let divisors = [prediction.measured.seconds] + walls.flatMap { [$0.base, $0.head, $0.ratio] }
    let modules = prediction.before.modules + prediction.after.modules
    return divisors.allSatisfy(Self.seconds.contains) && abs(prediction.seconds.value) <= Self.seconds.upperBound
      && modules.allSatisfy { Self.lines.contains($0.lines ?? 0) }
  }

  /// Whether the prediction and the settlements match their hashes.
  package var isIntact: Bool {
    guard let own = try? Self.hash(prediction), own == sha256 else { return false }
    return settlements.isEmpty
      ? settlementsSHA256 == nil : (try? Self.hash(settlements, after: sha256)) == settlementsSHA256
  }

  package var outcome: PredictionOutcome? { settlements.last.map { PredictionOutcome(prediction, $0) } }

  private static func hash(_ content: some Encodable, after prefix: String = "") throws -> String {
    SHA256.hexadecimal(Array((prefix + (try JSONCodec.text(content, .inline))).utf8))
  }
}
