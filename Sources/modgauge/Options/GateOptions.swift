import ArgumentParser
import BuildAnalysis
import Configuration
import Reports

/// The treatment of an inconclusive gate.
enum Inconclusive: String, ExpressibleByArgument, CaseIterable {
  case pass, fail
}

extension Gate.Verdict.Outcome {
  /// Ends the command with the outcome's exit code.
  /// - Throws: `ExitCode`, unless the gate passes.
  func exit(inconclusive: Inconclusive?) throws {
    switch (self, inconclusive) {
    case (.passed, _), (.unresolved, .pass): return
    case (.failed, _), (.unresolved, .fail): throw ExitCode(1)
    case (.unresolved, nil): throw ExitCode(3)
    }
  }
}

/// Whether a comparison must pass the limits of the configuration.
struct GateOptions: ParsableArguments {
  @Flag(
    help:
      "Exit with code 1 if builds became slower than `gate:` in the configuration allows and a new session confirms it, or with 3 if that cannot be told. Ends as soon as it is decided, or after 15 minutes (--time-budget)."
  )
  var gate = false

  @Option(help: "With --gate: if it could not be told, treat that as this instead of exit code 3.")
  var inconclusive: Inconclusive?

  @Option(
    help: ArgumentHelp(
      "With --gate: record confirmed slowdowns in .modgauge-accepted.json, and pass; commit that file.",
      valueName: "reason"))
  var accept: String?

  func validate() throws {
    if !gate, inconclusive != nil || accept != nil {
      throw ValidationError("\(accept == nil ? "--inconclusive" : "--accept") requires --gate.")
    }
    if let accept, accept.allSatisfy(\.isWhitespace) { throw ValidationError("--accept needs a reason.") }
  }

  /// - Throws: `Refusal` if there are no limits to check.
  func check(_ settings: WorkspaceConfiguration) throws(Refusal) {
    if gate, settings.gate.isEmpty { throw .noLimits }
  }

  /// The rounds of a gate whose machines do not know each other's samples.
  private static let sharedRounds = 10
  private static let standardBudget = 15 * 60.0

  /// The number of rounds of a gate, and what ends it earlier: without a stated number, the decision, or a quarter of an
  /// hour.
  /// - Throws: `Refusal` if the stated rounds are too few for any decision.
  func rounds(
    _ rounds: RoundOptions, _ settings: BenchmarkSettings, isShared: Bool
  ) throws(Refusal) -> (Int, Run.Plan.Stopping?) {
    let stated = rounds.rounds ?? (rounds.timeBudget == nil ? settings.rounds : nil)
    if let stated, stated < Gate.looks[0] { throw .tooFewRounds(stated, needed: Gate.looks[0]) }
    if isShared { return (stated ?? Self.sharedRounds, nil) }
    if let stated, rounds.timeBudget == nil { return (stated, nil) }
    let budget = (rounds.timeBudget ?? settings.timeBudget)?.seconds ?? Self.standardBudget
    return (stated ?? Gate.looks[Gate.looks.count - 1], .init(targetHalfWidth: nil, budgetSeconds: budget))
  }

  enum Refusal: Error, CustomStringConvertible {
    case noLimits
    case nothingGated
    /// No scenario measures what changes recompile.
    case nothingChanged
    case tooFewRounds(Int, needed: Int)

    var description: String {
      switch self {
      case .noLimits:
        "The configuration has no `gate:`. Add limits, such as `gate: { clean: { percent: 3, seconds: 1 } }`."
      case .nothingGated:
        "`gate:` has no limit for any of these builds. Select other scenarios with --scenario, or add limits."
      case .nothingChanged:
        "`rebuilt-modules` of `gate:` needs a scenario that changes a module. Name one with --scenario "
          + "incremental:MODULE:CHANGE, or under `bench:`."
      case .tooFewRounds(let rounds, let needed):
        "\(Figures.counted(rounds, "round")) cannot decide a gate: use \(needed) or more, or omit --rounds."
      }
    }
  }
}
