import ModuleGraph

/// Findings as lines that other tools show beside the code.
enum Annotations {
  /// Workflow commands of GitHub Actions. Paths are relative to the root of the repository.
  static func github(_ report: CheckReport) -> String {
    report.findings.map { row in
      let command = row.severity == .info ? "notice" : row.severity.rawValue
      let place = row.place.map { place in
        ["file=\(property(report.folders.inRepository(place.file)))", "line=\(place.line)"]
          + (place.column.map { ["col=\($0)"] } ?? [])
      }
      let properties = ((place ?? []) + ["title=\(property(row.rules.joined(separator: ", ")))"]).joined(separator: ",")
      let lines = [row.message] + row.details.map { "  \($0.line(report.folders))" }
      return "::\(command) \(properties)::\(escaped(lines.joined(separator: "\n")))\n"
    }.joined()
  }

  /// The format of compiler diagnostics, for Xcode and editors. Paths are absolute: Xcode opens no others.
  static func xcode(_ report: CheckReport) -> String {
    report.findings.map { row in
      let place = row.place.map { "\(report.folders.absolute($0.file)):\($0.line):\($0.column ?? 1): " } ?? ""
      let word = row.severity == .info ? "note" : row.severity.rawValue
      return Text.line("\(place)\(word): \(row.message) [\(row.rules.joined(separator: ", "))]")
    }.joined()
  }

  /// Escapes the data of a command in the same way as the GitHub Actions toolkit.
  static func escaped(_ text: String) -> String {
    text.escaping { scalar in
      switch scalar {
      case _ where scalar.turnsText: "\u{FFFD}"
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: scalar.isControl ? " " : nil
      }
    }
  }

  /// The same for a property of a command.
  static func property(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
