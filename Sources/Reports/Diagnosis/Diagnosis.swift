/// What a machine offers to builds, measurements and pictures, and what to do about what is missing.
package struct Diagnosis: Report, Hashable {
  package struct Check: Sendable, Hashable, Encodable {
    package enum State: String, Sendable, Hashable, Encodable {
      case ok
      /// Something works less well, or takes space.
      case warning
      /// Commands cannot do their work.
      case error
    }

    /// A short name, as in `disk`.
    package let name: String
    package let state: State
    package let finding: String
    /// What to do; `nil` if nothing is to be done.
    package let advice: String?
    /// The size of what the check is about; `nil` if it is about no files.
    package let bytes: Int?

    /// What is as it should be.
    package init(_ name: String, _ finding: String, bytes: Int? = nil) {
      (self.name, self.state, self.finding, self.advice, self.bytes) = (name, .ok, finding, nil, bytes)
    }

    /// What is not.
    package init(_ name: String, _ state: State, _ finding: String, advice: String, bytes: Int? = nil) {
      (self.name, self.state, self.finding, self.advice, self.bytes) = (name, state, finding, advice, bytes)
    }
  }

  package let checks: [Check]

  package init(checks: [Check]) { self.checks = checks }

  package var hasErrors: Bool { checks.contains { $0.state == .error } }

  package static let renderings: [Rendering<Self>] = [
    .text { $0.text($1) },
    .json { try JSON.pretty(["schema": "modgauge.diagnosis/1", "checks": $0.checks]) },
  ]

  private func text(_ style: TextStyle) -> String {
    var table = Table(
      [Check](), columns: [.text("state") { $0.name }, .text("check") { $0.name }, .text("") { $0.name }])
    for check in checks {
      let size = check.bytes.map { ", \(Figures.mebibytes($0))" } ?? ""
      table.append([
        "state": Phrase(check.state.rawValue).toned(check.state.tone), "check": Phrase(check.name),
        "": Phrase(check.finding + size),
      ])
      if let advice = check.advice { table.append(["": Phrase("→ \(advice)")]) }
    }
    return Text.table(table, hasHeader: false, style) + "\n" + Text.wrapped(summary, style)
  }

  private var summary: String {
    let errors = checks.count { $0.state == .error }
    let warnings = checks.count { $0.state == .warning }
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { Figures.counted($0.0, $0.1) }
    return counts.isEmpty ? "Everything is as it should be." : counts.joined(separator: " and ") + "."
  }
}

extension Diagnosis.Check.State {
  fileprivate var tone: Phrase.Tone {
    switch self {
    case .ok: .good
    case .warning: .doubtful
    case .error: .bad
    }
  }
}
