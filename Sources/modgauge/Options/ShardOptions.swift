import ArgumentParser
import BuildAnalysis
import Documents
import Workspace

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
  var shard: ShardPlace?

  func validate() throws {
    if shard != nil, plan == nil { throw ValidationError("--shard requires --plan.") }
  }

  /// The part of a plan, with the arguments that start it: those of the plan, then this machine's own, such as paths.
  struct Share {
    let document: PlanDocument
    let place: ShardPlace
    let path: String

    /// - Parameter own: the arguments of this machine.
    func words(_ own: [String]) -> [String] { (document.words ?? []) + own + ["--shard", place.words] }
  }

  /// - Parameter command: the command that executes it.
  /// - Returns: `nil` without a plan.
  /// - Throws: `Refusal`, and what `InputFile.document` throws.
  func share(by command: PlanDocument.Command) throws -> Share? {
    guard let plan else { return nil }
    let document = try InputFile.document(at: plan, PlanDocument.init(json:))
    guard let planned = document.command, document.words != nil else { throw Refusal.noCommand(path: plan) }
    guard planned == command else { throw Refusal.otherCommand(path: plan, planned) }
    let place = try self.place
    guard place.rounds(of: document.plan.rounds) > 0 else {
      throw Refusal.tooFewRounds(document.plan.rounds, machines: place.count)
    }
    return Share(document: document, place: place, path: plan)
  }

  private var place: ShardPlace {
    get throws {
      if let shard { return shard }
      switch ShardPlace.detected(in: OwnEnvironment.variables) {
      case .found(let place, _): return place
      case .invalid(let service, let index, let count): throw Refusal.invalid(service, index: index, count: count)
      case nil: throw Refusal.noPlace
      }
    }
  }

  enum Refusal: Error, CustomStringConvertible {
    case noCommand(path: String)
    case otherCommand(path: String, PlanDocument.Command)
    case tooFewRounds(Int, machines: Int)
    case invalid(ShardPlace.Service, index: String, count: String)
    case noPlace
    case changed([String], path: String)

    var description: String {
      switch self {
      case .noCommand(let path):
        "The plan `\(path.visible)` does not say which command carries it out. Write one with `modgauge plan`."
      case .otherCommand(let path, let command):
        "The plan `\(path.visible)` is for `modgauge \(command.rawValue)`."
      case .tooFewRounds(let rounds, let machines):
        "The plan has \(rounds) rounds for \(machines) machines, so this one has none. Plan more rounds, or use "
          + "fewer machines."
      case .invalid(let service, let index, let count):
        "\(service.name) says that this is job “\(index)” of “\(count)”, which is invalid. Specify the shard with --shard."
      case .noPlace:
        "The shard is unknown: no CI service was detected. Specify it, as in --shard 2/4."
      case .changed(let what, let path):
        "The plan `\(path.visible)` does not fit this machine, which differs in \(what.joined(separator: ", ")). Use the same revision, "
          + "configuration and arguments, or write another plan."
      }
    }
  }
}

extension ShardOptions.Share {
  /// The part of a run. The run must match the plan.
  /// - Throws: `ShardOptions.Refusal.changed`.
  func part(of run: Run) throws -> Run {
    let facts = [
      ("the rounds and scenarios", run.plan == document.plan), ("what the arms build", run.arms == document.arms),
      ("the revision", document.revision == nil || run.workspace.revision == document.revision),
      ("the base", document.base == nil || run.base?.revision == document.base),
    ]
    let changes = facts.filter { !$0.1 }.map(\.0)
    guard changes.isEmpty else { throw ShardOptions.Refusal.changed(changes, path: path) }
    var run = run
    run.plan.rounds = place.rounds(of: run.plan.rounds)
    run.plan.seed &+= UInt64(place.index)
    run.plan.shard = Run.Plan.Shard(place, of: try document.identity)
    return run
  }
}

extension ShardPlace: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
