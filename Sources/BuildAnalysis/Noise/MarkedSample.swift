/// A sample as a run writes it: with the marks that follow from what was measured, for readers that do not judge.
struct MarkedSample: Encodable {
  let sample: Sample
  let isReplaced: Bool

  private enum CodingKeys: String, CodingKey {
    case disturbances, replaced
  }

  func encode(to encoder: any Encoder) throws {
    try sample.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let noise = sample.noise, sample.isDisturbed {
      try container.encode(noise.disturbances, forKey: .disturbances)
    }
    if isReplaced { try container.encode(true, forKey: .replaced) }
  }
}

extension Run {
  var markedSamples: [MarkedSample] {
    let replaced = replacedSamples
    return samples.indices.map { MarkedSample(sample: samples[$0], isReplaced: replaced.contains($0)) }
  }
}
