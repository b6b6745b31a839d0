package import Advice
import BuildAnalysis
package import ModuleGraph

/// What slows builds besides the shape of the graph, for people and programs.
package struct AdviceReport: Report {
  /// A finding with its place, those of its chain's steps, and its price, which is `nil` without a recorded build.
  package typealias Row = (
    finding: AdviceFinding, location: Dependency.Location, chain: [Dependency.Location?], price: AdvicePrice?
  )

  package let rows: [Row]
  package let slowCode: SlowCode?
  /// Whether findings were carried out where that can be done.
  let isProven: Bool
  let name: String
  let undecided: [String]
  let off: [AdviceOff]
  /// The recorded build, as in `clean debug build of App`; `nil` without one.
  let build: String?
  let folders: CheckReport.Folders
  let version: String

  package init(
    _ rows: [Row], of name: String, undecided: [String], off: [AdviceOff], build: String?, slowCode: SlowCode?,
    isProven: Bool, folders: CheckReport.Folders, version: String
  ) {
    self.isProven = isProven
    (self.rows, self.name, self.undecided, self.off, self.build) = (rows, name, undecided, off, build)
    (self.slowCode, self.folders, self.version) = (slowCode, folders, version)
  }

  package static let renderings: [Rendering<Self>] = [
    .text { Text.document($0.page, $1) }, .markdown { Markdown.document($0.page) }, .json(JSON.advice),
    Rendering("sarif", "sarif", SARIF.advice),
  ]
}

extension AdviceReport {
  /// More of one kind are only counted for people.
  private static let most = 10

  package var counting: [Row] { rows.filter { $0.price?.isNoise != true } }

  private var page: [Block] {
    let noise = rows.filter { $0.price?.isNoise == true }
    return [.title("\(name): what slows builds besides the graph"), .paragraph(verdict)] + unproven
      + AdviceKind.all.flatMap(section) + slowCodeBlocks
      + list("Builds get slower without it", noise.filter(isHarmful).map(short))
      + list("Within noise", noise.filter { !isHarmful($0) }.map(short))
      + list("Not decided", undecided.map { Phrase("\($0).") })
      + list("Switched off", off.map { Phrase("\($0.id): \($0.reason)") })
  }

  private func isHarmful(_ row: Row) -> Bool { row.price?.isHarmful ?? false }

  private func short(_ row: Row) -> Phrase { Phrase("\(row.finding.message) (\(row.finding.kind))") + price(row) }

  private var verdict: Phrase {
    let kinds = Set(counting.map(\.finding.kind)).count
    guard kinds > 0 else {
      let causes = "\(Figures.count(AdviceKind.all.count)) known causes"
      return "**Nothing found**: manifests, pins, projects and sources show none of "
        + Phrase(causes + (build == nil && rows.isEmpty ? "." : " that costs more than the noise."))
    }
    let costs =
      build.map { ", with what they cost in a \($0)." } ?? ". `--run` adds what they cost in a recorded build."
    return "**\(Figures.counted(counting.count, "finding"))** of \(Figures.counted(kinds, "kind"))" + Phrase(costs)
  }

  /// What `--prove` leaves to the user; empty if it was not asked for, or nothing is left.
  private var unproven: [Block] {
    let left = rows.filter { $0.finding.change == nil }.count
    guard isProven, left > 0 else { return [] }
    let subject =
      left == rows.count ? "No finding here is" : "\(Figures.counted(left, "finding")) \(left == 1 ? "is" : "are") not"
    return [
      .paragraph(
        Phrase(
          "\(subject) one that `--prove` can carry out: it changes flags and products in manifests, but neither settings of Xcode "
            + "projects nor code. Change these on a branch, and measure that with `modgauge compare --base main`, or the logs of "
            + "both states with `modgauge record --from`."))
    ]
  }

  private func section(_ kind: AdviceKind) -> [Block] {
    let found = counting.filter { $0.finding.kind == kind.id }
    guard !found.isEmpty else { return [] }
    let remedies = Set(found.map { $0.finding.remedy ?? kind.remedy })
    let points = found.prefix(Self.most).map { row -> Phrase in
      let chain = zip(row.finding.chain, row.chain).map {
        "; \($0.description)" + ($1.map { " (\($0.description))" } ?? "")
      }
      let own = remedies.count > 1 ? " " + (row.finding.remedy ?? kind.remedy) : ""
      return Phrase("\(row.location.description): \(row.finding.message)\(chain.joined()).") + price(row) + Phrase(own)
    }
    let rest = found.count - points.count
    return [.heading("\(kind.title) (\(kind.id))"), .paragraph(Phrase(kind.reason))]
      + [.list(points + (rest > 0 ? [Phrase("… and \(Figures.count(rest)) more")] : []))]
      + (remedies.count == 1 ? remedies.map { .paragraph("What to do: " + Phrase($0)) } : [])
  }

  private func price(_ row: Row) -> Phrase {
    guard let price = row.price else { return "" }
    func percent(_ ratio: Double) -> String { Figures.signedPercent(ratio - 1) }
    switch price.proof {
    case .measured(let builds)?:
      let sentences = builds.map { found in
        let range =
          found.low.flatMap { low in
            found.high.map { " (\(percent(low)) to \(percent($0)))" }
          } ?? " (too few rounds for an interval)"
        let changed = Scenario(rawValue: found.scenario)?.module
        let builds = changed.map { "Builds of \(found.arm) after a change in \($0)" } ?? "Clean builds of \(found.arm)"
        return " \(builds): \(Figures.seconds(found.baseSeconds)) → \(Figures.seconds(found.headSeconds)), "
          + "\(percent(found.ratio))\(range)\(found.isDecided ? "" : ", which does not tell")."
      }
      return Phrase(sentences.joined())
    case .untried(let reason)?: return Phrase(" Not measured: \(reason).")
    case nil: break
    }
    if let gain = price.gain {
      let range = "\(Figures.bareSeconds(gain.low)) to \(Figures.seconds(gain.high))"
      return Phrase(" Predicted gain ≈ \(Figures.seconds(gain.seconds)) (\(range)).")
    }
    let cpu = price.cpuSeconds.map { "\(Figures.seconds($0)) of CPU time" }
    let costs = [cpu, price.wallSeconds.map { "\(Figures.seconds($0)) of steps" }].compactMap(\.self)
    return Phrase(costs.isEmpty ? "" : " It concerns \(costs.joined(separator: ", ")).")
  }

  private func list(_ title: Phrase, _ points: [Phrase]) -> [Block] {
    points.isEmpty ? [] : [.heading(title), .list(points)]
  }

  private var slowCodeBlocks: [Block] {
    guard let slowCode else { return [] }
    let columns: [Column<SlowCode.Row>] = [
      .figures("seconds") { Figures.seconds($0.seconds) }, .figures("of the module") { Figures.percent($0.share) },
      .text("module") { $0.module.name }, .text("place") { $0.location.description }, .text("code") { $0.name ?? "" },
    ]
    return [
      .heading("Slow type checking of expressions"),
      .table(Table(slowCode.expressions, columns: Array(columns.dropLast()))),
      .heading("Slow type checking of functions, with the expressions in them"),
      .table(Table(slowCode.functions, columns: columns)),
    ]
  }
}

extension SARIF {
  static func advice(_ report: AdviceReport) throws -> String {
    let kinds = AdviceKind.all.map {
      Descriptor(id: $0.id, summary: $0.title, details: "\($0.reason) \($0.remedy)", level: "warning")
    }
    let results = report.counting.map { row in
      Result(
        rule: row.finding.kind, level: "warning", message: row.finding.message,
        location: location(path: report.folders.inRepository(row.location.file), line: row.location.line),
        subject: row.finding.subject)
    }
    return try log(version: report.version, kinds, results)
  }
}

extension JSON {
  static func advice(_ report: AdviceReport) throws -> String {
    try pretty([
      "schema": "modgauge.advice/1", "build": report.build, "findings": report.rows.map(finding),
      "undecided": report.undecided, "off": report.off,
      "slowCode": report.slowCode.map { ["expressions": $0.expressions, "functions": $0.functions] },
    ])
  }

  private static func finding(_ row: AdviceReport.Row) -> Object {
    let (finding, price, kind) = (row.finding, row.price, AdviceKind.all.first { $0.id == row.finding.kind })
    let proof: Object =
      switch price?.proof {
      case .measured(let found)?: ["measured": found]
      case .untried(let reason)?: ["notMeasured": reason]
      case nil: [:]
      }
    return proof + [
      "kind": finding.kind, "subject": finding.subject, "message": finding.message,
      "reason": kind?.reason ?? "", "remedy": finding.remedy ?? kind?.remedy ?? "",
      "location": row.location, "modules": finding.modules,
      "chain": zip(finding.chain, row.chain).map { ["words": $0.description, "location": $1] as Object },
      "cpuSeconds": price?.cpuSeconds, "wallSeconds": price?.wallSeconds, "gain": price?.gain,
      "isWithinNoise": price?.isNoise,
    ]
  }
}
