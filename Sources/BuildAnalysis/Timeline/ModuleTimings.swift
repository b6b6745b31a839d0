import BuildTrace
import ModuleGraph

/// Computes the figures of each module.
struct ModuleTimings {
  let tasks: ModuleTasks
  let builder: NetworkBuilder
  let model: BuildModel
  let observed: ObservedUnblocking
  let slacks: [Int]
  /// The start of the first compile process.
  let origin: Int
  /// The indices of each module's jobs, sorted by start.
  private let jobs: [[Int]]

  init(
    tasks: ModuleTasks, builder: NetworkBuilder, model: BuildModel, observed: ObservedUnblocking,
    chains: LongestChains, origin: Int
  ) {
    self.tasks = tasks
    self.builder = builder
    self.model = model
    self.observed = observed
    self.origin = origin
    var slacks = [Int](repeating: chains.length, count: tasks.built.modules.count)
    for (index, step) in model.network.steps.enumerated() where step.job != nil {
      guard let module = step.module else { continue }
      slacks[module] = min(slacks[module], chains.slack(of: index))
    }
    self.slacks = slacks
    var jobs = [[Int]](repeating: [], count: tasks.built.modules.count)
    for (index, job) in tasks.tree.jobs.enumerated() {
      if let place = job.module.flatMap(tasks.built.place) { jobs[place].append(index) }
    }
    self.jobs = jobs
  }

  /// The modules with the largest expected gains: first those on the critical path by cost, then the others by cost −
  /// slack.
  /// - Returns: indices, at most `most`.
  func mostPromising(_ most: Int) -> [Int] {
    let costs = jobs.map { $0.reduce(0) { $0 + tasks.tree.jobs[$1].cpuMicroseconds * 1000 } }
    let sorted = slacks.indices.sorted { left, right in
      let (first, second) = (costs[left] - slacks[left], costs[right] - slacks[right])
      return (slacks[left] == 0 ? 0 : 1, -first, left) < (slacks[right] == 0 ? 0 : 1, -second, right)
    }
    return Array(sorted.prefix(most))
  }

  /// Sorted by start, then by module.
  func modules(gains: [Int: PredictedGain]) -> [ModuleTiming] {
    slacks.indices.map { timing(of: $0, gain: gains[$0]) }.sorted { ($0.span, $0.module) < ($1.span, $1.module) }
  }

  private func timing(of place: Int, gain: PredictedGain?) -> ModuleTiming {
    let own = jobs[place].map { tasks.tree.jobs[$0] }
    let span = Span(own.map(\.span.startNanoseconds).min() ?? 0, own.map(\.span.endNanoseconds).max() ?? 0)
    let module = tasks.built.found[place]
    let cpu = own.reduce(0) { $0 + $1.cpuMicroseconds }
    let files = compiledFiles(own)
    let isWhole = files == nil || module?.sources == nil || files == module?.sources
    let perLines = (module?.lines).flatMap {
      $0 > 0 && isWhole && tasks.tree.hasCPUTimes ? Double(cpu) / 1e3 / Double($0) : nil
    }
    let waits = waits(of: place, until: span.startNanoseconds)
    return ModuleTiming(
      module: tasks.built.modules[place], id: module?.id,
      dependencies: tasks.built.dependencies[place].map { tasks.built.modules[$0.to] }, span: span,
      active: own.map(\.span).union, cpuMicroseconds: cpu, hasCPUTime: tasks.tree.hasCPUTimes,
      peakBytes: own.compactMap(\.peakBytes).max(),
      waitingForDependenciesNanoseconds: waits.dependencies, waitingForCoreNanoseconds: waits.core,
      waitingForOtherNanoseconds: waits.other, emitModule: own.spans(.emitModule),
      compile: own.spans(.compile, .cCompile), link: own.spans(.link), compiledFiles: files, lines: module?.lines,
      cpuSecondsPerThousandLines: perLines, unblockedNanoseconds: unblocked(place),
      emittedNanoseconds: tasks.end(tasks.tasks[place].emit), slackNanoseconds: slacks[place], predictedGain: gain)
  }

  /// The number of compiled files; `nil` if a process names no files, as in whole-module compilation.
  private func compiledFiles(_ jobs: [JobTiming]) -> Int? {
    let compiles = jobs.filter { [.compile, .cCompile].contains($0.kind) }
    guard !compiles.isEmpty, compiles.allSatisfy({ $0.fileCount > 0 }) else { return nil }
    return compiles.reduce(0) { $0 + $1.fileCount }
  }

  private func unblocked(_ place: Int) -> Int? {
    let compiled = tasks.end(tasks.tasks[place].compile)
    if tasks.runsDuringBuild(place) { return tasks.end(tasks.tasks[place].link) ?? compiled }
    return observed.model == .atEmitModule ? tasks.end(tasks.tasks[place].emit) ?? compiled : compiled
  }

  // MARK: Waiting

  private func waits(of place: Int, until start: Int) -> (dependencies: Int, core: Int, other: Int) {
    let begin = min(origin, start)
    let ready = min(max(readyNanoseconds(place), begin), start)
    let core = model.lanes.fullNanoseconds(in: Span(ready, start))
    return (ready - begin, core, start - ready - core)
  }

  /// The time at which everything that the module's first task waits for had ended.
  private func readyNanoseconds(_ place: Int) -> Int {
    let first = jobs[place].first.flatMap { tasks.task[$0] }
    let step = first.flatMap(builder.firstPiece)
    return step.map { model.readyNanoseconds[$0] } ?? origin
  }

  /// The total time that modules waited for the end of dependencies whose modules had already been emitted.
  /// - Parameter early: a network in which dependents are unblocked at `-emit-module`.
  func waitedNanoseconds(against early: NetworkBuilder) -> Int {
    zip(builder.ready, early.ready).reduce(0) { sum, ready in
      guard let late = ready.0.map({ builder.steps[$0].span.endNanoseconds }) else { return sum }
      return sum + max(0, late - max(origin, ready.1.map { early.steps[$0].span.endNanoseconds } ?? origin))
    }
  }
}

extension [JobTiming] {
  fileprivate func spans(_ kinds: Job.Kind...) -> [Span] {
    filter { kinds.contains($0.kind) }.map(\.span)
  }
}
