import BuildTrace
import ModuleGraph

/// The tasks that the builder started for each module. A task is a process without a recorded parent, with all of its
/// descendants.
package struct ModuleTasks: Sendable {
  /// Indices of tasks by what they do, sorted by start.
  package struct Tasks: Sendable {
    package var compile: [Int] = []
    package var wrap: [Int] = []
    package var link: [Int] = []
    /// All `-emit-module` jobs, even those within other tasks.
    var emit: [Int] = []
    /// Of a log: steps that neither compile nor link, which ended before the first compile, and those that started after
    /// the last linker or compiler ended.
    var before: [Int] = []
    var after: [Int] = []
    /// Whether the module contains only C-family languages.
    package var isC = true
  }

  /// The tasks of each module of `built`.
  package private(set) var tasks: [Tasks]
  /// The tasks without a module.
  package private(set) var strangers: [Int] = []
  /// The task to which each job belongs; `nil` for macro plugin servers.
  package let task: [Int?]
  package let tree: JobTree
  package let built: BuiltGraph

  package init(_ tree: JobTree, _ built: BuiltGraph) {
    self.tree = tree
    self.built = built
    var task = [Int?](repeating: nil, count: tree.jobs.count)
    var kinds = [Set<Job.Kind>](repeating: [], count: tree.jobs.count)
    for (index, job) in tree.jobs.enumerated() where job.kind != .macroPlugin {
      let root = job.driver.flatMap { task[$0] } ?? index
      task[index] = root
      kinds[root].insert(job.kind)
    }
    self.task = task
    tasks = Array(repeating: Tasks(), count: built.modules.count)
    for index in tree.jobs.indices where task[index] != nil {
      if tree.isLogged, isBeside(index) { continue }
      sort(index, isTask: task[index] == index, kinds[index])
    }
    if tree.isLogged { sortBesides() }
  }

  private mutating func sort(_ index: Int, isTask: Bool, _ kinds: Set<Job.Kind>) {
    let job = tree.jobs[index]
    guard let place = job.module.flatMap(built.place) else {
      if isTask { strangers.append(index) }
      return
    }
    if job.kind == .emitModule { tasks[place].emit.append(index) }
    if [.emitModule, .compile, .plan].contains(job.kind) { tasks[place].isC = false }
    guard isTask else { return }
    let compiles = !kinds.isDisjoint(with: [.emitModule, .compile, .cCompile])
    if kinds.contains(.link) { tasks[place].link.append(index) }
    if kinds.contains(.wrap), !compiles { tasks[place].wrap.append(index) }
    if compiles || kinds.isDisjoint(with: [.link, .wrap]) { tasks[place].compile.append(index) }
  }

  /// Whether a step of a log neither compiles nor links a module.
  private func isBeside(_ index: Int) -> Bool {
    tree.jobs[index].kind == .other && tree.jobs[index].module.flatMap(built.place) != nil
  }

  private mutating func sortBesides() {
    let lasts = tasks.map { end($0.link) ?? end($0.compile) }
    let firsts = tasks.map { start($0.compile) }
    for index in tree.jobs.indices where isBeside(index) {
      guard let place = tree.jobs[index].module.flatMap(built.place) else { continue }
      let span = tree.jobs[index].span
      if lasts[place].map({ span.startNanoseconds >= $0 }) ?? true { tasks[place].after.append(index) }
      if let first = firsts[place], span.endNanoseconds <= first { tasks[place].before.append(index) }
    }
  }

  /// Whether a task takes one of the builder's lanes. SwiftPM runs manifests and queries to compilers outside of lanes,
  /// without a limit.
  func takesLane(_ task: Int) -> Bool {
    let job = tree.jobs[task]
    // Most of the other steps of a log run within the build service.
    if tree.isLogged, job.kind == .other { return false }
    return job.module.flatMap(built.place) != nil || job.kind == .link && !tree.manifests.contains(task)
  }

  /// The start of the first of some jobs; `nil` without jobs.
  func start(_ jobs: [Int]) -> Int? { jobs.map { tree.jobs[$0].span.startNanoseconds }.min() }

  /// The end of the last of some jobs; `nil` without jobs.
  func end(_ jobs: [Int]) -> Int? { jobs.map { tree.jobs[$0].span.endNanoseconds }.max() }

  /// Whether dependents of a module wait for its linked executable.
  package func runsDuringBuild(_ place: Int) -> Bool {
    let kind = built.found[place]?.kind
    return kind == .macro || kind == .plugin
  }
}

/// When this build allowed dependents to start, as observed.
package struct ObservedUnblocking: Sendable {
  package let model: Unblocking.Model
  let witness: Unblocking.Witness?
  /// Whether Swift modules waited for the objects of C modules, as they do in SwiftPM's native build system.
  let swiftWaitsForC: Bool
  /// Whether C modules waited for their dependencies, although headers exist from the start.
  let cWaits: Bool

  /// - Complexity: O(modules + dependencies).
  init(_ tasks: ModuleTasks) {
    let modules = tasks.built.modules
    let starts = tasks.tasks.map { tasks.start($0.compile) }
    let ends = tasks.tasks.map { tasks.end($0.compile) }
    var (swiftWaitsForC, cWaits) = (true, true)
    var witnesses: [(start: Int, witness: Unblocking.Witness)] = []
    for (place, edges) in tasks.built.dependencies.enumerated() {
      guard let start = starts[place] else { continue }
      for edge in edges where edge.isCertain && !tasks.runsDuringBuild(edge.to) {
        // Only tests depend on an executable's module, and when they can start is not known here.
        guard let end = ends[edge.to], start < end, tasks.built.found[edge.to]?.kind != .executable else { continue }
        if tasks.tasks[place].isC {
          cWaits = false
        } else if tasks.tasks[edge.to].isC {
          swiftWaitsForC = false
        } else if let emitted = tasks.end(tasks.tasks[edge.to].emit), emitted <= start {
          witnesses.append((start, Unblocking.Witness(dependent: modules[place], dependency: modules[edge.to])))
        }
      }
    }
    witness = witnesses.min { ($0.start, $0.witness.dependent) < ($1.start, $1.witness.dependent) }?.witness
    // A log marks the moment at which dependents may start.
    let isMarked = tasks.tree.isLogged && tasks.tasks.contains { !$0.emit.isEmpty }
    model = witness == nil && !isMarked ? .atModuleEnd : .atEmitModule
    self.swiftWaitsForC = swiftWaitsForC
    self.cWaits = cWaits
  }
}
