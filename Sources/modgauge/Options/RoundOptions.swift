import ArgumentParser
import BuildAnalysis
import Configuration

/// How often each build is made, and what ends a benchmark before.
struct RoundOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How often each is measured; under 6 nothing is claimed. Default: 6; at most 100 where rounds may end before.",
      valueName: "number"))
  var rounds: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Builds of each before that, not measured; the first resolves. Default: 1.", valueName: "number"))
  var warmups: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Ends the rounds when every interval is ±this or narrower. Default: 1.5, where --time-budget is given.",
      valueName: "percent"))
  var halfWidth: Double?

  @Option(
    help: ArgumentHelp(
      "Begins no round that would not end within this time: 90s, 15m, 1h30m. The first one is always made.",
      valueName: "time"))
  var timeBudget: TimeBudget?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Makes rounds again in which something else disturbed a build, so many at most; the first ones no longer count.",
      valueName: "number"))
  var retryNoisy: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed of the order within the rounds. Default: a random one.", valueName: "number"))
  var seed: UInt64?

  @Option(parsing: .unconditional, help: ArgumentHelp("Ends a build that takes longer.", valueName: "seconds"))
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

  /// What ends the rounds before the last one; `nil` where they are fixed: a number of rounds and nothing else is just
  /// that number, whatever the configuration says.
  func stopping(_ settings: BenchmarkSettings) -> Run.Plan.Stopping? {
    if rounds != nil, !mayStop { return nil }
    let budget = timeBudget ?? settings.timeBudget
    guard let percent = halfWidth ?? settings.halfWidth ?? budget.map({ _ in Self.standardHalfWidth }) else {
      return nil
    }
    return Run.Plan.Stopping(targetHalfWidth: percent / 100, budgetSeconds: budget?.seconds)
  }

  /// How many rounds are made, or allowed.
  func rounds(_ settings: BenchmarkSettings) -> Int {
    rounds ?? (mayStop ? nil : settings.rounds)
      ?? (stopping(settings) == nil ? RunFindings.roundsForClaim : Self.mostRounds)
  }

  /// Whether the command line says what ends the rounds.
  private var mayStop: Bool { halfWidth != nil || timeBudget != nil }

  func warmups(_ settings: BenchmarkSettings) -> Int { warmups ?? settings.warmups ?? 1 }

  private static let standardHalfWidth = 1.5
  /// Up to here all distributions are exact.
  private static let mostRounds = 100
}

extension TimeBudget: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
