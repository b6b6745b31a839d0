package import BuildAnalysis
package import Documents
import Workspace

/// The part of a plan that one of several machines carries out.
package struct PlanShare {
  package let document: PlanDocument
  package let place: ShardPosition
  let path: String

  /// Reads a plan.
  /// - Parameters:
  ///   - place: `nil` for what the CI service says.
  ///   - command: the command that carries it out.
  /// - Throws: `ServiceError`, and what `InputFile.document` throws.
  package init(of path: String, at place: ShardPosition?, by command: PlanDocument.Command) throws {
    let document = try InputFile.document(at: path, PlanDocument.init(json:))
    guard let planned = document.command, document.bench != nil || document.compare != nil || document.words != nil
    else {
      throw ServiceError(
        "The plan `\(path.visible)` does not say which command carries it out. Write one with `modgauge plan`.")
    }
    guard planned == command else {
      throw ServiceError("The plan `\(path.visible)` is for `modgauge \(planned.rawValue)`.")
    }
    let place = try place ?? Self.detectedPlace()
    guard place.rounds(of: document.plan.rounds) > 0 else {
      throw ServiceError(
        "The plan has \(document.plan.rounds) rounds for \(place.count) machines, so this one has none. Plan more rounds, or use "
          + "fewer machines.")
    }
    (self.document, self.place, self.path) = (document, place, path)
  }

  private static func detectedPlace() throws -> ShardPosition {
    switch ShardPosition.detected(in: OwnEnvironment.variables) {
    case .found(let place, _): return place
    case .invalid(let service, let index, let count):
      throw ServiceError(
        "\(service.name) says that this is job “\(index)” of “\(count)”, which is invalid. Specify the shard.")
    case nil: throw ServiceError("The shard is unknown: no CI service was detected. Specify it, as in 2/4.")
    }
  }

  /// The part of a run. The run must match the plan.
  /// - Throws: `ServiceError`.
  func part(of run: Run) throws -> Run {
    let facts = [
      ("the rounds and scenarios", run.plan == document.plan), ("what the arms build", run.arms == document.arms),
      ("the revision", document.revision == nil || run.workspace.revision == document.revision),
      ("the base", document.base == nil || run.base?.revision == document.base),
    ]
    let changes = facts.filter { !$0.1 }.map(\.0)
    guard changes.isEmpty else {
      throw ServiceError(
        "The plan `\(path.visible)` does not fit this machine, which differs in \(changes.joined(separator: ", ")). Use the same revision, "
          + "configuration and arguments, or write another plan.")
    }
    var run = run
    run.plan.rounds = place.rounds(of: run.plan.rounds)
    run.plan.seed &+= UInt64(place.index)
    run.plan.shard = Run.Plan.Shard(place, of: try document.identity)
    return run
  }

  /// A request that several machines cannot share.
  package enum Unplannable: Error, CustomStringConvertible {
    case openEnd
    /// What is to be compared has been built, or is not named.
    case noRevisions
    case workingTree

    package var description: String {
      switch self {
      case .openEnd:
        "A plan for several machines has a fixed number of rounds: state it, without a time budget and a half-width."
      case .noRevisions:
        "A plan divides builds that are yet to be made among several machines, so it needs two revisions: "
          + "`modgauge plan -o plan.json compare --base main --head HEAD --rounds 40`. Compare existing runs without a plan: "
          + "`modgauge compare RUN RUN`."
      case .workingTree:
        "A plan for several machines needs a revision that all of them have: name one as the head. The working tree is on this machine only."
      }
    }
  }
}

/// A request that a plan may contain.
package protocol SharedRequest: Equatable {
  init()
  /// Takes the other's paths and results, which are a machine's own, where it states them.
  mutating func takePlaces(of other: Self)
}

extension SharedRequest {
  /// The same builds on a machine that has its own paths.
  /// - Throws: `InvalidRequest` if that machine asks for other builds.
  package func carriedOut(for own: Self) throws(InvalidRequest) -> Self {
    var (planned, rest) = (self, Self())
    planned.takePlaces(of: own)
    rest.takePlaces(of: own)
    guard rest == own else {
      throw InvalidRequest("The plan says what is built; omit all options but those for paths, results and waiting.")
    }
    return planned
  }
}

extension WorkspaceRequest {
  fileprivate mutating func takePlaces(of other: WorkspaceRequest) {
    if other.path != "." { path = other.path }
    configuration = other.configuration ?? configuration
    toolchain = other.toolchain ?? toolchain
    cacheFolder = other.cacheFolder ?? cacheFolder
    (isQuiet, showsTimings) = (isQuiet || other.isQuiet, showsTimings || other.showsTimings)
  }
}

extension BenchRequest: SharedRequest {
  package mutating func takePlaces(of other: BenchRequest) {
    workspace.takePlaces(of: other.workspace)
    build.waits = build.waits || other.build.waits
    (folder, replaces, result) = (other.folder ?? folder, replaces || other.replaces, other.result)
    history.file = other.history.file ?? history.file
    history.isUsed = history.isUsed && other.history.isUsed
  }
}

extension CompareRequest: SharedRequest {
  package mutating func takePlaces(of other: CompareRequest) {
    workspace.takePlaces(of: other.workspace)
    build.waits = build.waits || other.build.waits
    (folder, replaces) = (other.folder ?? folder, replaces || other.replaces)
  }
}
