package import BuildAnalysis
import Documents
package import Foresight
package import ModuleGraph
package import Reports
import Workspace

/// A recorded build from which other builds of the same workspace are estimated.
package struct RecordedEstimate {
  private let build: RecordedBuild
  /// `nil` if there is no trace, or its replay is not accurate enough.
  private let replay: PartialReplay?
  /// `nil` without one.
  private let recorded: RecordedTrace?
  private let path: String
  private let graph: ModuleGraph
  /// As in `clean build of App`, or for the costs of a run `clean build of App, median of 2`.
  private let name: String

  /// - Parameters:
  ///   - path: a folder or a file of `modgauge record` or `modgauge bench --record`.
  ///   - graph: at least one of its modules must have a figure.
  /// - Throws: `ServiceError`, and what ``RecordedCosts`` throws.
  package init(at path: String, for graph: ModuleGraph) throws {
    let costs = try RecordedCosts.read(path, for: nil)
    let (build, trace, replayed) = try RecordedCosts.document(at: path) { bytes throws(DocumentError) in
      if Schema(ofJSON: bytes)?.name == TimelineDocument.schema.name {
        return (RecordedBuild(try TimelineDocument(json: bytes)), String?.some(RecordFolder.traceName), costs.build)
      }
      let run = try Run(jsonOrJournal: bytes)
      let clean = run.reference.map { Case(arm: $0.name, scenario: .clean) }
      let trace = RunFindings(run).recordedBuilds.first { $0.case == clean }?.trace
      return (RecordedBuild(run), trace, clean.map { "clean build of \($0.arm)" } ?? costs.build)
    }
    let folder = Path.isFolder(path) ? path : InputFile.folder(of: path)
    // Without a trace, a build still has the cost of each module.
    let recorded = trace.flatMap { try? RecordedTrace(at: "\(folder)/\($0)") }
    let moves = recorded.map { ModuleMove.byRenamedPackages(from: $0.recording.graph, to: graph) } ?? []
    try costs.require(anyOf: graph, movedBy: moves, path: path)
    guard let build else {
      throw ServiceError(
        "`\(path.visible)` cannot be used for estimates: it is not a complete clean build, or it belongs to a run that built "
          + "packages from elsewhere. Record one with `modgauge record`.")
    }
    self.build = build.renaming(moves)
    self.recorded = recorded?.renaming(moves)
    (self.path, self.graph) = (path, graph)
    replay = self.recorded.flatMap { PartialReplay($0.trace, graph: $0.recording.graph) }
    // Of a run's builds, only the one in the middle is replayed.
    name = replay == nil ? costs.build : replayed
  }

  /// Whether it was built like the builds of a run.
  package func isOf(_ run: Run) -> Bool {
    build.cores == run.environment.cores && build.configuration == run.plan.configuration && run.command == nil
  }

  package var source: BuildEstimate {
    BuildEstimate(
      build: name, method: replay.map { .replay(relativeError: $0.relativeError) } ?? .cpuShare,
      otherProgramsShare: recorded?.otherProgramsShare)
  }

  /// Estimates for modules of a graph.
  package func estimates(in graph: ModuleGraph) -> FeatureShares.Estimates {
    guard let replay else { return .init(seconds: { build.seconds(for: $0, in: graph) }) }
    func seconds(_ modules: [ModuleID], without excluded: [ModuleID] = []) -> Double? {
      build.names(for: modules, without: excluded, in: graph).map(replay.seconds)
    }
    return .init(
      seconds: { seconds($0) },
      secondsSaved: { modules, excluded in
        seconds(modules).flatMap { whole in seconds(modules, without: excluded).map { whole - $0 } }
      })
  }

  /// Estimates of the cost of recompiling modules, without the work that the first compilers of a clean build do for
  /// all.
  package var rebuilds: RebuildEstimates {
    let costs = recordedCosts
    return RebuildEstimates(
      cpuSeconds: { [build] ids in
        build.cpuSeconds(of: ids).map { max(0, $0 - (costs?.preparationSeconds(in: ids) ?? 0)) }
      },
      seconds: { [replay] in replay?.seconds(compilingAgain: $0) })
  }

  package var usesSwiftBuild: Bool { recorded?.trace.header.usesSwiftBuild ?? false }

  /// The cost of each compiler of the build.
  /// - Throws: `ServiceError`.
  package func compilerCosts() throws -> CompilerCosts {
    guard let recorded else { throw Self.unusable(path) }
    let timeline = recorded.recording.timeline(of: recorded.trace, assumesPreparation: true)
    guard timeline.isComplete else { throw Self.unusable(path, timeline.gaps) }
    return CompilerCosts(timeline)
  }

  /// The timelines of recorded incremental builds, made in the same configuration.
  /// - Throws: `ServiceError`, `RecordedStructures.RecordingError.sameBuild`, and what ``RecordedTrace`` throws.
  package func incrementalBuilds(at paths: [String]) throws -> [Timeline] {
    var known: [String: String] = [:]
    return try paths.map { path in
      let (timeline, build) = try incrementalBuild(at: path)
      if let other = known.updateValue(path, forKey: build) {
        throw RecordedStructures.RecordingError.sameBuild(path, other)
      }
      return timeline
    }
  }

  private func incrementalBuild(at path: String) throws -> (Timeline, build: String) {
    let file = RecordFolder(path: path).trace
    guard Path.isFile(file), var trace = try RecordedTrace(at: file) else { throw Self.unusable(path) }
    trace = trace.renaming(ModuleMove.byRenamedPackages(from: trace.recording.graph, to: graph))
    let subject = trace.recording.subject
    guard !subject.isClean, build.configuration == subject.configuration else {
      throw ServiceError(
        "`\(path.visible)` is not an incremental build in the configuration of the clean one. Record one with `modgauge record "
          + "--incremental --scratch-path FOLDER`.")
    }
    let timeline = trace.recording.timeline(of: trace.trace)
    guard timeline.isComplete else { throw Self.unusable(path, timeline.gaps) }
    return (timeline, trace.trace.header.build)
  }

  private var recordedCosts: CompilerCosts? { try? compilerCosts() }

  /// - Parameter gaps: what is wrong with the trace; empty if there is none, or none that can be read.
  private static func unusable(_ path: String, _ gaps: [Timeline.Gap] = []) -> ServiceError {
    ServiceError(
      gaps.isEmpty
        ? "`\(path.visible)` has no trace, which contains the cost of each compiler process. Give the folder that `modgauge record` wrote."
        : "Nothing can be predicted from `\(path.visible)`: \(gaps.map(\.sentence).joined(separator: "; ")). Record another "
          + "build with `modgauge record`.")
  }
}
