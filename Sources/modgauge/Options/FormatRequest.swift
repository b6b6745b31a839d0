import ArgumentParser

/// A result that was asked for: `--format NAME[=PATH]`.
struct FormatRequest<Format: RawRepresentable & CaseIterable & Sendable>: ExpressibleByArgument, Sendable
where Format.RawValue == String {
  let format: Format
  /// Where it goes; `-` is standard output, and `nil` is left to `--output`.
  let path: String?

  init(format: Format, path: String?) {
    self.format = format
    self.path = path
  }

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = Format(rawValue: String(parts[0])) else { return nil }
    guard parts.count == 1 || !parts[1].isEmpty else { return nil }
    self.init(format: format, path: parts.count == 2 ? String(parts[1]) : nil)
  }

  static var allValueStrings: [String] { Format.allCases.map(\.rawValue) }
}
