/// A figure with its unit. It is formatted in English, or on a page in the reader's language.
struct Figure: Sendable, Hashable {
  enum Unit: String, Sendable, Hashable {
    case seconds, count, ratio, percent
    case mebibytes = "mib"
    case kibibytes = "kib"
    /// Seconds without the unit, which follows in the text.
    case bareSeconds = "bare-seconds"
    /// With two decimals.
    case number
    /// With four decimals.
    case probability
    /// With as many decimals as it has, up to six.
    case tick
  }

  /// In the unit; percentages as shares from 0 to 1, mebibytes and kibibytes in bytes.
  let value: Double
  let unit: Unit
  /// Whether it was predicted instead of measured.
  var isEstimate = false

  static func seconds(_ value: Double?) -> Figure? { value.map { Figure(value: $0, unit: .seconds) } }
  static func seconds(_ value: Double) -> Figure { Figure(value: value, unit: .seconds) }
  static func count(_ value: Int?) -> Figure? { value.map { Figure(value: Double($0), unit: .count) } }
  static func count(_ value: Int) -> Figure { Figure(value: Double(value), unit: .count) }
  static func ratio(_ value: Double?) -> Figure? { value.map { Figure(value: $0, unit: .ratio) } }
  static func ratio(_ value: Double) -> Figure { Figure(value: value, unit: .ratio) }
  static func percent(_ share: Double?) -> Figure? { share.map { Figure(value: $0, unit: .percent) } }
  static func percent(_ share: Double) -> Figure { Figure(value: share, unit: .percent) }
  static func mebibytes(_ bytes: Int?) -> Figure? { bytes.map { Figure(value: Double($0), unit: .mebibytes) } }
  static func kibibytes(_ bytes: Int?) -> Figure? { bytes.map { Figure(value: Double($0), unit: .kibibytes) } }
  static func number(_ value: Double?) -> Figure? { value.map { Figure(value: $0, unit: .number) } }

  var text: String {
    switch unit {
    case .seconds: Figures.seconds(value)
    case .count: Figures.count(whole)
    case .bareSeconds: Figures.bareSeconds(value)
    case .ratio, .number: Figures.ratio(value)
    case .percent: Figures.percent(value)
    case .probability: Figures.fixed(value, decimals: 4)
    case .tick: BarChart.label(value)
    case .mebibytes: Figures.mebibytes(whole)
    case .kibibytes: Figures.kibibytes(whole)
    }
  }

  /// Without decimals; the nearest integer that there is.
  var whole: Int { Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max) }
}
