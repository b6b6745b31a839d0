import ModuleGraph

/// Formats figures and counts in text. An absent figure is a dash, never a zero.
package enum Figures {
  static let absent = "–"

  /// For example `1,234`.
  package static func count(_ value: Int) -> String { value.grouped }

  static func count(_ value: Int?) -> String { value.map { count($0) } ?? absent }

  /// For example `1,234`, or `≥ 1,234` for a lower bound.
  static func count(_ tally: Tally?) -> String {
    tally.map { ($0.isExact ? "" : "≥ ") + count($0.value) } ?? absent
  }

  /// For example `1 round` or `1,234 rounds`.
  /// - Parameter plural: by default the noun with an `s`.
  package static func counted(_ value: Int, _ noun: String, _ plural: String? = nil) -> String {
    value.counted(noun, plural)
  }

  /// For example `1,234 lines` or `at least 1,234 lines`.
  static func counted(_ tally: Tally, _ noun: String) -> String {
    (tally.isExact ? "" : "at least ") + counted(tally.value, noun)
  }

  /// For example `2 min 10 s` or `1 h 20 min`; rounded to steps that fit the precision of an estimate.
  package static func roughly(_ seconds: Double) -> String {
    guard seconds < 9e12 else { return "\(seconds) s" }
    if seconds < 59.5 { return "\(max(1, Int(seconds.rounded()))) s" }
    let tens = Int((seconds / 10).rounded()) * 10
    if tens < 3600 { return parts(tens / 60, "min", tens % 60, "s") }
    let minutes = Int((seconds / 60).rounded())
    return parts(minutes / 60, "h", minutes % 60, "min")
  }

  private static func parts(_ whole: Int, _ unit: String, _ rest: Int, _ smallUnit: String) -> String {
    "\(count(whole)) \(unit)" + (rest == 0 ? "" : " \(rest) \(smallUnit)")
  }

  /// For example `166.3 s`; with two decimals below ten seconds, where one would be less precise than a hundredth.
  package static func seconds(_ value: Double?) -> String {
    guard let value else { return absent }
    return bareSeconds(value) + " s"
  }

  /// For example `1,234 MiB`, rounded down.
  static func mebibytes(_ bytes: Int?) -> String { bytes.map { count($0 / 1_048_576) + " MiB" } ?? absent }

  static func kibibytes(_ bytes: Int?) -> String { bytes.map { count($0 / 1024) + " KiB" } ?? absent }

  /// For example `0.49`.
  static func ratio(_ value: Double?) -> String { value.map { fixed($0, decimals: 2) } ?? absent }

  /// For example `5.6 %`, from a share from 0 to 1. Errors may be larger; the amount above ten times is meaningless.
  package static func percent(_ share: Double?) -> String {
    guard let share else { return absent }
    guard abs(share) < largestShare else { return share < 0 ? "< −1,000 %" : "> 1,000 %" }
    return fixed(share * 100, decimals: 1) + " %"
  }

  /// A relative change with a sign: `+3.1 %`, `−1.0 %`; from ten times on as a factor: `× 23.4`.
  static func signedPercent(_ change: Double) -> String {
    guard change + 1 >= largestShare else { return (change > 0 ? "+" : "") + percent(change) }
    let factor = change + 1
    return factor < 1e6 ? "× " + fixed(factor, decimals: factor < 99.95 ? 1 : 0) : "more than × 1,000,000"
  }

  /// What is written as 1,000.0 % or more.
  private static let largestShare = 9.9995

  /// For example ` (0.981 – 1.020)`, after a ratio.
  static func interval(_ low: Double, _ high: Double) -> String {
    " (\(fixed(low, decimals: 3)) – \(fixed(high, decimals: 3)))"
  }

  static func fixed(_ value: Double?, decimals: Int) -> String {
    value.map { fixed($0, decimals: decimals) } ?? absent
  }

  /// Rounded half away from zero, with exactly this many decimals.
  static func fixed(_ value: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    guard value.isFinite, abs(value) * scale < 9e15 else { return "\(value)" }
    let scaled = Int((value * scale).rounded())
    let whole = count(Int(scaled.magnitude) / Int(scale))
    let fraction = String(Int(scaled.magnitude) % Int(scale))
    let sign = scaled < 0 ? "−" : ""
    guard decimals > 0 else { return sign + whole }
    return sign + whole + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  static func bareSeconds(_ value: Double) -> String {
    fixed(value, decimals: abs(value) < 9.995 ? 2 : 1)
  }

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
