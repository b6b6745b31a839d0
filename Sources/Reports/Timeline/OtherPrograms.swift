import BuildAnalysis

/// The note on a recorded build during which other programs used the processors, wherever something is based on it.
enum OtherPrograms {
  /// - Parameter share: the share of the cores' time that other programs used; `nil` if unknown.
  /// - Returns: `nil` if it is too small to matter.
  static func note(_ share: Double?) -> Phrase? {
    guard let share, share > BuildNoise.largestOutsideShare else { return nil }
    return
      "Other programs used \(Figure.percent(share)) of the cores during the recorded build, which made everything "
      + "longer: record it again on an idle machine before drawing conclusions."
  }
}
