import BuildAnalysis
import ModuleGraph

/// Plans the processes of modules that a proposal changes, from the processes of the recorded modules from which they
/// are derived.
struct Replanning {
  let model: CostModel
  let profiles: [BuiltModule: ModuleProfile]
  /// The maximum number of parallel jobs in the recorded and in the proposed build.
  let jobs: (recorded: Int, proposed: Int)
  /// A factor for all modelled costs, which is used to compute intervals.
  let doubt: Double

  /// A module of the proposed structure.
  struct Target {
    let module: BuiltModule
    let contents: ModuleContents
    let size: CostModel.Size
  }

  /// A recorded module with the part of it that the proposed module contains.
  private struct Source {
    let profile: ModuleProfile
    /// The indices of the contained files; empty if they are unknown, which means all files.
    let files: [Int]
    let share: Double

    var weight: Double {
      files.isEmpty ? max(1, profile.size.lines) * share : files.reduce(0) { $0 + profile.weights[$1] }
    }
  }

  /// The processes that compile and wrap a module, without its linkers.
  /// - Parameter origins: the recorded modules from which it is derived, by id.
  func tasks(of target: Target, from origins: [ModuleID: BuiltModule]) -> WorkPlan.Tasks {
    let sources = sources(of: target, origins)
    guard let main = sources.max(by: { $0.weight < $1.weight }) else { return WorkPlan.Tasks() }
    var tasks = WorkPlan.Tasks()
    if main.profile.tasks.isC {
      tasks.compile = sources.flatMap { objects(of: $0) }
    } else {
      let factors = fixedFactors(target, sources, main)
      let isWhole = isUnchanged(target, sources)
      let frontends = isWhole ? resized(main.profile, to: target.size) : newFrontends(target, sources, main)
      var left: [PlannedProcess]? = frontends
      tasks.compile = rebuilt(main.profile.tasks.compile, factors, &left)
      tasks.wrap = main.profile.tasks.wrap.map { wrap in
        var none: [PlannedProcess]? = []
        return rebuilt([wrap], factors, &none).first ?? wrap
      }
      tasks.isC = false
    }
    tasks.compile = tasks.compile.map { $0.scaled(by: target.contents.factor).belonging(to: target.module) }
    tasks.wrap = tasks.wrap.map { $0.belonging(to: target.module) }
    return tasks
  }

  // MARK: What it is made of

  private func sources(of target: Target, _ origins: [ModuleID: BuiltModule]) -> [Source] {
    let files = Dictionary(grouping: target.contents.files, by: \.module).mapValues { $0.map(\.index) }
    return target.contents.origins.sorted().compactMap { origin in
      guard let profile = origins[origin].flatMap({ profiles[$0] }) else { return nil }
      if let lines = target.contents.newLines {
        return Source(profile: profile, files: [], share: Double(lines) / max(1, profile.size.lines))
      }
      let own = files[origin] ?? []
      let all = profile.weights.reduce(0, +)
      let share = own.isEmpty || all == 0 ? 1 : own.reduce(0) { $0 + profile.weights[$1] } / all
      return Source(profile: profile, files: own, share: share)
    }
  }

  /// Whether it contains exactly the files of one recorded module, compiled by the same number of frontends.
  private func isUnchanged(_ target: Target, _ sources: [Source]) -> Bool {
    guard sources.count == 1, let only = sources.first, target.contents.newLines == nil, only.share == 1 else {
      return false
    }
    let files = only.profile.weights.count
    return batches(of: files, like: only.profile, jobs: jobs.proposed) == only.profile.frontends.count
  }

  // MARK: Costs

  /// The ratio of the costs in the proposed module to those in the main recorded module, by kind of process.
  private func fixedFactors(
    _ target: Target, _ sources: [Source], _ main: Source
  ) -> [CostModel.Fixed: CostModel.Ratio] {
    guard sources.count > 1 || main.profile.size != target.size else { return [:] }
    var factors: [CostModel.Fixed: CostModel.Ratio] = [:]
    for kind in CostModel.Fixed.allCases {
      guard let own = main.profile.fixed[kind] else { continue }
      let observed = sources.reduce(CostModel.Cost()) { $0 + ($1.profile.fixed[kind] ?? .init()) * $1.share }
      let expected = sources.reduce(CostModel.Cost()) { $0 + model(kind, $1.profile.size) * $1.share }
      factors[kind] = (model(kind, target.size) * doubt * observed.divided(by: expected)).divided(by: own)
    }
    return factors
  }

  /// The minimum share of its cost that remains for a frontend that imports less.
  private static let leastShare = 0.1

  /// The frontends of a module with the same files, but different imports.
  private func resized(_ profile: ModuleProfile, to size: CostModel.Size) -> [PlannedProcess] {
    guard profile.size != size else { return profile.frontends }
    let more = (model.overhead(size) - model.overhead(profile.size)) * doubt * profile.frontendRatio(model)
    return profile.frontends.map { frontend in
      let (own, least) = (frontend.ownCost, frontend.ownCost * Self.leastShare)
      return frontend.costing(
        .init(cpu: max(least.cpu, own.cpu + more.cpu), work: max(least.work, own.work + more.work)))
    }
  }

  private func newFrontends(_ target: Target, _ sources: [Source], _ main: Source) -> [PlannedProcess] {
    guard !main.profile.frontends.isEmpty else { return [] }
    var files: [(name: String, cost: CostModel.Cost)] = []
    for source in sources {
      let costs = source.profile.fileCosts(model)
      if target.contents.newLines != nil {
        files.append(("", costs.reduce(.init(), +) * source.share))
      } else if source.files.isEmpty {
        files.append(("", source.profile.frontendCost))
      } else {
        files += source.files.map { (source.profile.name(ofFile: $0), costs[$0]) }
      }
    }
    let count = batches(of: files.count, like: main.profile, jobs: jobs.proposed)
    let overhead = main.profile.overhead(model, at: target.size, doubt: doubt)
    return (0..<count).map { batch in
      let own = files[(batch * files.count / count)..<((batch + 1) * files.count / count)]
      let cost = own.reduce(overhead) { $0 + $1.cost }
      var frontend = main.profile.frontends[batch % main.profile.frontends.count].costing(cost)
      frontend.job.files = own.map(\.name).filter { !$0.isEmpty }
      frontend.job.fileCount = frontend.job.files.count
      return frontend
    }
  }

  /// The maximum number of files that a driver assigns to one frontend (`BatchModeInfo` of swift-driver).
  private static let filesPerBatch = 25

  /// The number of frontends for a number of files.
  private func batches(of files: Int, like profile: ModuleProfile, jobs: Int) -> Int {
    func expected(_ files: Int, _ jobs: Int) -> Int {
      max(1, min(files, max(jobs, (files + Self.filesPerBatch - 1) / Self.filesPerBatch)))
    }
    let (seen, known) = (profile.frontends.count, profile.weights.count)
    // Whole-module compilation.
    if profile.isCompiledAsWhole { return seen }
    if seen == known, seen > expected(known, self.jobs.recorded) { return max(1, files) }
    let rule = expected(known, self.jobs.recorded)
    if seen == rule || known == 0 { return expected(files, jobs) }
    return max(1, min(files, (expected(files, jobs) * seen + rule / 2) / rule))
  }

  // MARK: Processes

  /// The processes with scaled costs, and with the recorded frontends replaced by others.
  private func rebuilt(
    _ processes: [PlannedProcess], _ factors: [CostModel.Fixed: CostModel.Ratio], _ frontends: inout [PlannedProcess]?
  ) -> [PlannedProcess] {
    processes.flatMap { process -> [PlannedProcess] in
      if process.isFrontend {
        defer { frontends = [] }
        return frontends ?? []
      }
      var new = process.ownScaled(by: process.fixedKind.flatMap { factors[$0] } ?? .init())
      if !process.below.isEmpty {
        new.below = rebuilt(process.below, factors, &frontends)
        if jobs.proposed != jobs.recorded, new.places > 0 { new.places = jobs.proposed }
      }
      return [new]
    }
  }

  /// The processes that compile the C files of a recorded module that the proposed module contains.
  private func objects(of source: Source) -> [PlannedProcess] {
    let names = Set(source.files.map { source.profile.name(ofFile: $0) })
    return source.profile.tasks.compile.filter { process in
      names.isEmpty || process.job.files.isEmpty || !names.isDisjoint(with: process.job.files.map(\.lastComponent))
    }
  }
}

extension String {
  fileprivate var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
