import BuildAnalysis
import BuildTrace
import ModuleGraph

/// The processes that start a module's compilers.
///
/// A builder that lets dependents start at the end of a module runs one driver a module, which plans the module and starts
/// its compilers. A builder that lets them start at `-emit-module` plans the module itself and starts each compiler through
/// `swiftc`, as SwiftPM does with `--use-integrated-swift-driver`. So another order is also other work.
extension WorkPlan {
  /// What a module's driver costs without what it starts. Medians of 212 drivers in builds of
  /// `Benchmarks/Forecasts/orchard.yml` and `shelf.yml` with Swift 6.3.1: 65 and 69 ms of CPU time, 39 and 64 ms before the
  /// first compiler, 10 and 16 ms after the last process.
  fileprivate static let driver = (cpuMicroseconds: 67_000, lead: 45e6, tail: 12e6)
  /// With so few jobs, drivers that run alone mostly leave the place of `-emit-module` unused: 45 of 60 drivers of `Eel`,
  /// `Basket`, `Bee`, `Water` and `App` in builds of `Benchmarks/Forecasts/weir.yml` and `orchard.yml` on two cores. Beside
  /// other drivers they use it, but then no core is free.
  fileprivate static let fewJobs = 2
  /// What `swiftc` costs when it only starts a compiler, in the same builds of `orchard.yml` with the integrated driver.
  fileprivate static let starter = CostModel.Cost(cpu: 10_000, work: 10e6)
  /// How much longer the builder's planning takes for each module that it plans itself, also in CPU time: for the twelve
  /// modules of `orchard.yml`, 0.17 s, and 0.24 s of CPU time.
  private static let planningNanoseconds = 15e6

  /// Replaces the processes that start compilers, if the builder lets dependents start at another moment.
  /// - Parameter jobs: the maximum number of processes that a driver runs at once.
  mutating func start(by model: Unblocking.Model, jobs: Int) {
    for (module, tasks) in tasks where !tasks.isC {
      guard let other = model == .atModuleEnd ? tasks.withDriver(of: module, jobs: jobs) : tasks.withoutDriver else {
        continue
      }
      self.tasks[module] = other
      planningNanoseconds += model == .atModuleEnd ? -Self.planningNanoseconds : Self.planningNanoseconds
    }
  }

  /// Lets the compilers of one module run only after those of another one have ended, and after its own interface was written.
  mutating func compileOneAtATime(jobs: Int) {
    for (module, var tasks) in tasks where !tasks.compile.isEmpty {
      let emitting = tasks.compile.filter { $0.job.kind == .emitModule }.reduce(0) { $0 + $1.ownCost.work }
      for index in tasks.compile.indices where tasks.compile[index].job.kind == .compile {
        tasks.compile[index].lead.delay += emitting
      }
      self.tasks[module]?.compile = [tasks.driver(of: module, jobs: jobs)]
    }
  }
}

extension WorkPlan.Tasks {
  /// With every compiler as a task of its own; `nil` if there is no driver.
  fileprivate var withoutDriver: Self? {
    guard compile.contains(where: \.isDriver) else { return nil }
    let all = compile.flatMap { $0.isDriver ? $0.below : [$0] }
    var tasks = self
    tasks.compile = all.filter { $0.job.kind != .wrap }.map { $0.costing($0.ownCost + WorkPlan.starter) }
    // A driver wraps the module although the builder does so again.
    if wrap.isEmpty { tasks.wrap = all.filter { $0.job.kind == .wrap } }
    return tasks
  }

  /// With all compilers below a driver; `nil` if there is one already, or no compiler.
  fileprivate func withDriver(of module: BuiltModule, jobs: Int) -> Self? {
    guard !compile.contains(where: \.isDriver), compile.flatMap(\.flattened).contains(where: \.isFrontend) else {
      return nil
    }
    var tasks = self
    tasks.compile = compile.map { $0.isStarter ? $0.below[0] : $0 }
    var driver = tasks.driver(of: module, jobs: jobs)
    let wrapping = wrap.flatMap(\.flattened).first { $0.job.kind == .wrap }?.ownCost ?? CostModel.Cost()
    driver.job.cpuMicroseconds = WorkPlan.driver.cpuMicroseconds + Int(wrapping.cpu)
    driver.lead.work = WorkPlan.driver.lead
    driver.tail?.work = WorkPlan.driver.tail + wrapping.work
    driver.usesEmitPlace = jobs > WorkPlan.fewJobs
    tasks.compile = [driver]
    return tasks
  }

  /// A driver that starts all compilers, and costs nothing itself.
  fileprivate func driver(of module: BuiltModule, jobs: Int) -> PlannedProcess {
    let spans = compile.map(\.job.span)
    let span = Span(spans.map(\.startNanoseconds).min() ?? 0, spans.map(\.endNanoseconds).max() ?? 0)
    return PlannedProcess(
      job: JobTiming(planning: module, span: span), lead: PlannedProcess.Piece(), tail: PlannedProcess.Piece(),
      below: compile, places: jobs)
  }
}

extension PlannedProcess {
  /// Whether it plans a module and starts its compilers.
  fileprivate var isDriver: Bool { job.kind == .plan && below.contains { $0.job.kind == .compile } }

  /// Whether it only starts one compiler.
  fileprivate var isStarter: Bool { below.count == 1 && below[0].job.kind == job.kind }
}
