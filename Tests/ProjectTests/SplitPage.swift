@testable import BuildAnalysis
import Foresight
import Documents
import Foundation
import Reports

/// `reports/splits.md`: four architectures, each as modules and as the one module that it was before, from their stored
/// runs.
struct SplitPage {
  /// One architecture.
  struct Split {
    /// Its folder under `reports/`; the run of the one module is in a folder of that name and `-before`.
    let name: String
    /// What it is, in a sentence.
    let words: String
    let before: RunFindings
    let after: RunFindings

    init(_ name: String, _ words: String, reports: URL) throws {
      func run(_ folder: String) throws -> RunFindings {
        let file = reports.appending(path: "\(folder)/run.json")
        return RunFindings(try Run(jsonOrJournal: [UInt8](Data(contentsOf: file))))
      }
      self.name = name
      self.words = words
      before = try run(name + "-before")
      after = try run(name)
    }
  }

  let splits: [Split]

  init(reports: URL) throws {
    splits = [
      try Split(
        "merpay", "Features on a shared core, and a sample app for a feature: Dashboard's and NFC's are measured.",
        reports: reports),
      try Split(
        "bifrost",
        "Business modules that do not know each other, above a thin Common and a Mediator with twenty services. "
          + "It has no sample apps: they were generated for Goods and Settlement.",
        reports: reports),
      try Split(
        "kurashiru-rewards",
        "App, features and small core modules, with interface modules whose view builders the app puts in. RewardsDebugApp, which "
          + "also links a menu for developers, is not measured. HomeDemoApp is part of it, a `.swiftpm` "
          + "package that `bench` reads with `--all`; ExchangeFeature's sample app was generated.",
        reports: reports),
      try Split(
        "environment",
        "Features that the app injects through interface modules with view builders. ChatSample is part of it, Profile's "
          + "sample app was generated.",
        reports: reports),
    ]
  }

  var markdown: String {
    ([Self.introduction, overview, sampleApps, withoutGain] + splits.map(\.section) + [Self.method])
      .joined(separator: "\n")
  }

  private static let introduction = """
    # The effect of splitting an app into modules, for four architectures

    Each workspace is synthesized from a description in `Benchmarks/Workspaces`, and so is the one module of the same size that it
    would be without a split. The figures below come from the stored runs; a test compares this page with them.

    """

  private static let method = """
    ## How it was measured

    For each architecture, with NAME its file in `Benchmarks/Workspaces`, and as many ROUNDS as its report has:

    ```console
    modgauge synthesize Benchmarks/Workspaces/NAME.yml --output NAME
    modgauge bench --package-path NAME --combined APP --feature FEATURE --feature FEATURE --record \\
      --scenario comparison --in-turns on --rounds ROUNDS --seed 1 --retry-noisy 2
    # kurashiru-rewards with --all, too, which reads its demo apps
    modgauge synthesize Benchmarks/Workspaces/NAME-before.yml --output NAME-before
    modgauge bench --package-path NAME-before --combined APP \\
      --scenario clean --scenario null --scenario incremental:APP:body --rounds ROUNDS --seed 1 --retry-noisy 2
    ```

    A change is a new body of one function in the largest file of the module. In brackets: the exact interval, at 95 % or a little
    more. Ratios to the app in modules are paired within rounds. “÷” is not the quotient of the medians beside it, but the Hodges-Lehmann
    estimate from the builds of both; after a change, those of all features that were changed count together. Each run has its own report beside its figures.

    """
}

// MARK: - Tables

extension SplitPage {
  private var overview: String {
    """
    ## The whole app

    | architecture | modules | lines | clean, one module | clean, in modules | ÷ | after a change, one module | after a change in a feature | ÷ |
    |---|---:|---:|---:|---:|---:|---:|---:|---:|
    \(splits.map(\.row).joined(separator: "\n"))

    \(doubt)\(machines)

    """
  }

  /// On how many cores the runs were made; empty if all had the same number.
  private var machines: String {
    let groups = Dictionary(grouping: splits, by: \.cores).sorted { $0.key < $1.key }
    if groups.count < 2 { return "" }
    let parts = groups.map { cores, splits in "\(splits.map(\.name).joined(separator: ", ")) on \(cores) cores" }
    return " Builds ran on different machines (\(parts.joined(separator: "; "))), so that seconds of different rows "
      + "cannot be compared."
  }

  /// What ratios to the one module are worth: it was built by a run of its own.
  private var doubt: String {
    let words =
      "Ratios to one module are of two sessions, one after the other, so they include whatever changed on the machine in "
      + "between, which their intervals do not cover."
    let names = splits.filter(\.differsInTurns).map(\.name)
    guard !names.isEmpty else { return words }
    return words
      + " The builds were also made differently in \(names.joined(separator: ", ")): those of the app in modules took turns "
      + "with those of its sample apps, and those of the one module ran alone. So such a ratio is a hint, not a verdict."
      + disturbed
  }

  /// Which of the two sessions other programs disturbed; empty if none.
  private var disturbed: String {
    let names = splits.filter { $0.after.quietness?.verdict != .quiet && $0.before.quietness?.verdict == .quiet }.map(
      \.name)
    return names.isEmpty
      ? ""
      : " Other programs disturbed the builds of the app in modules in \(names.joined(separator: ", ")), but not those of the one "
        + "module, so that those ratios are too high."
  }

  private var sampleApps: String {
    """
    ## The sample apps

    | architecture | feature | clean | ÷ app in modules | ÷ one module | after a change | ÷ app in modules | ÷ one module |
    |---|---|---:|---:|---:|---:|---:|---:|
    \(splits.flatMap(\.sampleAppRows).joined(separator: "\n"))

    """
  }
}

extension SplitPage {
  private var withoutGain: String {
    """
    ## Where a split gave nothing

    \(splits.compactMap(\.withoutGain).joined(separator: "\n"))

    A split pays off after a change, and for those who build a part of the app.

    """
  }
}

extension SplitPage.Split {
  private typealias Words = SplitPage.Words

  /// The one module's figures, and those of the app in modules.
  private var whole: (before: CaseFindings?, after: CaseFindings?) {
    (before.cases.first { $0.scenario == .clean }, after.cases.first { $0.isReference && $0.scenario == .clean })
  }

  private var changeBefore: CaseFindings? { before.cases.first { Words.isChange($0.scenario) } }
  private var changesAfter: [CaseFindings] { after.cases.filter { $0.isReference && Words.isChange($0.scenario) } }

  /// Builds of the app in modules after a change in any of the features, against the one module's.
  private var changeRatio: UnpairedRatio? {
    changeBefore.flatMap { one in
      UnpairedRatio(changesAfter.flatMap { seconds($0, in: after) }, seconds(one, in: before))
    }
  }

  private var cleanRatio: UnpairedRatio? { ratio(of: whole.after, to: whole.before) }

  private func seconds(_ build: CaseFindings, in run: RunFindings) -> [Double] {
    run.measured(build.case).compactMap(\.seconds)
  }

  /// A case of the modules ÷ one of the one module.
  private func ratio(of case: CaseFindings?, to other: CaseFindings?) -> UnpairedRatio? {
    guard let `case`, let other else { return nil }
    return UnpairedRatio(seconds(`case`, in: after), seconds(other, in: before))
  }

  /// Whether the builds of one run took turns, and those of the other did not.
  fileprivate var differsInTurns: Bool { (before.run.plan.turns == .on) != (after.run.plan.turns == .on) }

  fileprivate var cores: Int { after.run.environment.cores }

  fileprivate var row: String {
    let cells = [
      "[\(name)](\(name)/report.md), [one module](\(name)-before/report.md)",
      Words.figure(whole.after?.modules), Words.figure(whole.after?.lines?.exact),
      Figures.seconds(whole.before?.summary?.median), Figures.seconds(whole.after?.summary?.median),
      Words.ratio(cleanRatio), Figures.seconds(changeBefore?.summary?.median),
      Words.range(changesAfter.compactMap(\.summary?.median)), Words.ratio(changeRatio),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  fileprivate var sampleAppRows: [String] {
    after.features.map { feature in
      let change = feature.changes.first
      let cells = [
        name, feature.arm.name, Figures.seconds(feature.clean?.summary?.median),
        Words.ratio(feature.clean?.comparison?.wall), Words.ratio(ratio(of: feature.clean, to: whole.before)),
        Figures.seconds(change?.summary?.median), Words.ratio(change?.comparison?.wall),
        Words.ratio(ratio(of: change, to: changeBefore)),
      ]
      return "| " + cells.joined(separator: " | ") + " |"
    }
  }
}

// MARK: - In words

extension SplitPage.Split {
  /// What is not shown to have become faster; `nil` if everything has.
  fileprivate var withoutGain: String? {
    let whole = cleanRatio.flatMap { ratio in
      ratio.interval.flatMap { $0.high < 1 ? nil : "clean builds of the whole app (\(Words.hint($0, ratio.ratio)))" }
    }
    let apps = after.features.filter { (ratio(of: $0.clean, to: self.whole.before)?.interval?.high ?? 0) >= 1 }
    let nulls = after.features.filter { ($0.null?.comparison?.wall.ratio ?? 0) >= 0.95 }
    let parts = [
      whole, apps.isEmpty ? nil : "clean builds of \(Words.names(apps)), against one module (no difference detected)",
      nulls.isEmpty ? nil : "null builds of \(Words.names(nulls)), against the app in modules (ratios of 0.95 or more)",
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "- \(name): \(parts.joined(separator: "; "))."
  }

  fileprivate var section: String {
    let features = after.features.map { feature -> String in
      let change = feature.changes.first
      return "- \(feature.arm.name), against the app in modules: clean, "
        + Words.effect(feature.clean?.comparison?.wall.interval, feature.clean?.comparison?.wall.ratio)
        + "; after a change, "
        + Words.effect(change?.comparison?.wall.interval, change?.comparison?.wall.ratio) + "."
    }
    let lines =
      [
        "- A clean build of the whole app, against one module: "
          + Words.hint(cleanRatio?.interval, cleanRatio?.ratio) + ".",
        "- The whole app after a change in a feature, against one module: "
          + Words.hint(changeRatio?.interval, changeRatio?.ratio) + ".",
      ] + features
    return """
      ## \(name)

      \(words)

      \(lines.joined(separator: "\n"))

      ![Medians as bars, with their intervals and each build](\(name)/chart.svg)

      """
  }
}

extension SplitPage {
  /// Figures as this page writes them.
  enum Words {
    static func isChange(_ scenario: Scenario) -> Bool {
      if case .incremental = scenario { true } else { false }
    }

    static func names(_ features: [FeatureFindings]) -> String { features.map(\.arm.name).joined(separator: " and ") }

    static func figure(_ count: Int?) -> String { count.map { Figures.count($0) } ?? "–" }

    static func range(_ seconds: [Double]) -> String {
      guard let low = seconds.min(), let high = seconds.max() else { return "–" }
      let (first, last) = (Figures.seconds(low), Figures.seconds(high))
      return first == last ? first : "\(first) to \(last)"
    }

    static func ratio(_ ratio: UnpairedRatio?) -> String { ratio.map { text($0.ratio, $0.interval) } ?? "–" }
    static func ratio(_ found: RatioEstimate?) -> String { found.map { text($0.ratio, $0.interval) } ?? "–" }

    private static func text(_ ratio: Double, _ interval: Interval?) -> String {
      fixed(ratio) + (interval.map { " (\(fixed($0.low)) – \(fixed($0.high)))" } ?? "")
    }

    private static func fixed(_ value: Double) -> String { String(format: "%.2f", value) }

    /// What the ratio of two sessions suggests, without a verdict.
    static func hint(_ interval: Interval?, _ ratio: Double?) -> String {
      effect(interval, ratio).replacingOccurrences(of: "**", with: "")
    }

    /// What a ratio to something else means; an interval around 1 shows nothing.
    static func effect(_ interval: Interval?, _ ratio: Double?) -> String {
      guard let interval, let ratio else { return "not measured" }
      if interval.high < 1 { return "**\(fixed(1 / ratio)) times faster**" }
      if interval.low > 1 { return "**\(fixed(ratio)) times slower**" }
      return "no difference detected (\(fixed(interval.low)) to \(fixed(interval.high)) times as long)"
    }
  }
}

extension RatioEstimate {
  fileprivate var interval: Interval? {
    guard let low, let high, let level else { return nil }
    return Interval(low: low, high: high, level: level)
  }
}
