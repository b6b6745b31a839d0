import BuildAnalysis

/// A process of a recorded or changed build, with its children and everything that a replay needs.
struct PlannedProcess: Sendable {
  /// The durations of one piece of the process, in nanoseconds.
  struct Piece: Hashable, Sendable {
    /// The duration alone on a core.
    var work = 0.0
    var delay = 0.0
    var latency = 0.0
  }

  var job: JobTiming
  /// Its work before its first child starts; without children, all of its work.
  var lead: Piece
  /// Its work after its last child ended; `nil` without children.
  var tail: Piece?
  /// Sorted by start.
  var below: [PlannedProcess] = []
  /// The maximum number of processes that it runs at once.
  var places = 0
  /// Whether it gives the place of `-emit-module` to its next compiler.
  var usesEmitPlace = true
  /// Whether it compiles or links a manifest.
  var isManifest = false
  /// Whether it is a linker that did not wait for all of its inputs.
  var isHasty = false

  /// The CPU time of the process and its descendants.
  var cpuMicroseconds: Int { below.reduce(job.cpuMicroseconds) { $0 + $1.cpuMicroseconds } }

  /// The process and its descendants with their work multiplied by a factor.
  func scaled(by factor: Double) -> PlannedProcess {
    guard factor != 1 else { return self }
    var process = self
    process.job.cpuMicroseconds = Int((Double(job.cpuMicroseconds) * factor).rounded())
    process.lead.work *= factor
    process.tail?.work *= factor
    process.below = below.map { $0.scaled(by: factor) }
    return process
  }

  /// The process and its descendants with no more work than their CPU time.
  fileprivate func aloneOnCore() -> PlannedProcess {
    var process = self
    process.below = below.map { $0.aloneOnCore() }
    let factor = 1000 * Double(job.cpuMicroseconds) / max(1, ownCost.work)
    return factor < 1 ? process.ownScaled(by: CostModel.Ratio(work: factor)) : process
  }

  /// The process and its descendants for another module.
  func belonging(to module: BuiltModule) -> PlannedProcess {
    var process = self
    process.job.module = module
    process.below = below.map { $0.belonging(to: module) }
    return process
  }
}

/// The processes of a build in a form that can be changed: grouped by the module for which the builder started them.
struct WorkPlan: Sendable {
  /// The processes of one module.
  struct Tasks: Sendable {
    var compile: [PlannedProcess] = []
    var wrap: [PlannedProcess] = []
    /// Linkers that do not also compile.
    var link: [PlannedProcess] = []
    var isC = true

    var all: [PlannedProcess] { compile + wrap + link }

    /// Limits the work of each process to its CPU time. In a clean build, more processes than cores often run, so that they
    /// take longer than their share of the cores.
    mutating func workAloneOnCores() {
      (compile, wrap, link) = (
        compile.map { $0.aloneOnCore() }, wrap.map { $0.aloneOnCore() }, link.map { $0.aloneOnCore() }
      )
    }
  }

  var tasks: [BuiltModule: Tasks]
  /// Processes without a module.
  var strangers: [PlannedProcess]
  /// How much longer the builder itself plans than it did in the recorded build; negative if shorter. Also CPU time.
  var planningNanoseconds = 0.0

  /// The processes of a recorded build, without the shared preparation.
  init(_ analysis: TraceAnalysis, _ preparation: RecordedPreparation) {
    let reader = PlanReader(analysis, preparation)
    strangers = analysis.tasks.strangers.map(reader.process)
    tasks = Dictionary(
      uniqueKeysWithValues: zip(analysis.tasks.built.modules, analysis.tasks.tasks).map { module, tasks in
        let others = Set(tasks.compile + tasks.wrap)
        return (
          module,
          Tasks(
            compile: tasks.compile.map(reader.process), wrap: tasks.wrap.map(reader.process),
            link: tasks.link.filter { !others.contains($0) }.map(reader.process), isC: tasks.isC)
        )
      })
  }
}

extension WorkPlan {
  /// The same plan if each process has a core of its own.
  var aloneOnCores: WorkPlan {
    var plan = self
    for module in tasks.keys { plan.tasks[module]?.workAloneOnCores() }
    return plan
  }
}

/// Extracts the processes of a recorded build with their costs.
private struct PlanReader {
  let analysis: TraceAnalysis
  let preparation: RecordedPreparation
  let model: BuildModel
  let manifests: Set<Int>
  let usesEmitPlace: [Int: Bool]

  init(_ analysis: TraceAnalysis, _ preparation: RecordedPreparation) {
    self.analysis = analysis
    self.preparation = preparation
    model = analysis.model(with: preparation)
    manifests = Set(analysis.tasks.tree.manifests)
    usesEmitPlace = Self.usesEmitPlace(analysis.builder)
  }

  /// Which drivers reuse the place of `-emit-module`. Where this was not observed, the same share of drivers is assumed
  /// as among the others.
  private static func usesEmitPlace(_ builder: NetworkBuilder) -> [Int: Bool] {
    let seen = builder.usesEmitPlace
    let share = seen.isEmpty ? 1 : Double(seen.values.count { $0 }) / Double(seen.count)
    let others = builder.driverNumbers.keys.filter { seen[$0] == nil }.sorted()
    return others.enumerated().reduce(into: seen) { all, other in
      let before = Double(other.offset) * share
      all[other.element] = (before + share).rounded(.down) > before.rounded(.down)
    }
  }

  func process(_ index: Int) -> PlannedProcess {
    let tree = analysis.tasks.tree
    let below = tree.children[index].filter { analysis.tasks.task[$0] != nil }
    let places = analysis.builder.driverNumbers[index].map { model.schedule.drivers[$0] }
    var job = tree.jobs[index]
    if let own = preparation.ownMicroseconds[index] { job.cpuMicroseconds = Int(own) }
    return PlannedProcess(
      job: job,
      lead: piece(analysis.builder.firstPiece(of: index)),
      tail: below.isEmpty ? nil : piece(analysis.builder.lastPiece(of: index)), below: below.map(process),
      places: places ?? 0, usesEmitPlace: usesEmitPlace[index] ?? true, isManifest: manifests.contains(index),
      isHasty: analysis.builder.hastyLinkers.contains(index))
  }

  private func piece(_ index: Int?) -> PlannedProcess.Piece {
    guard let step = index.map({ model.network.steps[$0] }) else { return PlannedProcess.Piece() }
    return PlannedProcess.Piece(
      work: step.workNanoseconds, delay: step.delayNanoseconds, latency: step.latencyNanoseconds)
  }
}
