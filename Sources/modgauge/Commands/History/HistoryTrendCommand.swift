import ArgumentParser
import BuildAnalysis
import ModuleGraph
import Reports
import RunHistory
import Services
import Workspace

struct HistoryTrendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trend",
    abstract: "Shows build times over commits, and where they changed permanently.",
    discussion: """
      There is a line for each arm or module on each machine, with each toolchain and configuration: a point for \
      each commit, in the order of the commits' dates, and the steps, with the commits between which each came, its \
      size and its probability. Neither a single spike nor drift is a step.

      Without --arm, the clean builds of all arms are shown. Runs of a modified tree are left out. Without --branch, \
      only one branch is shown: main, else master, else the one with the most runs.
      """)

  @OptionGroup var source: HistorySource
  @OptionGroup(title: "Run Options") var runs: HistorySelection

  @Option(
    help: ArgumentHelp(
      "What was built, an arm of the runs: an app, a feature or a module. May be repeated. Default: all of them.",
      valueName: "name"))
  var arm: [String] = []

  @Option(
    help: ArgumentHelp(
      "A scenario; may be repeated. Default: clean, or with --arm all that it has.", valueName: "scenario"))
  var scenario: [String] = []

  @Option(
    help: ArgumentHelp(
      "A module of the combined app's recorded clean builds, or all; may be repeated.", valueName: "name"))
  var module: [String] = []

  @Option(help: "Wall time, or the CPU time of all processes; a module's is always CPU time.")
  var measure = HistoryTrend.Measure.seconds

  @Option(parsing: .unconditional, help: ArgumentHelp("The number of newest runs to use.", valueName: "number"))
  var last = 500

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Report steps of at least this probability, in percent.", valueName: "percent"))
  var probability = 95.0

  @Flag(help: "Exit with code 1 if a step to slower builds came with one of the newest commits.")
  var failIfAny = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --fail-if-any: how many of the newest commits count.", valueName: "number"))
  var newest = 20

  @OptionGroup var result: ResultOptions<TrendReport>

  func validate() throws {
    if last < 1 { throw ValidationError("--last must be 1 or more.") }
    if newest < 1 { throw ValidationError("--newest must be 1 or more.") }
    guard probability >= 50, probability < 100 else {
      throw ValidationError("--probability must be from 50 to below 100.")
    }
  }

  func run() async throws {
    let places = try result.destinations(named: "trend")
    let history = try source.open()
    try runs.check(in: history)
    var names: Set<HistorySeries> = []
    let records = try history.records(try runs.filter.ofOneBranch(in: history), last: last) { series in
      names.insert(series)
      return isWanted(series)
    }
    try check(names, in: history)
    let trends = await HistoryTrend.all(of: records, measure: measure, threshold: probability / 100)
    guard !trends.isEmpty else {
      throw ServiceError(
        "No selected run of the history `\(history.path.visible)` has a figure of the selected builds; runs of a tree with changes do not "
          + "count. `modgauge history list` shows the runs.")
    }
    try result.deliver(TrendReport(trends), to: places)
    if failIfAny, trends.contains(where: { $0.slowed(withinNewest: newest) }) { throw ExitCode(1) }
  }

  private func isWanted(_ series: HistorySeries) -> Bool {
    guard arm.isEmpty || arm.contains(series.arm) else { return false }
    if let name = series.module { return module.contains(name) || module.contains("all") }
    guard module.isEmpty else { return false }
    return scenario.isEmpty ? !arm.isEmpty || series.scenario == .clean : scenario.contains(series.scenario.rawValue)
  }

  private func check(_ known: Set<HistorySeries>, in history: RunHistory) throws {
    let words: [(kind: String, words: [String], known: Set<String>)] = [
      ("arm", arm, Set(known.map(\.arm))), ("scenario", scenario, Set(known.map(\.scenario.rawValue))),
      ("module", module.filter { $0 != "all" }, Set(known.compactMap(\.module))),
    ]
    for (kind, words, known) in words {
      guard let word = words.first(where: { !known.contains($0) }) else { continue }
      let nearest = known.sorted().nearest(to: word)
      let words =
        known.isEmpty
        ? "\(kind) in any run, so none called “\(word)”."
        : "\(kind) “\(word)”"
          + (nearest.isEmpty ? "; it has \(known.sorted().shortened(to: 8))." : "." + nearest.suggestion)
      throw ServiceError("The history `\(history.path)` has no \(words)")
    }
  }
}

extension HistoryTrend.Measure: ExpressibleByArgument {}
