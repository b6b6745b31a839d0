import ArgumentParser
import BuildAnalysis
import Documents
import Services

/// Which part of a plan this machine carries out.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Carry out one shard of this plan, written by `modgauge plan`; it determines all options except those for paths.",
      valueName: "file"))
  var plan: String?

  @Option(
    help: ArgumentHelp(
      "With --plan: the number of this machine and of all machines, as in 2/4. Default: what the CI service says.",
      valueName: "i/n"))
  var shard: ShardPosition?

  func validate() throws {
    if shard != nil, plan == nil { throw ValidationError("--shard requires --plan.") }
  }

  /// The part of a plan that this machine carries out; `nil` without a plan.
  /// - Throws: see `PlanShare`.
  func share(by command: PlanDocument.Command) throws -> PlanShare? {
    try plan.map { try PlanShare(of: $0, at: shard, by: command) }
  }
}

extension ShardPosition: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
