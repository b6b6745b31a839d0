import ArgumentParser
import Reports

/// The name of a report's rendering on the command line.
struct FormatName<Document: Report>: ExpressibleByArgument, Sendable {
  let rendering: Rendering<Document>

  static var standard: Self { Self(rendering: Document.standardRendering) }

  init(rendering: Rendering<Document>) {
    self.rendering = rendering
  }

  init?(argument: String) {
    guard let rendering = Document.rendering(where: { $0.name == argument }) else { return nil }
    self.init(rendering: rendering)
  }

  var defaultValueDescription: String { rendering.name }

  static var allValueStrings: [String] { Document.renderings.map(\.name) }
}

/// A requested result: `--format NAME[=PATH]`.
struct FormatRequest<Document: Report>: ExpressibleByArgument, Sendable {
  let rendering: Rendering<Document>
  /// The path; `-` is standard output, and `nil` leaves it to `--output`.
  let path: String?

  init(_ rendering: Rendering<Document>, path: String?) {
    self.rendering = rendering
    self.path = path
  }

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = FormatName<Document>(argument: String(parts[0])) else { return nil }
    guard parts.count == 1 || !parts[1].isEmpty else { return nil }
    self.init(format.rendering, path: parts.count == 2 ? String(parts[1]) : nil)
  }

  static var allValueStrings: [String] { FormatName<Document>.allValueStrings }
}
