/// Text in YAML, as in configurations and files of proposals.
package enum YAML {
  /// A string as a scalar, quoted if necessary.
  static func scalar(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "_/.+-".unicodeScalars.contains(scalar))
    }
    guard !isPlain || text.unicodeScalars.first?.properties.isAlphabetic != true else { return text }
    let escaped = text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.properties.generalCategory == .control {
        result += "\\u" + String(String(0x1_0000 + scalar.value, radix: 16).dropFirst())
        return
      }
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return "\"\(escaped)\""
  }
}
