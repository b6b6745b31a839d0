package enum Shell {
  /// An argument as a word that a shell reads unchanged.
  package static func word(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.hasOnlyLettersDigits(and: "_-./:=@%+,")
    return isPlain ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
  }

  static func quoted(_ arguments: [String]) -> String { arguments.map(word).joined(separator: " ") }
}

extension String {
  /// Of ASCII.
  func hasOnlyLettersDigits(and signs: String) -> Bool {
    unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || signs.unicodeScalars.contains(scalar))
    }
  }
}
