import Reports

/// The progress of a benchmark in one line: how far it is, how long the current build has been running, and the
/// remaining time.
package struct BuildingLine: Sendable {
  /// Counted from 1.
  package let index: Int
  /// `nil` if the rounds may end early.
  package let count: Int?
  /// As in `round 2 of 6: CartApp`.
  package let words: String
  /// As in `round 2 of 6: 12 builds in turns`, for windows that are too narrow for the names of all; `nil` for one build.
  package var shortWords: String?
  /// As in `about` or `at most`.
  package let about: String
  /// The time for this build and all later ones, from the start of this build; `nil` if it is not known.
  package let remainingSeconds: Double?

  private static let barColumns = 20

  /// - Parameters:
  ///   - columns: the width of the window, of which the last column is not used.
  ///   - seconds: the time since the build began.
  package func text(columns: Int, after seconds: Double) -> String {
    let place = count.map { "\(index)/\($0)" } ?? "\(index)"
    let own = seconds < 1 ? "" : "  \(Figures.roughly(seconds.rounded(.down)))"
    let left = remainingSeconds.map { " · \(about) \(Figures.roughly(max(1, $0 - seconds))) left" } ?? ""
    let bar = count.map { Self.bar(Double(index - 1) / Double(max(1, $0))) + " " } ?? ""
    let short = shortWords ?? words
    let candidates = [
      "\(bar)\(place)  \(words)\(own)\(left)", "\(bar)\(place)  \(short)\(own)\(left)",
      "\(place)  \(short)\(own)\(left)", "\(place)  \(short)\(own)",
    ]
    let fitting = candidates.first { $0.terminalWidth < columns } ?? candidates[3]
    return Self.cut(fitting, to: columns - 1)
  }

  private static func bar(_ share: Double) -> String {
    let full = Int((share * Double(barColumns)).rounded(.down))
    return String(repeating: "█", count: full) + String(repeating: "░", count: barColumns - full)
  }

  private static func cut(_ text: String, to columns: Int) -> String {
    guard text.terminalWidth > columns else { return text }
    var width = 1
    return String(
      text.prefix { character in
        width += character.terminalWidth
        return width <= columns
      }) + "…"
  }
}
