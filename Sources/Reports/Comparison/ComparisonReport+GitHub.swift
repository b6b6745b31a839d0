import BuildAnalysis
import ModuleGraph

extension ComparisonReport {
  /// A comment on a pull request, which a bot finds again by its first line, and replaces.
  var comment: String { Self.marker(of: comparison.head.subject.name) + "\n" + markdown(within: Markdown.commentBytes) }

  /// What GitHub shows of a job. It takes 1,024 KiB, and nothing of what is longer.
  var summary: String { markdown(within: 1_000 << 10) }

  /// A comment that no reader sees: the same for each comparison of a workspace.
  static func marker(of workspace: String) -> String {
    let name = workspace.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar) ? scalar : "_"
    }
    let safe = String(String.UnicodeScalarView(name)).prefix(100)
    return "<!-- modgauge compare: \(safe.split(separator: "-").joined(separator: "-")) -->"
  }

  /// The whole page, or with fewer rows and points of each table and list, as many as there is room for.
  private func markdown(within bytes: Int) -> String {
    let page = page
    var limit = max(1, page.map(\.length).max() ?? 1)
    while true {
      let text = Markdown.document(page.map { $0.cut(to: limit) })
      if text.utf8.count <= bytes { return text }
      guard limit > 1 else { return Self.cut(text, to: bytes) }
      limit /= 2
    }
  }

  /// Names alone may be longer than what fits.
  private static func cut(_ text: String, to bytes: Int) -> String {
    let note = "\n\n… and more that does not fit.\n"
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: bytes - note.utf8.count)
    while String.Index(end, within: text) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + note
  }
}

extension Block {
  /// How many rows or points it has.
  fileprivate var length: Int {
    switch self {
    case .table(let table): table.rows.count
    case .list(let points): points.count
    case .title, .heading, .paragraph, .picture: 1
    }
  }

  /// The same with so many rows or points, and how many more there are.
  fileprivate func cut(to limit: Int) -> Block {
    switch self {
    case .table(let table): .table(table.cut(to: limit))
    case .list(let points) where points.count > limit:
      .list(points.prefix(limit) + ["… and \(Figures.count(points.count - limit)) more"])
    case .list, .title, .heading, .paragraph, .picture: self
    }
  }
}

// MARK: - Annotations

extension Annotations {
  /// Commands of GitHub's workflows: what became slower or exceeds a limit, and where manifests state what it now compiles.
  static func comparison(_ report: ComparisonReport) -> String {
    let verdicts =
      report.gate == nil
      ? report.comparison.cases.compactMap { change in
        change.telling?.change.verdict == .slower
          ? command("warning", "\(change.title) became slower", change.sentence) : nil
      }
      : report.gateRows.compactMap { row in
        switch row.outcome {
        case .passed: nil
        case .failed: command("error", "build time: \(row.name)", row.words)
        case .unresolved: command("warning", "build time: \(row.name)", row.words)
        }
      }
    return (verdicts + reasons(report)).joined()
  }

  /// New dependencies of arms that became slower, at their manifests' lines, each once.
  private static func reasons(_ report: ComparisonReport) -> [String] {
    let slower = report.comparison.cases.filter { $0.telling?.change.verdict == .slower }
    var seen: Set<String> = []
    return report.comparison.arms.filter { arm in slower.contains { $0.arm == arm.arm } }.flatMap { arm in
      arm.addedDependencies.compactMap { dependency -> String? in
        guard let place = dependency.location else { return nil }
        let costs = slower.filter { $0.arm == arm.arm }.compactMap(\.modules).flatMap(\.telling)
          .first { $0.id == dependency.to }.map { ", \(ComparisonReport.signed($0.difference)) of CPU time" }
        let words =
          "\(arm.arm) became slower; \(dependency.from.name) depends on \(dependency.to.name) now\(costs ?? "")"
        let key = "\(place.file):\(place.line)"
        guard seen.insert(key).inserted else { return nil }
        let file = property(report.pathInRepository(place.file))
        return "::notice file=\(file),line=\(place.line),title=build time::\(escaped(words))\n"
      }
    }
  }

  private static func command(_ severity: String, _ title: String, _ words: String) -> String {
    "::\(severity) title=\(property(title))::\(escaped(words))\n"
  }
}

extension CaseChange {
  /// `12.1 s before, 13.4 s after: +10.2 % (+8.1 – +12.0 %); most of it in Search (+1.2 s of CPU time)`.
  var sentence: String {
    guard let (measure, change) = telling else { return title }
    let interval = change.low.flatMap { low in
      change.high.map { " (\(Figures.signedPercent(low - 1)) – \(Figures.signedPercent($0 - 1)))" }
    }
    let unit = measure == .cpu ? " of CPU time" : ""
    let why = modules?.telling.first.map {
      "; most of it in \($0.module) (\(ComparisonReport.signed($0.difference)) of CPU time)"
    }
    return "\(Figures.seconds(change.base)) before, \(Figures.seconds(change.head)) after\(unit): "
      + "\(Figures.signedPercent(change.ratio - 1))\(interval ?? "")\(why ?? "")"
  }
}
