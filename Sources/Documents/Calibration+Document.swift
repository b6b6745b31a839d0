package import BuildAnalysis

extension Calibration: Document {
  package static let schema = Schema("calibration", version: 1)
  package static let title = "a calibration"
  package static let origin = "what `modgauge calibrate --format json` wrote"
}
