/// Whether compared builds of a round run interleaved, in short turns.
package enum TurnTaking: String, Sendable, Hashable, Codable {
  /// Only if the machine is noisy and turns do not distort the figures.
  case auto
  case on
}
