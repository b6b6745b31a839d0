package import BuildAnalysis

extension Calibration: Document {
  package static let schema = Schema("calibration", version: 1)
  package static let title = "a calibration"
  package static let origin = "what `modgauge calibrate --format json` wrote"

  private enum CheckedKeys: String, CodingKey {
    case date
  }

  package init(from decoder: any Decoder, version: Int) throws {
    _ = try decoder.container(keyedBy: CheckedKeys.self).decode(UTCTime.self, forKey: .date)
    try self.init(from: decoder)
  }
}
