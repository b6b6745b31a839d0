/// A process of a recorded or changed build with what the replay needs to know of it, and the processes that it started.
struct PlannedProcess: Sendable {
  /// What one piece of it takes, in nanoseconds.
  struct Piece: Hashable, Sendable {
    /// Alone on a core.
    var work = 0.0
    var delay = 0.0
    var latency = 0.0
  }

  var job: JobTiming
  /// Its work before its first child starts, or all of it.
  var lead: Piece
  /// Its work after its last child ended; `nil` without children.
  var tail: Piece?
  /// Sorted by start.
  var below: [PlannedProcess] = []
  /// How many processes it runs at once.
  var places = 0
  /// Whether it gives the place of `-emit-module` to its next compiler.
  var usesEmitPlace = true
  /// Whether it is part of a manifest.
  var isManifest = false
  /// Whether it links, and did not wait for all that it links.
  var isHasty = false

  /// CPU time of it and of what it started.
  var cpuMicroseconds: Int { below.reduce(job.cpuMicroseconds) { $0 + $1.cpuMicroseconds } }

  /// The same with so many times the work.
  func scaled(by factor: Double) -> PlannedProcess {
    guard factor != 1 else { return self }
    var process = self
    process.job = job.replacing(cpuMicroseconds: Int((Double(job.cpuMicroseconds) * factor).rounded()))
    process.lead.work *= factor
    process.tail?.work *= factor
    process.below = below.map { $0.scaled(by: factor) }
    return process
  }

  /// The same for another module.
  func belonging(to module: BuiltModule) -> PlannedProcess {
    var process = self
    process.job = job.replacing(module: module)
    process.below = below.map { $0.belonging(to: module) }
    return process
  }
}

/// The processes of a build as they can be changed: what the builder started, by the module that it was started for.
struct WorkPlan: Sendable {
  /// The processes of one module. One that compiles and links is in both lists, as in ``ModuleTasks``.
  struct Tasks: Sendable {
    var compile: [PlannedProcess] = []
    var wrap: [PlannedProcess] = []
    /// Those that do not compile as well.
    var link: [PlannedProcess] = []
    var isC = true

    var all: [PlannedProcess] { compile + wrap + link }
  }

  var tasks: [BuiltModule: Tasks]
  /// Processes without a module.
  var strangers: [PlannedProcess]

  /// The processes of a recorded build, without what they prepared for others.
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

  /// CPU time of all processes.
  var cpuMicroseconds: Int {
    tasks.values.reduce(0) { $1.all.reduce($0) { $0 + $1.cpuMicroseconds } }
      + strangers.reduce(0) { $0 + $1.cpuMicroseconds }
  }
}

/// Reads the processes of a recorded build with what they took.
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

  /// Which drivers use the place of `-emit-module`: of those that do not tell, as large a share as of the others.
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
    let job = tree.jobs[index]
    return PlannedProcess(
      job: preparation.ownMicroseconds[index].map { job.replacing(cpuMicroseconds: Int($0)) } ?? job,
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
