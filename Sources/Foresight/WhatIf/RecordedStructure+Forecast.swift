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
    let (before, after) = (build(unchanged), bounded(structure))
    let other = measuredCPUMicroseconds - before.totalCPUMicroseconds
    func cpu(_ build: PlannedBuild) -> Double { Double(other + build.totalCPUMicroseconds) / 1e6 }
    let comparison = RebuildComparison(recorded: self, structure: structure, before: before, after: after.build)
    return Forecast(
      proposal: proposal, recordings: 1, measuredSeconds: measuredSeconds,
      measuredCPUSeconds: Double(measuredCPUMicroseconds) / 1e6, relativeError: relativeError,
      seconds: estimate(after.seconds, after.doubts.map(\.seconds)), gain: gain(to: after),
      cpuSeconds: estimate(cpu(after.build), after.doubts.map { cpu($0.build) }),
      before: before.figures(criticalPath), after: after.build.figures(path(of: after.build, after: before)),
      costs: costs,
      divided: dividedModules(of: structure), assumptions: assumptions(of: structure), rebuilds: comparison.rebuilds,
      programs: comparison.programs,
      graphBefore: graph, graphAfter: structure.graph, cpuSecondsByModule: comparison.cpuSecondsByModule,
      preparationSecondsByModule: comparison.preparationSecondsByModule)
  }

  /// The build of a proposed structure in every case of doubt.
  /// - Complexity: three replays, or four.
  func bounded(_ structure: ProposedStructure) -> BoundedBuild {
    let error = costs.typicalError
    func seconds(_ recorded: RecordedStructure, _ build: PlannedBuild) -> BoundedBuild.Doubt {
      (recorded.seconds(of: build.replayed.nanoseconds), build)
    }
    let expected = seconds(self, build(structure))
    let costly = [1 / (1 + error), 1 + error].map { seconds(self, build(structure, doubt: $0)) }
    return BoundedBuild(
      build: expected.build, seconds: expected.seconds,
      doubts: costly + alternatives.map { seconds($0, $0.build(structure)) })
  }

  /// By how many seconds clean builds become shorter on average: the difference of two replays of one recorded build, in
  /// which the noise of builds cancels out. The interval combines the error of the replay with all that is in doubt.
  /// - Parameter former: the build before; `nil` for the recorded one.
  func gain(from former: BoundedBuild? = nil, to build: BoundedBuild) -> Forecast.Estimate {
    let value = (former?.seconds ?? measuredSeconds) - build.seconds
    let doubts = build.doubts.enumerated().map { (former?.doubts[$0].seconds ?? measuredSeconds) - $1.seconds }
    return Forecast.Estimate(
      value, below: value - min(value, doubts.min() ?? value), above: max(value, doubts.max() ?? value) - value,
      noise: relativeError * measuredSeconds)
  }

  /// The critical path of a proposed build: that of the recorded one, if the proposal leaves it as it is.
  func path(of build: PlannedBuild, after unchanged: PlannedBuild) -> CriticalPath {
    let (path, former) = (build.criticalPath, unchanged.criticalPath)
    let isSame = path.names == former.names && path.workNanoseconds == former.workNanoseconds
    return isSame ? criticalPath : path
  }

  /// What the prediction of a structure assumes.
  func assumptions(of structure: ProposedStructure) -> [Assumption] {
    structure.assumptions + driverAssumption(of: structure) + preparationAssumption
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
      let isMeasured = (variants[id] ?? []).allSatisfy { profiles[$0]?.isMeasuredByFile == true }
      return DividedModule(module: id, costs: isMeasured ? .measured : .lines)
    }
  }

  /// An estimate with an interval that combines the uncertainties of the costs of new modules, of the replay, and of
  /// the noise in both the recorded and the predicted build.
  func estimate(_ value: Double, _ bounds: [Double]) -> Forecast.Estimate {
    Forecast.Estimate(
      value, below: value - min(value, bounds.min() ?? value), above: (bounds.max() ?? value) - value,
      noise: hypot(Forecast.noiseShare, relativeError) * value
    ).fromZero
  }
}

/// A planned build, and what it would be where something is in doubt: with the costs of new modules at either bound, and
/// without shared preparation where that is only assumed.
struct BoundedBuild: Sendable {
  typealias Doubt = (seconds: Double, build: PlannedBuild)

  let build: PlannedBuild
  /// The predicted wall time.
  let seconds: Double
  /// As many for each structure of one recorded build.
  let doubts: [Doubt]
}

extension PlannedBuild {
  var criticalPath: CriticalPath {
    CriticalPath(schedule.network, schedule.chains(beginners: replayed.beginners), modules: built.modules)
  }

  func figures(_ path: CriticalPath) -> Forecast.Figures {
    let network = schedule.network
    let prepared = schedule.preparation?.nanoseconds(beginners: replayed.beginners.count) ?? 0
    let work = network.steps.reduce(prepared) { $0 + $1.workNanoseconds }
    let whole = Double(schedule.cores) * replayed.nanoseconds
    return Forecast.Figures(
      cores: schedule.cores, jobs: schedule.lanes, modules: built.modules.count,
      criticalPath: path, idleCoreSeconds: max(0, whole - work) / 1e9,
      idleShare: whole > 0 ? max(0, 1 - work / whole) : 0,
      undisturbedSeconds: undisturbedNanoseconds / 1e9)
  }
}
