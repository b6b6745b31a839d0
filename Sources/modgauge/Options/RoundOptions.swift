import ArgumentParser
import BuildAnalysis
import Configuration
import Documents

/// How many rounds are made, and what ends a benchmark earlier.
struct RoundOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Rounds to measure; with fewer than 6 no conclusion is drawn. Default: 6, or up to 100 if rounds may end early.",
      valueName: "number"))
  var rounds: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Builds before the rounds, not measured; the first resolves dependencies. Default: 1.", valueName: "number"))
  var warmups: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stop when every interval is at most ± this percentage. Default: 1.5 with --time-budget.",
      valueName: "percent"))
  var halfWidth: Double?

  @Option(
    help: ArgumentHelp(
      "Start no round that would exceed this time: 90s, 15m, 1h30m. The first round is always made.",
      valueName: "time"))
  var timeBudget: TimeBudget?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Repeat up to this many disturbed rounds; the repeated rounds count instead.",
      valueName: "number"))
  var retryNoisy: Int?

  @Option(
    help: ArgumentHelp(
      """
      on: run the builds of one round and scenario at once, in alternating slices of 25 ms; auto: do so \
      if the machine is noisy and the builder supports it; off: run them one after the other.
      """))
  var inTurns = InTurns.off

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed of the order within the rounds. Default: a random one.", valueName: "number"))
  var seed: UInt64?

  @Option(parsing: .unconditional, help: ArgumentHelp("Terminate a build that takes longer.", valueName: "seconds"))
  var timeout = 3600

  func validate() throws {
    if let rounds, rounds < 1 { throw ValidationError("--rounds must be 1 or more.") }
    if let warmups, warmups < 1 {
      throw ValidationError("--warmups must be 1 or more: the first resolves dependencies.")
    }
    if let retryNoisy, retryNoisy < 1 { throw ValidationError("--retry-noisy must be 1 or more.") }
    if let halfWidth, !(halfWidth > 0 && halfWidth < 100) {
      throw ValidationError("--half-width must be a percentage above 0 and below 100.")
    }
    guard timeout > 0 else { throw ValidationError("--timeout must be 1 second or more.") }
  }

  /// The first of the given options that concern rounds, which excludes --timeout; `nil` if there is none.
  var firstStated: String? {
    let all = [
      ("--rounds", rounds != nil), ("--warmups", warmups != nil), ("--half-width", halfWidth != nil),
      ("--time-budget", timeBudget != nil), ("--retry-noisy", retryNoisy != nil), ("--in-turns", inTurns != .off),
      ("--seed", seed != nil),
    ]
    return all.first(where: \.1)?.0
  }

  var request: RoundRequest {
    var request = RoundRequest()
    (request.rounds, request.warmups, request.retries) = (rounds, warmups, retryNoisy)
    (request.halfWidth, request.budgetSeconds) = (halfWidth, timeBudget?.seconds)
    (request.turns, request.seed, request.timeoutSeconds) = (inTurns.taking, seed, timeout)
    return request
  }
}

enum InTurns: String, ExpressibleByArgument, CaseIterable {
  case off, auto, on

  /// `nil` for never.
  var taking: TurnTaking? { TurnTaking(rawValue: rawValue) }
}

extension TimeBudget: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
