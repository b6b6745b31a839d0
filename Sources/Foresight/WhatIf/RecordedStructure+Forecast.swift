import BuildAnalysis
import CMath
import ModuleGraph

extension RecordedStructure {
  /// The predicted wall time of a clean build, in seconds.
  /// - Throws: `ProposalError`.
  /// - Complexity: one replay.
  package func seconds(_ proposal: Proposal) throws(ProposalError) -> Double {
    seconds(of: build(try proposed(proposal)).replayed.nanoseconds)
  }

  /// The wall time in seconds: the replayed time plus the time before and after it, corrected by the relative error of
  /// the unchanged replay.
  func seconds(of replayed: Double) -> Double {
    (replayed + Double(aroundNanoseconds)) / 1e9 / (1 + relativeError)
  }

  /// Predicts the build of a proposed structure.
  /// - Throws: `ProposalError`.
  /// - Complexity: four replays, plus one for each executable and structure, and up to a limit, one for each rebuild
  ///   that differs.
  package func forecast(_ proposal: Proposal) throws(ProposalError) -> Forecast {
    let structure = try proposed(proposal)
    let (before, after) = (build(unchanged), build(structure))
    let error = costs.typicalError
    let bounds = [1 / (1 + error), 1 + error].map { build(structure, doubt: $0) }
    let others = try alternatives.map { other throws(ProposalError) in
      let build = other.build(try other.proposed(proposal))
      return (wall: other.seconds(of: build.replayed.nanoseconds), build: build)
    }
    let wall = seconds(of: after.replayed.nanoseconds)
    let other = measuredCPUMicroseconds - before.totalCPUMicroseconds
    func cpu(_ build: PlannedBuild) -> Double { Double(other + build.totalCPUMicroseconds) / 1e6 }
    let comparison = RebuildComparison(recorded: self, structure: structure, before: before, after: after)
    return Forecast(
      proposal: proposal, recordings: 1, measuredSeconds: measuredSeconds,
      measuredCPUSeconds: Double(measuredCPUMicroseconds) / 1e6, relativeError: relativeError,
      seconds: estimate(wall, bounds.map { seconds(of: $0.replayed.nanoseconds) } + others.map(\.wall)),
      cpuSeconds: estimate(cpu(after), bounds.map(cpu) + others.map { cpu($0.build) }),
      before: before.figures, after: after.figures, costs: costs, divided: dividedModules(of: structure),
      assumptions: structure.assumptions + driverAssumption(of: structure) + preparationAssumption,
      rebuilds: comparison.rebuilds,
      programs: comparison.programs,
      graphBefore: graph, graphAfter: structure.graph, cpuSecondsByModule: comparison.cpuSecondsByModule,
      preparationSecondsByModule: comparison.preparationSecondsByModule)
  }

  private func driverAssumption(of structure: ProposedStructure) -> [Assumption] {
    let model = structure.proposedMachine.unblocking
    return model == machine.unblocking ? [] : [.otherDrivers(model)]
  }

  /// The assumption about the work that the first compilers share, if the recording does not show it.
  private var preparationAssumption: [Assumption] {
    switch preparationBasis {
    case .measured: return []
    case .assumed: return preparation.shared == nil ? [] : [.assumedPreparation]
    case .none: return variants.count == 1 ? variants.keys.map { .preparation(in: $0) } : []
    }
  }

  /// The recorded modules whose files belong to several modules of a structure, sorted.
  func dividedModules(of structure: ProposedStructure) -> [DividedModule] {
    let parts = structure.contents.values.flatMap { Set($0.files.map(\.module)) }
    let counts = Dictionary(parts.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.filter { $0.value > 1 }.keys.sorted().map { id in
      let isMeasured = (variants[id] ?? []).allSatisfy { profiles[$0]?.isMeasuredByFile ?? false }
      return DividedModule(module: id, costs: isMeasured ? .measured : .lines)
    }
  }

  /// An estimate with an interval that combines the uncertainties of the costs of new modules, of the replay, and of
  /// the noise in both the recorded and the predicted build.
  func estimate(_ value: Double, _ bounds: [Double]) -> Forecast.Estimate {
    let rest = hypot(Forecast.noiseShare, relativeError) * value
    let below = hypot(value - min(value, bounds.min() ?? value), rest)
    let above = hypot((bounds.max() ?? value) - value, rest)
    return Forecast.Estimate(value: value, low: max(0, value - below), high: value + max(0, above))
  }
}

extension PlannedBuild {
  var figures: Forecast.Figures {
    let network = schedule.network
    let chains = schedule.chains
    var path: [String] = []
    for index in chains.longest where network.steps[index].workNanoseconds > 0 {
      guard let module = network.steps[index].module.map({ built.modules[$0].label }), path.last != module else {
        continue
      }
      path.append(module)
    }
    let prepared = schedule.preparation?.nanoseconds(beginners: replayed.beginners.count) ?? 0
    let work = network.steps.reduce(prepared) { $0 + $1.workNanoseconds }
    let whole = Double(schedule.cores) * replayed.nanoseconds
    return Forecast.Figures(
      cores: schedule.cores, jobs: schedule.lanes, modules: built.modules.count,
      criticalPathSeconds: Double(chains.length) / 1e9, criticalPath: path,
      idleCoreSeconds: max(0, whole - work) / 1e9, idleShare: whole > 0 ? max(0, 1 - work / whole) : 0,
      undisturbedSeconds: undisturbedNanoseconds / 1e9)
  }

  /// The replayed duration of a build of some modules, in nanoseconds.
  /// - Parameters:
  ///   - kept: indices of modules, with or without their dependencies.
  ///   - linksAtEnd: whether it is a clean build, in which an executable is linked at the end even if none of the
  ///     modules is one, as in ``PartialReplay``.
  func nanoseconds(building kept: Set<Int>, linksAtEnd: Bool) -> Double {
    let all = cpuMicroseconds.reduce(0, +)
    let share = all > 0 ? Double(kept.reduce(0) { $0 + cpuMicroseconds[$1] }) / Double(all) : 0
    let link = linksAtEnd && kept.isDisjoint(with: linked) ? longestLinkNanoseconds * share : 0
    return schedule.keeping(kept, isClean: linksAtEnd).nanoseconds() + link
  }
}
