/// Text in YAML, as in configurations and files of proposals.
package enum YAML {
  /// A string as a scalar, quoted if necessary.
  static func scalar(_ text: String) -> String {
    let isPlain = text.hasOnlyLettersDigits(and: "_/.+-")
    guard !isPlain || text.unicodeScalars.first?.properties.isAlphabetic != true else { return text }
    let escaped = text.escaping { scalar in
      if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
      return scalar.isControl ? "\\u" + String(String(0x1_0000 + scalar.value, radix: 16).dropFirst()) : nil
    }
    return "\"\(escaped)\""
  }
}
