import BuildAnalysis
import ModuleGraph

extension ComparisonReport {
  /// A comment on a pull request. Its first line identifies it, so that a bot can find and replace it.
  var comment: String { Self.marker(of: comparison.head.subject.name) + "\n" + markdown(within: Markdown.commentBytes) }

  /// A job summary for GitHub, which rejects summaries of more than 1,024 KiB.
  var summary: String { markdown(within: 1_000 << 10) }

  /// An invisible marker, which is the same for all comparisons of a workspace.
  static func marker(of workspace: String) -> String {
    let name = workspace.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar) ? scalar : "_"
    }
    let safe = String(String.UnicodeScalarView(name)).prefix(100)
    return "<!-- modgauge compare: \(safe.split(separator: "-").joined(separator: "-")) -->"
  }

  /// The page as Markdown. If it is too long, tables and lists are cut to as many entries as fit.
  private func markdown(within bytes: Int) -> String {
    let page = page
    let text = Markdown.fitting(bytes: bytes, longest: page.map(\.length).max() ?? 1) { limit in
      Markdown.document(page.map { $0.cut(to: limit) })
    }
    return text.utf8.count <= bytes ? text : Self.cut(text, to: bytes)
  }

  /// The text cut to a number of bytes, since even names alone may be too long.
  private static func cut(_ text: String, to bytes: Int) -> String {
    let note = "\n\n… and more that does not fit.\n"
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: bytes - note.utf8.count)
    while String.Index(end, within: text) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + note
  }
}

extension Block {
  /// The number of its rows or points.
  fileprivate var length: Int {
    switch self {
    case .table(let table): table.rows.count
    case .list(let points): points.count
    case .folded(_, let blocks): blocks.map(\.length).max() ?? 1
    case .title, .heading, .paragraph, .code, .picture: 1
    }
  }

  /// The block with at most this many rows or points, and the number of omitted ones.
  fileprivate func cut(to limit: Int) -> Block {
    switch self {
    case .table(let table): .table(table.cut(to: limit))
    case .list(let points) where points.count > limit:
      .list(points.prefix(limit) + ["… and \(Figures.count(points.count - limit)) more"])
    case .folded(let title, let blocks): .folded(title, blocks.map { $0.cut(to: limit) })
    case .list, .title, .heading, .paragraph, .code, .picture: self
    }
  }
}

extension Annotations {
  /// GitHub workflow commands: builds that failed, became slower or exceed a limit, and the manifest lines of their new
  /// dependencies.
  static func comparison(_ report: ComparisonReport) -> String {
    let verdicts =
      report.gate == nil
      ? ungated(report)
      : report.gateRows.compactMap { row in
        switch row.outcome {
        case .passed: nil
        case .failed: command("error", row.title, row.description)
        case .unresolved: command("warning", row.title, row.description)
        }
      }
    let alone =
      report.comparison.isHeadAlone
      ? [command("warning", "build time", "The base cannot be loaded: nothing was compared")] : []
    return capped(verdicts + alone + reasons(report) + files(report) + lonely(report.comparison)).joined()
  }

  /// Without a gate: builds that failed, and those that became slower.
  private static func ungated(_ report: ComparisonReport) -> [String] {
    let broken = report.ungatedRows.filter { $0.outcome == .failed }.map { command("error", $0.title, $0.description) }
    return broken
      + report.comparison.cases.compactMap { change in
        change.telling?.change.verdict == .slower
          ? command("warning", "\(change.title) became slower", change.sentence) : nil
      }
  }

  /// GitHub shows this many annotations of each kind for a step.
  private static let shownByGitHub = 10

  /// Of each kind, as many as GitHub shows, of which the last tells how many more there are.
  private static func capped(_ commands: [String]) -> [String] {
    func kind(_ command: String) -> Substring { command.dropFirst(2).prefix { $0.isLetter } }
    let counts = commands.reduce(into: [Substring: Int]()) { $0[kind($1), default: 0] += 1 }
    var written: [Substring: Int] = [:]
    return commands.compactMap { command in
      let (kind, count) = (kind(command), counts[kind(command)] ?? 0)
      written[kind, default: 0] += 1
      let place = written[kind] ?? 0
      if count <= shownByGitHub || place < shownByGitHub { return command }
      guard place == shownByGitHub else { return nil }
      return self.command(String(kind), "more", "\(count - place + 1) more; the job summary has all of them")
    }
  }

  /// The new and longer files of modules that became slower or are new in an arm that did, without duplicates.
  private static func files(_ report: ComparisonReport) -> [String] {
    var seen: Set<String> = []
    return report.comparison.cases.filter(report.isSlower).flatMap { change in
      report.causes(of: change).flatMap { module in
        (module.id.flatMap { report.growingFiles[$0] } ?? []).filter { seen.insert($0).inserted }.map { path in
          // What a module costs more is not what a file of it does.
          let words = "\(change.arm) became slower, most of it in \(module.module); this file of it is new or longer"
          return "::notice file=\(property(report.pathInRepository(path))),line=1,title=build time::\(escaped(words))\n"
        }
      }
    }
  }

  private static func lonely(_ comparison: RunComparison) -> [String] {
    comparison.lonely.map { side, names in
      command("notice", "not compared", "Only in \(side.name): \(names.joined(separator: ", "))")
    }
  }

  /// The new dependencies of arms that became slower, at the lines of their manifests, without duplicates.
  private static func reasons(_ report: ComparisonReport) -> [String] {
    let slower = report.comparison.cases.filter(report.isSlower)
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
  var sentence: String { telling.map { sentence(of: $0.measure) } ?? title }

  /// The same about one measure; the title alone if it could not be compared.
  func sentence(of measure: TimeMeasure) -> String {
    guard let change = figure(measure) else { return title }
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
