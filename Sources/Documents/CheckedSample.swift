import BuildAnalysis

/// A sample from a file. Decoding fails if a duration, a size or the number of tasks is negative.
struct CheckedSample: Decodable {
  let sample: Sample

  private enum CodingKeys: String, CodingKey {
    case offsetSeconds, seconds, elapsedSeconds, cpuSeconds, peakBytes, tasks, linkSeconds, productBytes
  }

  init(from decoder: any Decoder) throws {
    sample = try Sample(from: decoder)
    // Decoding these keys again in a second container would take half as long as decoding the sample.
    guard let key = Self.negativeFigure(of: sample) else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath + [key], debugDescription: "it is negative"))
  }

  private static func negativeFigure(of sample: Sample) -> CodingKeys? {
    if sample.offsetSeconds < 0 { return .offsetSeconds }
    if let seconds = sample.seconds, seconds < 0 { return .seconds }
    if let seconds = sample.elapsedSeconds, seconds < 0 { return .elapsedSeconds }
    if let seconds = sample.cpuSeconds, seconds < 0 { return .cpuSeconds }
    if let bytes = sample.peakBytes, bytes < 0 { return .peakBytes }
    if let tasks = sample.tasks, tasks < 0 { return .tasks }
    if let seconds = sample.linkSeconds, seconds < 0 { return .linkSeconds }
    if let bytes = sample.productBytes, bytes < 0 { return .productBytes }
    return nil
  }
}
