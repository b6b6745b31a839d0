/// In documents, a span is an array of its start and end in seconds, to the millisecond.
extension Span: Codable {
  package init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let bounds = [try container.decode(Double.self), try container.decode(Double.self)]
    guard container.isAtEnd, 0 <= bounds[0], bounds[0] <= bounds[1], bounds[1] <= Self.longest else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a span is an array of two times in seconds, the start and a later end"))
    }
    self.init(Int((bounds[0] * 1e9).rounded()), Int((bounds[1] * 1e9).rounded()))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(rounded.startSeconds)
    try container.encode(rounded.endSeconds)
  }

  /// No build takes a century, whose nanoseconds an integer can hold.
  private static let longest = 3e9

  /// As it is after it was written and read.
  var rounded: Span {
    func rounded(_ nanoseconds: Int) -> Int { (nanoseconds + 500_000) / 1_000_000 * 1_000_000 }
    return Span(rounded(startNanoseconds), rounded(endNanoseconds))
  }
}
