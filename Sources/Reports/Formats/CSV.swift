package import BuildAnalysis
import ModuleGraph

/// Comma-separated values by RFC 4180, with a header; an absent figure is an empty field.
package enum CSV {
  /// One row for each arm and scenario. Seconds have six decimals at most, bytes and counts none.
  package static func builds(_ run: Run) -> String {
    let rows = BuildRow.rows(of: run).map { row -> [String] in
      [
        row.arm.name, row.arm.role.rawValue, row.arm.feature ?? "", row.scenario.rawValue,
        "\(row.rounds)", "\(row.failures)",
        number(row.summary?.median), number(row.summary?.min), number(row.summary?.max),
        number(row.summary?.low), number(row.summary?.high),
        number(row.ratio), number(row.comparison?.low), number(row.comparison?.high), number(row.comparison?.p),
        number(row.savedSeconds), number(row.summary?.cpuSeconds),
        row.summary?.peakBytes.map(String.init) ?? "",
        "\(row.modules)", number(row.sources), number(row.lines), "\(row.disturbances)",
        number(row.comparison?.minimumDetectable),
        (row.summary?.warnings ?? []).map(\.kind.rawValue).joined(separator: " "),
        (row.summary?.outlierRounds ?? []).map(String.init).joined(separator: " "),
      ]
    }
    return text(header: header, rows: rows)
  }

  private static let header = [
    "arm", "role", "feature", "scenario", "rounds", "failed_rounds", "median_seconds", "min_seconds", "max_seconds",
    "median_low_seconds", "median_high_seconds", "ratio", "ratio_low", "ratio_high", "p", "saved_seconds",
    "cpu_seconds", "peak_bytes", "modules", "source_files", "lines", "disturbed_rounds", "minimum_detectable_ratio",
    "warnings", "outlier_rounds",
  ]

  static func text(header: [String], rows: [[String]]) -> String {
    ([header] + rows).map { $0.map(escaped).joined(separator: ",") + "\r\n" }.joined()
  }

  /// Six decimals at most; nothing for what is absent.
  static func number(_ value: Double?) -> String {
    guard let value else { return "" }
    return "\((value * 1e6).rounded() / 1e6)"
  }

  /// Nothing for a count that is not known as a whole.
  static func number(_ tally: Tally?) -> String { (tally?.exact).map(String.init) ?? "" }

  /// A field in quotes where it holds a comma, a quote or a line's end; quotes are doubled.
  package static func escaped(_ field: String) -> String {
    let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]
    guard field.unicodeScalars.contains(where: special.contains) else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
