extension Collection<String> {
  /// As in `App, Core and Kit`.
  package var inSentence: String {
    dropLast(2).map { $0 + ", " }.joined() + suffix(2).joined(separator: " and ")
  }

  /// As in `App, Core and 1,234 more`.
  /// - Parameter most: the number of names that are written before the others are counted.
  package func listed(atMost most: Int) -> String {
    prefix(most).joined(separator: ", ") + (count > most ? " and \((count - most).grouped) more" : "")
  }

  /// As in `App, Core, …`.
  /// - Parameter most: the number of names that are written.
  package func shortened(to most: Int) -> String {
    prefix(most).joined(separator: ", ") + (count > most ? ", …" : "")
  }

  /// As in ` Did you mean “Core” or “Code”?`, to follow a sentence; empty if there are no names.
  package var suggestion: String { isEmpty ? "" : " Did you mean \(alternatives)?" }

  /// As in `; did you mean “Core” or “Code”?`, to end a sentence; empty if there are no names.
  package var suggestionInSentence: String { isEmpty ? "" : "; did you mean \(alternatives)?" }

  private var alternatives: String { map { "“\($0)”" }.joined(separator: " or ") }
}
