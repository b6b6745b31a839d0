import BuildAnalysis
import ModuleGraph

/// The costs of one module in a recorded build: its processes by kind, and the cost of each file.
struct ModuleProfile: Sendable {
  typealias Cost = CostModel.Cost

  let tasks: WorkPlan.Tasks
  let size: CostModel.Size
  private let files: [ModuleFile]
  /// The lines of each file; if unknown, an equal share of the module's lines.
  let weights: [Double]
  /// The processes that compile Swift files, sorted by start.
  let frontends: [PlannedProcess]
  /// The indices of each frontend's files; `nil` if the trace does not name all of them.
  let ownFiles: [[Int]]?
  let fixed: [CostModel.Fixed: Cost]
  /// `nil` unless every file was measured.
  let measured: MeasuredFiles?

  /// - Parameter measured: the CPU time of a process for each file, in microseconds by name; `nil` if unknown.
  init(_ tasks: WorkPlan.Tasks, files: [ModuleFile], size: CostModel.Size, measured: [String: Double]? = nil) {
    self.tasks = tasks
    self.size = size
    self.files = files
    let even = size.lines / Double(max(1, files.count))
    weights = files.map { max(1, $0.lines.map(Double.init) ?? even) }
    let all = tasks.compile.flatMap(\.flattened)
    frontends = all.filter(\.isFrontend)
    ownFiles = Self.ownFiles(of: frontends, among: files)
    var fixed: [CostModel.Fixed: Cost] = [:]
    for process in all + tasks.wrap.flatMap(\.flattened) where !process.isFrontend {
      if let kind = process.fixedKind { fixed[kind, default: Cost()] = fixed[kind, default: Cost()] + process.ownCost }
    }
    self.fixed = fixed
    let alone = files.compactMap { measured?[$0.name] }
    self.measured =
      alone.count == files.count
      ? MeasuredFiles(
        alone, processes: frontends.count, compiled: frontends.reduce(0) { $0 + $1.job.fileCount },
        cost: frontends.reduce(0) { $0 + $1.ownCost.cpu }) : nil
  }

  private static func ownFiles(of frontends: [PlannedProcess], among files: [ModuleFile]) -> [[Int]]? {
    let indices = Dictionary(zip(files.map(\.name), files.indices)) { first, _ in first }
    var all: [[Int]] = []
    for frontend in frontends {
      let found = frontend.job.files.compactMap { indices[$0] }
      guard !found.isEmpty, found.count == frontend.job.fileCount else { return nil }
      all.append(found)
    }
    return all.joined().count == files.count ? all : nil
  }

  func name(ofFile index: Int) -> String { files[index].name }

  /// Whether each file was compiled by a process of its own, in the recorded build or in another one.
  var isMeasuredByFile: Bool { tasks.isC || measured != nil || ownFiles?.allSatisfy { $0.count == 1 } ?? false }

  /// Whether one compiler compiles all of its files, as in release builds.
  var isCompiledAsWhole: Bool { frontends.contains { $0.job.fileCount == 0 } }

  var frontendCost: Cost { frontends.reduce(Cost()) { $0 + $1.ownCost } }

  /// The size and costs for fitting a model; `nil` for a module without Swift code.
  var observation: CostModel.Observation? {
    guard !tasks.isC, !frontends.isEmpty, size.lines > 0 else { return nil }
    let share = size.lines / Double(frontends.count)
    return CostModel.Observation(
      size: size, fixed: fixed,
      frontends: frontends.indices.map { index in
        (ownFiles.map { $0[index].reduce(0) { $0 + weights[$1] } } ?? share, frontends[index].ownCost)
      })
  }

  /// The ratio of the actual cost of its frontends to that predicted by a model.
  func frontendRatio(_ model: CostModel) -> CostModel.Ratio {
    let own = observation?.frontends ?? []
    return frontendCost.divided(by: own.reduce(Cost()) { $0 + model.frontend(size, ownLines: $1.ownLines) })
  }

  /// The minimum share of a frontend's cost that is attributed to its own files, regardless of the model.
  private static let leastOwnShare = 0.1

  /// The maximum share of the cheapest frontend's cost that is attributed to its overhead by the model, which processes that
  /// share cores make too large. Assumed, so that what it leaves for lines agrees between frontends of one file and of two in
  /// `Benchmarks/Forecasts/development/delta.yml`.
  private static let mostOverheadShare = 0.6

  /// The cost of a frontend before it compiles its first line: measured, otherwise by the model.
  private func overhead(_ model: CostModel) -> Cost {
    if let measured { return frontendCost * (measured.overhead / max(1, frontendCost.cpu)) }
    let (modelled, costs) = (model.overhead(size) * frontendRatio(model), frontends.map(\.ownCost))
    return Cost(
      cpu: min(modelled.cpu, (costs.map(\.cpu).min() ?? modelled.cpu) * Self.mostOverheadShare),
      work: min(modelled.work, (costs.map(\.work).min() ?? modelled.work) * Self.mostOverheadShare))
  }

  /// The same in a module of another size that is derived from it.
  /// - Parameter doubt: a factor for modelled costs.
  func overhead(_ model: CostModel, at size: CostModel.Size, doubt: Double) -> Cost {
    guard measured != nil else {
      return overhead(model) * (model.overhead(size) * doubt).divided(by: model.overhead(self.size))
    }
    let (own, least) = (overhead(model), overhead(model) * Self.leastOwnShare)
    let more = (model.overhead(size) - model.overhead(self.size)) * doubt * frontendRatio(model)
    return Cost(cpu: max(least.cpu, own.cpu + more.cpu), work: max(least.work, own.work + more.work))
  }

  /// The cost of each file in addition to the overhead of each frontend.
  func fileCosts(_ model: CostModel) -> [Cost] {
    let overhead = overhead(model)
    let weights = measured?.own ?? weights
    func own(_ cost: Cost) -> Cost {
      let least = cost * Self.leastOwnShare
      return Cost(cpu: max(least.cpu, cost.cpu - overhead.cpu), work: max(least.work, cost.work - overhead.work))
    }
    var costs = [Cost](repeating: Cost(), count: weights.count)
    func share(_ cost: Cost, among files: [Int]) {
      let all = files.reduce(0) { $0 + weights[$1] }
      for file in files where all > 0 { costs[file] = costs[file] + cost * (weights[file] / all) }
    }
    if let ownFiles {
      for (frontend, files) in zip(frontends, ownFiles) { share(own(frontend.ownCost), among: files) }
    } else {
      for frontend in frontends { share(own(frontend.ownCost), among: Array(weights.indices)) }
    }
    return costs
  }
}

extension PlannedProcess {
  /// The process and all of its descendants, each before its children.
  var flattened: [PlannedProcess] { [self] + below.flatMap(\.flattened) }

  /// Whether it compiles Swift files.
  var isFrontend: Bool { job.kind == .compile && below.isEmpty }

  /// The cost of the process itself, without its children.
  var ownCost: ModuleProfile.Cost {
    ModuleProfile.Cost(cpu: Double(job.cpuMicroseconds), work: lead.work + (tail?.work ?? 0))
  }

  /// The kind of cost that arises once per module; `nil` for linking, C compilers and macro plugins.
  var fixedKind: CostModel.Fixed? {
    switch job.kind {
    case .link, .cCompile, .macroPlugin: nil
    case .emitModule: .emitModule
    case .wrap: .wrap
    default: below.isEmpty ? .other : .driver
    }
  }

  /// The process with its own cost scaled, but not that of its children.
  func ownScaled(by ratio: CostModel.Ratio) -> PlannedProcess {
    var process = self
    process.job.cpuMicroseconds = Int((Double(job.cpuMicroseconds) * ratio.cpu).rounded())
    process.lead.work *= ratio.work
    process.tail?.work *= ratio.work
    return process
  }

  func costing(_ cost: ModuleProfile.Cost) -> PlannedProcess {
    var process = self
    process.job.cpuMicroseconds = Int(cost.cpu.rounded())
    process.lead.work = cost.work
    return process
  }
}
