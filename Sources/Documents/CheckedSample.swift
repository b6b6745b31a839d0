import BuildAnalysis

/// A sample from a file, none of whose durations and sizes is negative.
struct CheckedSample: Decodable {
  let sample: Sample

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case offsetSeconds, seconds, elapsedSeconds, cpuSeconds, peakBytes, linkSeconds, productBytes
  }

  init(from decoder: any Decoder) throws {
    sample = try Sample(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for key in CodingKeys.allCases {
      guard let figure = try container.decodeIfPresent(Double.self, forKey: key), figure < 0 else { continue }
      throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "it is negative")
    }
  }
}
