extension Int {
  /// For example `1,234`.
  package var grouped: String {
    let digits = String(magnitude)
    let grouped = digits.reversed().enumerated().reduce(into: "") { result, digit in
      if digit.offset > 0, digit.offset.isMultiple(of: 3) { result.append(",") }
      result.append(digit.element)
    }
    return (self < 0 ? "−" : "") + String(grouped.reversed())
  }

  /// For example `1 round` or `1,234 rounds`.
  /// - Parameter plural: by default the noun with an `s`.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(grouped) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
