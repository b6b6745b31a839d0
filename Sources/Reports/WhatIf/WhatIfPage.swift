import CPageAssets
import BuildAnalysis
import Foresight
import Documents

/// The page of a forecast. The prediction for the proposal is part of the markup, so that it can be read without
/// scripts. The scripts draw both builds, and replay them with other numbers of cores and with some of the changes.
struct WhatIfPage {
  let report: WhatIfReport
  private let exploration: Exploration

  /// - Throws: `ProposalError`.
  init(_ report: WhatIfReport) throws {
    self.report = report
    exploration = try Exploration(report.recordings, of: report.forecast)
  }

  var html: String {
    get throws {
      let body = HTML.element("main", [:], sections.flatMap { [$0, .lineEnd] }) + .lineEnd
      let forecast = report.forecast
      let replays = ReplayData(exploration, measured: (forecast.measuredSeconds, forecast.measuredCPUSeconds))
      return Page(
        title: report.title,
        styles: [.report_css, .what_if_css, .tip_css],
        body: body,
        data: [
          "downloads": try JSONCodec.text(downloads, .inline),
          "what-if-data": try JSONCodec.text(replays, .inline),
        ],
        scripts: [.report_tables_js, .what_if_network_js, .what_if_replay_js, .what_if_chart_js, .what_if_js]
      ).html
    }
  }

  private var sections: [HTML] {
    [header, both, figures] + [programs, rebuilds, visibleChanges].compactMap { $0 } + [
      .blocks(report.crossings), .blocks(report.linesToChange),
      report.assumptions.isEmpty ? .empty : .section("assumed", "Assumed", .blocks(report.assumptions.withoutHeading)),
      .folded("method", "How it was predicted", .blocks([.list(report.method)])),
      .element("div", ["id": "tip", "role": "status", "hidden": ""]),
    ]
  }

  private var header: HTML {
    let note: Phrase = "**Nothing here was built: every figure with ≈ is predicted.** " + report.replay
    return .element(
      "header", [:], .element("h1", [:], HTML(report.title)), .element("p", ["class": "note"], HTML(note)),
      .element("p", ["id": "verdict", "role": "status"], HTML(report.verdict)),
      .blocks(report.trackRecord + report.cautions.blocks))
  }

  // MARK: Both builds

  private var both: HTML {
    .section(
      "both", "Before and after", .element("div", ["class": "choices"], cores, changes), legend, charts)
  }

  private var cores: HTML {
    let words: Phrase =
      "When each process of both builds would run on this many cores. `--cores` also redistributes "
      + "files among compilers."
    let jobs = report.recordings.first?.machine.isJobsStated ?? false
    let stated: Phrase = jobs ? " The number of jobs was stated when the build was recorded, and stays." : ""
    let number = "\(report.forecast.after.cores)"
    return .element(
      "div", [:],
      .element("label", ["for": "cores"], HTML("Cores")),
      .element(
        "div", ["class": "cores-line"],
        .element(
          "input",
          [
            "id": "cores", "type": "range", "min": "1", "max": "32", "value": number, "disabled": "",
            "aria-describedby": "cores-note", "autocomplete": "off",
          ]),
        .element("output", ["id": "cores-value", "for": "cores"], HTML(number)),
        .element("button", ["id": "reset", "type": "button", "disabled": ""], HTML("As proposed"))),
      .element("p", ["id": "cores-note", "class": "note"], HTML(words + stated)))
  }

  private var changes: HTML {
    let switches = report.forecast.proposal.changes.enumerated().map { index, change in
      let box = HTML.element(
        "input",
        [
          "type": "checkbox", "data-change": "\(index)", "checked": "", "disabled": "", "autocomplete": "off",
          "aria-describedby": "why-\(index)",
        ])
      return HTML.element("label", [:], box, HTML("\(index + 1). \(change.description)"))
        + .element("small", ["id": "why-\(index)"]) + .lineEnd
    }
    let note = combinations.map { HTML.element("p", ["class": "note"], HTML($0)) } ?? .empty
    return .element("fieldset", [:], [.element("legend", [:], HTML("Changes"))] + switches + [note])
  }

  /// The available combinations of changes; `nil` if all are.
  private var combinations: Phrase? {
    let left = exploration.omitted
    let omitted: Phrase =
      left == 0
      ? ""
      : " \(Figures.counted(left, "combination")) would make the page too large and \(left == 1 ? "is" : "are") left out."
    if report.forecast.proposal.changes.count > Exploration.mostCombined {
      return "In this page: all changes, the first ones in order, and each alone." + omitted
    }
    return left == 0 ? nil : omitted
  }

  private var legend: HTML {
    let marks: [(String, Phrase)] = [
      ("same", "as before"), ("changed", "~ other files, cost or dependencies"), ("new", "+ new"),
      ("gone", "− removed"), ("linking", "linking"), ("other", "other work"), ("path", "critical path"),
      ("load", "busy cores"),
    ]
    return .element(
      "ul", ["class": "marks", "aria-label": "Legend"],
      marks.map { name, words in
        .element("li", ["class": name], .element("i"), HTML(words))
      })
  }

  /// Filled by a script.
  private var charts: HTML {
    func chart(_ id: String) -> HTML {
      .element("h3", ["id": "\(id)-title"])
        + .element(
          "div",
          [
            "id": id, "class": "chart", "tabindex": "0", "role": "group", "aria-labelledby": "\(id)-title",
            "aria-roledescription": "timeline", "aria-describedby": "charts-note",
          ])
    }
    let axis = HTML.element("div", ["class": "time-axis"])
    let paths = [("before", report.forecast.before), ("after", report.forecast.after)].map { name, figures in
      HTML.element(
        "div", [:], .element("dt", [:], HTML("Critical path \(name)" as Phrase)),
        .element("dd", ["id": "\(name)-path"], HTML(figures.criticalPath.names.joined(separator: " → "))))
    }
    let note: Phrase =
      "Point at a bar, or move from bar to bar with the arrow keys, to see when a module is built in both builds."
    return .element("div", ["id": "charts", "hidden": ""], chart("before"), axis, chart("after"), axis)
      + .element("p", ["id": "charts-note", "class": "note"], HTML(note))
      + .element("dl", ["class": "paths"], paths)
  }

  // MARK: Figures

  private var figures: HTML {
    .section(
      "figures", "Figures",
      .element(
        "div", ["id": "figures"], .scrolling(report.figures, caption: "Figures")))
  }

  /// The parts that scripts do not change.
  private static let whole: [Block] = [
    .paragraph("Of all changes together, on the proposal's cores: this table does not follow the choices above.")
  ]

  private var programs: HTML? { TableSection(id: "programs", report.programs(most: .max) + Self.whole)?.html }

  private var rebuilds: HTML? {
    let blocks = report.rebuilds(most: .max) + Self.whole
    return TableSection(id: "rebuilds", blocks)?.html ?? .blocks(blocks)
  }

  private var visibleChanges: HTML? {
    TableSection(id: "visible", report.visibleChanges(most: .max) + Self.whole)?.html
  }

  private var downloads: [String: TableSection.Download] {
    var downloads: [String: TableSection.Download] = [
      "programs": .init(file: "programs.csv", text: CSV.programs(report.forecast)),
      "rebuilds": .init(file: "rebuilds.csv", text: CSV.rebuilds(report.forecast)),
    ]
    if visibleChanges != nil {
      downloads["visible"] = .init(file: "visible.csv", text: CSV.visibleChanges(report.forecast))
    }
    return downloads
  }
}

extension [Block] {
  fileprivate var withoutHeading: [Block] { filter { if case .heading = $0 { false } else { true } } }
}
