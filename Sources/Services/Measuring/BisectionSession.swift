package import BuildAnalysis
package import BuildRunner
import Reports
package import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  package import Foundation
#endif

/// Builds revisions, one after another, until the search for a step has an answer or its builds are used up.
package struct BisectionSession {
  /// What is built for each revision.
  package struct Subject {
    package let source: RevisionSource
    /// As in the bad revision.
    package let wanted: PlannedArm
    package let scenarios: ScenarioSelection.Selected
    /// Finds arms in another revision.
    package let selection: (LoadedWorkspace) -> ArmSelection
  }

  package let subject: Subject
  /// The plan of one revision's builds, without its arm.
  package let plan: Run.Plan
  package let place: MeasuringEnvironment
  package let folder: BisectionFolder
  package private(set) var bisection: Bisection
  private var builds: RevisionBuilds

  package init(
    _ bisection: Bisection, of subject: Subject, plan: Run.Plan, by method: BuildMethod, in place: MeasuringEnvironment,
    _ folder: BisectionFolder
  ) {
    (self.bisection, self.subject, self.plan, self.place, self.folder) = (bisection, subject, plan, place, folder)
    builds = RevisionBuilds(by: method, in: place.folders)
  }

  /// - Throws: `ServiceError`, `BenchmarkError`, `CancellationError`.
  package mutating func search() async throws {
    while case .measure(let revision) = bisection.search.next, bisection.buildsMade < bisection.plan.maxBuilds {
      try await measure(revision)
      let isEnd = revision == 0 || revision == bisection.revisions.count - 1
      if isEnd, let build = bisection.obstacle(at: revision) {
        let (end, commit) = (revision == 0 ? "good" : "bad", bisection.revisions[revision].shortCommit)
        throw ServiceError(
          "The \(end) revision \(commit) cannot be measured: \(build.reason ?? "its build failed"). Name another with --\(end)."
        )
      }
    }
    try builds.finish()
  }

  /// The time since the search began, to the millisecond; `nil` if it is one of an older version.
  private var offsetSeconds: Double? {
    guard let start = bisection.started.flatMap({ try? Date($0, strategy: .iso8601) }) else { return nil }
    return max(0, (Date.now.timeIntervalSince(start) * 1e3).rounded() / 1e3)
  }

  private mutating func measure(_ revision: Int) async throws {
    let commit = bisection.revisions[revision].commit
    if !builds.isOpen(commit) {
      let warmup = try await open(revision)
      try note(warmup)
      guard warmup.outcome == .ok, bisection.buildsMade < bisection.plan.maxBuilds else { return }
    }
    let (opened, offset) = (builds, offsetSeconds)
    let (after, result) = try await Interruption.cancelling {
      var builds = opened
      let result = try await builds.build(commit)
      return (builds, result)
    }
    builds = after
    try note(Bisection.Build(revision, result, at: offset))
  }

  /// Copies a revision and builds it once.
  /// - Returns: that build; a failed one if the revision cannot be loaded.
  private mutating func open(_ revision: Int) async throws -> Bisection.Build {
    func failed(_ reason: String) -> Bisection.Build {
      Bisection.Build(revision: revision, warmup: true, outcome: .failed, reason: reason)
    }
    let entry = bisection.revisions[revision]
    let loaded: RevisionSource.Loaded
    do {
      loaded = try await subject.source.load(
        entry.commit, calling: "revision \(entry.shortCommit)", in: place.folders.revision(.head))
    } catch let error where !(error is CancellationError) {
      // It may have been told.
      let words = error is Reported ? nil : "\(error)".split(separator: "\n").first
      return failed("its packages cannot be read" + (words.map { ": \($0)" } ?? ""))
    }
    let scenarios = subject.scenarios
    guard let planned = subject.selection(loaded.workspace).arms(like: [subject.wanted]).first else {
      return failed("it has no \(subject.wanted.arm.name)")
    }
    let shared = try ScenarioSelection(workspace: loaded.workspace, arms: [planned]).shared(scenarios)
    guard shared.scenarios == scenarios.scenarios else { return failed("it cannot be built from that state") }
    let arm = planned.at(entry.commit)
    let run = Run(environment: bisection.environment, workspace: loaded.subject, plan: plan, arms: [arm.arm])
    let built = BuildSubject(
      workspace: loaded.workspace, arms: [arm], sites: shared.sites, home: subject.source.home)
    do { return try await open(revision, built, for: run) } catch let error as BenchmarkError {
      guard case .notResolved = error else { throw error }
      return failed("\(error)".split(separator: "\n").first.map(String.init) ?? "")
    }
  }

  private mutating func open(
    _ revision: Int, _ subject: BuildSubject, for run: Run
  ) async throws -> Bisection.Build {
    let (former, offset, commit) = (builds, offsetSeconds, bisection.revisions[revision].commit)
    let (after, result) = try await Interruption.cancelling {
      var builds = former
      let result = try await builds.open(commit, subject, for: run)
      return (builds, result)
    }
    builds = after
    return Bisection.Build(revision, result, at: offset, isWarmup: true)
  }

  /// Stores a build, and prints it.
  private mutating func note(_ build: Bisection.Build) throws {
    bisection.builds.append(build)
    try folder.write(bisection)
    guard !subject.source.request.isQuiet else { return }
    let revision = bisection.revisions[build.revision]
    let name = "[\(bisection.buildsMade)] \(revision.shortCommit) “\(revision.subject)”".visible
    guard build.outcome == .ok else {
      return Terminal.note("\(name): left out, \((build.reason ?? "it does not build").visible)")
    }
    if build.warmup == true { return Terminal.note("\(name), warm-up: \(Figures.seconds(build.seconds))") }
    let kind = bisection.plan.measure == .cpu ? " CPU" : ""
    Terminal.note("\(name): \(Figures.seconds(bisection.figure(of: build)))\(kind)\(belief)")
  }

  /// As in `; most likely since 1234567890 (63.0 %)`.
  private var belief: String {
    let search = bisection.search
    guard search.isLocating, let best = search.probabilities.enumerated().max(by: { $0.element < $1.element }) else {
      return ""
    }
    let commit = bisection.revisions[best.offset].shortCommit
    return "; most likely since \(commit) (\(Figures.percent(best.element)))"
  }
}

extension Bisection.Build {
  fileprivate init(_ revision: Int, _ result: BuildResult, at offsetSeconds: Double?, isWarmup: Bool = false) {
    self.init(
      revision: revision, offsetSeconds: offsetSeconds, warmup: isWarmup ? true : nil, outcome: result.outcome,
      seconds: result.seconds?.rounded(decimals: 6), cpuSeconds: result.cpuSeconds, reason: result.reason,
      log: result.log, noise: result.noise)
  }
}
