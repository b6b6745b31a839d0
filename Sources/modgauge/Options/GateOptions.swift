import ArgumentParser
import BuildAnalysis
import Configuration

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
      "Exit with code 1 if builds became slower than `gate:` in the configuration allows and a new session confirms it, or with 3 if the result is inconclusive."
  )
  var gate = false

  @Option(help: "With --gate: treat an inconclusive result as this instead of exit code 3.")
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

  /// A gate needs a fixed number of rounds that is large enough to fail.
  static let rounds = 10

  /// The number of rounds of a gate.
  /// - Parameters:
  ///   - stated: the number given by the user, if any.
  ///   - comparisons: the number of comparisons that are decided together.
  /// - Throws: `Refusal` if none of them could fail with the stated rounds.
  func rounds(stated: Int?, comparisons: Int) throws(Refusal) -> Int {
    // What is counted needs one round.
    guard comparisons > 0 else { return stated ?? 1 }
    let needed = SignificanceReach.pairsNeeded(comparisons: comparisons)
    guard let stated else { return max(Self.rounds, needed) }
    guard stated >= max(needed, RunFindings.roundsForClaim) else {
      throw .tooFewRounds(stated, needed: max(needed, RunFindings.roundsForClaim), comparisons: comparisons)
    }
    return stated
  }

  enum Refusal: Error, CustomStringConvertible {
    case noLimits
    case nothingGated
    /// No scenario measures what changes recompile.
    case nothingChanged
    case tooFewRounds(Int, needed: Int, comparisons: Int)

    var description: String {
      switch self {
      case .noLimits:
        "The configuration has no `gate:`. Add limits, such as `gate: { clean: { percent: 3, seconds: 1 } }`."
      case .nothingGated:
        "`gate:` has no limit for any of these builds. Select other scenarios with --scenario, or add limits."
      case .nothingChanged:
        "`rebuilt-modules` of `gate:` needs a scenario that changes a module. Name one with --scenario "
          + "incremental:MODULE:CHANGE, or under `bench:`."
      case .tooFewRounds(let rounds, let needed, let comparisons):
        "\(rounds) rounds cannot turn \(comparisons == 1 ? "the gated comparison" : "any of \(comparisons) gated comparisons") "
          + "red, however large the slowdown: use \(needed) or more, or omit --rounds."
      }
    }
  }
}
