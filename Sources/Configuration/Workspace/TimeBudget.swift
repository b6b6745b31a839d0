/// A duration as users write it: `90s`, `15m`, `1.5h` or `1h30m`.
package struct TimeBudget: Hashable, Sendable {
  /// Above 0.
  package let seconds: Double

  /// - Returns: `nil` for invalid text, such as a number without a unit, for a duration of zero, and for one of more
  ///   than 366 days.
  package init?(_ text: String) {
    var total = 0.0
    var number = ""
    for character in text {
      if character.isASCII, character.isNumber || character == "." {
        number.append(character)
      } else if let factor = Self.factors[character], let count = Double(number) {
        total += count * factor
        number = ""
      } else {
        return nil
      }
    }
    guard number.isEmpty, total > 0, total <= Self.largest else { return nil }
    seconds = total
  }

  private static let factors: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
  /// A year, in seconds; a longer duration is assumed to be a mistake.
  private static let largest = 366.0 * 24 * 3600
}
