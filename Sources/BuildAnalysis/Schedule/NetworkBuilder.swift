import BuildTrace
import ModuleGraph

/// Creates the work network of a build.
///
/// For a recorded build, a wait is omitted if the dependent started earlier: either the dependency's condition does not
/// hold, or its kind does not require waiting. Thus all chains of the network are in chronological order. In a changed
/// build, modules wait for all other dependencies (``ChangedWaits``).
package struct NetworkBuilder {
  private let tasks: ModuleTasks
  private let unblocking: ObservedUnblocking
  private let model: Unblocking.Model
  private let changed: ChangedWaits?
  private let usesAllPlaces: Bool
  package private(set) var steps: [WorkNetwork.Step] = []
  private(set) var waits: [(from: Int, to: Int)] = []
  /// The first and the last piece of each job.
  private var pieces: [(first: Int, last: Int)?]
  /// The milestone at which each module, with everything that is linked with it, was complete.
  private var closed: [Int?]

  /// The milestone after which each module may be compiled; `nil` for a module that is not compiled or waits for
  /// nothing.
  private(set) var ready: [Int?]
  /// The milestones at which each module's `-emit-module`, compilation and linking were complete.
  private(set) var emitted: [Int?]
  private(set) var compiled: [Int?]
  private(set) var linked: [Int?]
  /// The milestone at which the builder's plan was complete; `nil` if no module was compiled.
  private var planned: Int?
  /// The waits for dependencies that the build did not keep.
  package private(set) var unkept: Set<ChangedWaits.Wait> = []
  /// The linkers that did not wait for all of their inputs, by job index.
  package private(set) var hastyLinkers: Set<Int> = []
  /// The number of each driver, by job index. A driver is a task that starts further jobs.
  package private(set) var driverNumbers: [Int: Int] = [:]
  /// Whether each recorded driver gave the place of `-emit-module` to its next compiler, by job index; without drivers
  /// where this was not observed.
  package private(set) var usesEmitPlace: [Int: Bool] = [:]

  /// - Parameters:
  ///   - changed: the waits of a changed build; `nil` for the recorded build.
  ///   - usesAllPlaces: whether drivers start a compiler whenever one of their places is free, even if they did not.
  /// - Complexity: O(jobs + modules + dependencies), plus O(modules + dependencies) for each linker with unknown
  ///   inputs; of a log O((jobs + modules + dependencies) · log).
  package init(
    _ tasks: ModuleTasks, _ unblocking: ObservedUnblocking, model: Unblocking.Model, changed: ChangedWaits? = nil,
    usesAllPlaces: Bool = false
  ) {
    self.tasks = tasks
    self.unblocking = unblocking
    self.model = model
    self.changed = changed
    self.usesAllPlaces = usesAllPlaces
    pieces = Array(repeating: nil, count: tasks.tree.jobs.count)
    let none = [Int?](repeating: nil, count: tasks.built.modules.count)
    (closed, ready, emitted, compiled, linked) = (none, none, none, none, none)
    addJobs()
    addPlan()
    addMilestones()
    addWaitsOfCompilers()
    addWaitsOfLinkers()
    if tasks.tree.isLogged { addWaitsOfBesides() }
  }

  package var network: WorkNetwork { WorkNetwork(steps: steps, waits: waits) }

  /// The first piece of a job; `nil` for a macro plugin server.
  package func firstPiece(of job: Int) -> Int? { pieces[job]?.first }

  /// The last piece of a job; the same as the first if it started no other jobs.
  package func lastPiece(of job: Int) -> Int? { pieces[job]?.last }

  /// The end of the builder's planning, and its duration from the first process on.
  package var plan: ChangedWaits.Plan? {
    planned.map { .init(endNanoseconds: steps[$0].span.endNanoseconds, nanoseconds: steps[$0].delayNanoseconds) }
  }

  // MARK: Jobs

  private mutating func addJobs() {
    for (index, job) in tasks.tree.jobs.enumerated() {
      guard let task = tasks.task[index] else { continue }
      let below = tasks.tree.children[index].filter { tasks.task[$0] != nil }
      if task == index, !below.isEmpty { driverNumbers[index] = driverNumbers.count }
      let takesLane = tasks.takesLane(task)
      let place = driverNumbers[task].map(WorkNetwork.Slot.driver) ?? (takesLane ? .lane : .none)
      if let first = below.first {
        let start = tasks.tree.jobs[first].span.startNanoseconds
        let end = min(tasks.end(below) ?? start, job.span.endNanoseconds)
        let (before, after): (WorkNetwork.Slot, WorkNetwork.Slot) =
          if task != index { (place, place) } else if takesLane { (.taken, .givenBack) } else { (.none, .none) }
        let lead = addStep(index, Span(job.span.startNanoseconds, start), before)
        let tail = addStep(index, Span(end, job.span.endNanoseconds), after)
        pieces[index] = (lead, tail)
        addWait(lead, tail)
      } else {
        let step = addStep(index, job.span, place)
        pieces[index] = (step, step)
      }
    }
    for index in tasks.tree.jobs.indices { addWaitsInDriver(index) }
  }

  private mutating func addStep(_ job: Int, _ span: Span, _ place: WorkNetwork.Slot) -> Int {
    let module = tasks.tree.jobs[job].module.flatMap(tasks.built.place)
    steps.append(WorkNetwork.Step(job: job, module: module, span: span, place: place, workNanoseconds: 0))
    return steps.count - 1
  }

  /// A driver wraps a module after its compile jobs, and links last. Other jobs do not wait for one another.
  private mutating func addWaitsInDriver(_ index: Int) {
    guard let own = pieces[index] else { return }
    let below = tasks.tree.children[index]
    for child in below {
      guard let piece = pieces[child] else { continue }
      addWait(own.first, piece.first)
      addWait(piece.last, own.last)
    }
    addWaitForPlace(index, below.filter { tasks.tree.jobs[$0].kind == .compile })
    for later in below where [.wrap, .link].contains(tasks.tree.jobs[later].kind) {
      let needed: [Job.Kind] = tasks.tree.jobs[later].kind == .wrap ? [.emitModule, .compile] : [.compile, .wrap]
      for earlier in below where needed.contains(tasks.tree.jobs[earlier].kind) {
        if let from = pieces[earlier], let to = pieces[later] { addWait(from.last, to.first) }
      }
    }
  }

  /// A job that starts at most this long after another one ended is assumed to have waited for it.
  private static let atOnceNanoseconds = 50_000_000

  /// Drivers do not always reuse the place released by `-emit-module`. If not, the compiler that could have taken it
  /// starts when another compiler ends.
  /// - Parameter compilers: the compile jobs of one driver, by their start.
  private mutating func addWaitForPlace(_ driver: Int, _ compilers: [Int]) {
    let jobs = tasks.tree.jobs
    if let changed {
      guard let places = changed.unusedPlaces[driver], places > 1, compilers.count == places,
        let before = compilers.dropLast().min(by: { jobs[$0].cpuMicroseconds < jobs[$1].cpuMicroseconds }),
        let from = pieces[before], let to = pieces[compilers[places - 1]]
      else { return }
      return waits.append((from.last, to.first))
    }
    guard let emit = tasks.tree.children[driver].first(where: { jobs[$0].kind == .emitModule }),
      let late = compilers.first(where: { jobs[$0].span.startNanoseconds >= jobs[emit].span.endNanoseconds })
    else { return }
    let start = jobs[late].span.startNanoseconds
    // On a busy machine, a driver may start it late. It waited for another compiler only if one ended just before.
    usesEmitPlace[driver] = true
    let ended = compilers.filter { jobs[$0].span.endNanoseconds <= start }
    guard start - jobs[emit].span.endNanoseconds > Self.atOnceNanoseconds,
      let before = ended.max(by: { jobs[$0].span.endNanoseconds < jobs[$1].span.endNanoseconds }),
      start - jobs[before].span.endNanoseconds <= Self.atOnceNanoseconds,
      let from = pieces[before], let to = pieces[late]
    else { return }
    usesEmitPlace[driver] = false
    guard !usesAllPlaces else { return }
    addWait(from.last, to.first)
  }

  @discardableResult
  private mutating func addWait(_ from: Int, _ to: Int) -> Bool {
    guard steps[from].span.endNanoseconds <= steps[to].span.startNanoseconds else { return false }
    waits.append((from, to))
    return true
  }

  // MARK: Milestones

  /// No module is compiled before planning is complete, which takes the same time in every replay. Plugins are an
  /// exception, because SwiftPM needs their output for planning.
  private mutating func addPlan() {
    if let changed { return changed.plan.map { addPlan($0) } ?? () }
    let compiled = zip(tasks.tasks, tasks.built.found).flatMap { $1?.kind == .plugin ? [] : $0.compile }
    guard let time = tasks.start(compiled), let start = tasks.start(Array(tasks.tree.jobs.indices)) else { return }
    addPlan(.init(endNanoseconds: time, nanoseconds: Double(time - start)))
  }

  private mutating func addPlan(_ plan: ChangedWaits.Plan) {
    planned = steps.count
    let end = Span(plan.endNanoseconds, plan.endNanoseconds)
    steps.append(WorkNetwork.Step(span: end, place: .none, workNanoseconds: 0, delayNanoseconds: plan.nanoseconds))
  }

  private mutating func addMilestones() {
    for (place, tasks) in tasks.tasks.enumerated() {
      compiled[place] = addMilestone(place, after: tasks.compile.compactMap { pieces[$0]?.last })
      emitted[place] = addMilestone(place, after: tasks.emit.compactMap { pieces[$0]?.last })
      linked[place] = addMilestone(place, after: tasks.link.compactMap { pieces[$0]?.last })
    }
  }

  /// Lets each of some pieces wait for all of others that ended before it started. What many of them wait for is
  /// gathered in milestones, so that there are not as many waits as pairs.
  private mutating func addWaits(_ later: [Int], after earlier: [Int]) {
    let ended = earlier.sorted {
      (steps[$0].span.endNanoseconds, $0) < (steps[$1].span.endNanoseconds, $1)
    }
    let starting = later.sorted {
      (steps[$0].span.startNanoseconds, $0) < (steps[$1].span.startNanoseconds, $1)
    }
    var (next, gathered) = (0, Int?.none)
    for piece in starting {
      var open = gathered.map { [$0] } ?? []
      while next < ended.count, steps[ended[next]].span.endNanoseconds <= steps[piece].span.startNanoseconds {
        open.append(ended[next])
        next += 1
      }
      gathered = open.count > 1 ? addMilestone(nil, after: open) : open.first
      if let gathered { addWait(gathered, piece) }
    }
  }

  /// Adds a milestone at which all of some pieces are complete; `nil` without pieces.
  private mutating func addMilestone(_ module: Int?, after pieces: [Int]) -> Int? {
    guard let time = pieces.map({ steps[$0].span.endNanoseconds }).max() else { return nil }
    steps.append(WorkNetwork.Step(module: module, span: Span(time, time), place: .none, workNanoseconds: 0))
    for piece in pieces { waits.append((piece, steps.count - 1)) }
    return steps.count - 1
  }

  // MARK: Between modules

  private mutating func addWaitsOfCompilers() {
    for (place, tasks) in tasks.tasks.enumerated() {
      guard let start = self.tasks.start(tasks.compile) else { continue }
      ready[place] = addMilestone(place, after: needed(by: place, startingAt: start))
      for job in tasks.compile {
        guard let to = pieces[job]?.first else { continue }
        if let planned { addWait(planned, to) }
        if let ready = ready[place] { waits.append((ready, to)) }
      }
      for job in tasks.wrap {
        guard let to = pieces[job]?.first else { continue }
        for from in [compiled[place], emitted[place]].compactMap(\.self) { addWait(from, to) }
      }
    }
  }

  /// The milestones that a module waits for before it is compiled.
  private mutating func needed(by place: Int, startingAt start: Int) -> [Int] {
    tasks.built.dependencies[place].compactMap { edge in
      guard let milestone = milestone(for: place, of: edge.to) else { return nil }
      let wait = ChangedWaits.Wait(module: tasks.built.modules[place], dependency: tasks.built.modules[edge.to])
      if let changed { return changed.unkept.contains(wait) ? nil : milestone }
      if steps[milestone].span.endNanoseconds <= start { return milestone }
      unkept.insert(wait)
      return nil
    }
  }

  /// The milestone of a dependency that a module waits for before it is compiled.
  private func milestone(for module: Int, of dependency: Int) -> Int? {
    if tasks.runsDuringBuild(dependency) { return linked[dependency] ?? compiled[dependency] }
    if tasks.tasks[module].isC { return unblocking.cWaits ? compiled[dependency] : nil }
    if tasks.tasks[dependency].isC { return unblocking.swiftWaitsForC ? compiled[dependency] : nil }
    return model == .atEmitModule ? emitted[dependency] ?? compiled[dependency] : compiled[dependency]
  }

  private mutating func addWaitsOfLinkers() {
    addClosures()
    var foreign: [Int] = []
    for (place, tasks) in tasks.tasks.enumerated() where !tasks.link.isEmpty {
      let compile = Set(tasks.compile)
      for job in tasks.link where !compile.contains(job) {
        guard let to = pieces[job]?.first else { continue }
        guard self.tasks.built.found[place] != nil else {
          foreign.append(to)
          continue
        }
        if let closed = closed[place], link(job, at: to, after: closed) { continue }
        addWaitsForCompiled(to, among: reached(from: place))
      }
    }
    for job in tasks.strangers where tasks.tree.jobs[job].kind == .link {
      if let to = pieces[job]?.first { foreign.append(to) }
    }
    guard !foreign.isEmpty else { return }
    addWaits(foreign, after: compiled.indices.flatMap(pieces(compiledFor:)))
  }

  /// - Returns: whether the linker waits for all of its inputs.
  private mutating func link(_ job: Int, at piece: Int, after closed: Int) -> Bool {
    if let changed, !changed.hastyLinkers.contains(job) {
      waits.append((closed, piece))
      return true
    }
    let waited = addWait(closed, piece)
    if !waited { hastyLinkers.insert(job) }
    return waited
  }

  /// A linker with incomplete inputs waits for those that were compiled before it.
  private mutating func addWaitsForCompiled(_ linker: Int, among places: [Int]) {
    for place in places {
      for from in pieces(compiledFor: place) { addWait(from, linker) }
    }
  }

  /// The pieces after which a module can be linked.
  private func pieces(compiledFor place: Int) -> [Int] {
    tasks.tasks[place].wrap.compactMap { pieces[$0]?.last } + [compiled[place]].compactMap(\.self)
  }

  /// Adds milestones for the inputs of linkers: a module and all its dependencies, except tools that run during the
  /// build.
  private mutating func addClosures() {
    let edges = tasks.built.dependencies.enumerated().flatMap { place, edges in
      edges.filter { !tasks.runsDuringBuild($0.to) }.map { (from: place, to: $0.to) }
    }
    let graph = IndexedGraph(vertexCount: closed.count, edges: edges)
    // Strongly connected components in reverse topological order: dependencies come first.
    for place in graph.stronglyConnectedComponents.flatMap(\.self) {
      let own = tasks.tasks[place].wrap.compactMap { pieces[$0]?.last } + [compiled[place]].compactMap(\.self)
      closed[place] = addMilestone(place, after: own + graph.successors(of: place).compactMap { closed[$0] })
    }
  }

  /// Of a log: a module is compiled after its scripts and copies before that, and those after its linking wait for it, for one another
  /// in order, and for those of its dependencies.
  private mutating func addWaitsOfBesides() {
    var finished = [Int?](repeating: nil, count: closed.count)
    addWaitsOfSwiftDrivers()
    for (place, tasks) in tasks.tasks.enumerated() {
      finished[place] = addMilestone(place, after: tasks.after.compactMap { pieces[$0]?.last })
      addWaits(
        tasks.compile.compactMap { pieces[$0]?.first }, after: tasks.before.compactMap { pieces[$0]?.last })
    }
    for (place, tasks) in tasks.tasks.enumerated() {
      var ended: Int?
      addWaits(
        tasks.after.compactMap { pieces[$0]?.first },
        after: self.tasks.built.dependencies[place].compactMap { finished[$0.to] })
      for job in tasks.after {
        guard let to = pieces[job]?.first, let last = pieces[job]?.last else { continue }
        for from in [linked[place], compiled[place], ended].compactMap(\.self) { addWait(from, to) }
        if let end = ended, steps[end].span.endNanoseconds >= steps[last].span.endNanoseconds { continue }
        ended = last
      }
    }
  }

  /// Of a log: a module's Swift compilers wait for the driver's planning, and the step that unblocks dependents for `-emit-module`.
  private mutating func addWaitsOfSwiftDrivers() {
    let jobs = tasks.tree.jobs
    for tasks in tasks.tasks {
      let swift = tasks.compile + tasks.emit
      addWaits(
        swift.filter { [.emitModule, .compile].contains(jobs[$0].kind) }.compactMap { pieces[$0]?.first },
        after: swift.filter { jobs[$0].kind == .plan }.compactMap { pieces[$0]?.last })
      let isMarker = { (job: Int) in jobs[job].step == "SwiftDriver Compilation Requirements" }
      addWaits(
        tasks.emit.filter(isMarker).compactMap { pieces[$0]?.first },
        after: tasks.emit.filter { !isMarker($0) }.compactMap { pieces[$0]?.last })
    }
  }

  /// In large builds, linkers wait for their nearest inputs only, so that there are not as many waits as pairs of modules.
  private static let mostInputs = 1_000_000
  private static let fewestInputs = 16

  /// A module and what it depends on, the nearest first.
  private func reached(from place: Int) -> [Int] {
    let most = max(Self.fewestInputs, Self.mostInputs / max(1, closed.count))
    var reached = [place]
    var seen: Set<Int> = [place]
    var next = 0
    while next < reached.count {
      for edge in tasks.built.dependencies[reached[next]] where seen.insert(edge.to).inserted {
        reached.append(edge.to)
        if reached.count >= most { return reached.sorted() }
      }
      next += 1
    }
    return reached.sorted()
  }
}
