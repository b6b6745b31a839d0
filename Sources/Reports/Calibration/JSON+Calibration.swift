package import BuildAnalysis

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSON {
  /// `modgauge.calibration/1`.
  package static func calibration(_ calibration: Calibration) throws -> String { try pretty(calibration) }

  /// Reads what `calibration(_:)` wrote.
  /// - Throws: `JSON.Malformed`.
  package static func calibration(from bytes: [UInt8]) throws(Malformed) -> Calibration {
    let read: Calibration
    do { read = try JSONDecoder().decode(Calibration.self, from: Data(bytes)) } catch { throw Malformed(error) }
    guard read.schema == Calibration.schema else {
      throw Malformed(reason: "expected \(Calibration.schema), found \(read.schema)")
    }
    return read
  }
}
