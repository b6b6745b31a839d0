extension Figures {
  /// The day in UTC, as in `2026-02-03`.
  ///
  /// Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”, `civil_from_days`.
  /// - Parameter time: in seconds since 1970.
  package static func date(_ time: Int) -> String {
    let days = (time - (time % 86_400 + 86_400) % 86_400) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let (day, month) = (dayOfYear - (153 * shifted + 2) / 5 + 1, shifted < 10 ? shifted + 3 : shifted - 9)
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(year)-\(padded(month))-\(padded(day))"
  }
}
