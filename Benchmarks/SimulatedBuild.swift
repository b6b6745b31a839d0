import BuildAnalysis
import Foresight
import BuildTrace
import ModuleGraph

/// A workspace that does not exist, and the build that it would have by a law: a driver for each module, as many of them
/// and of the frontends of each as there are cores, and all running processes share the cores evenly.
struct SimulatedWorkspace {
  struct Target {
    var name: String
    /// The lines of each file.
    var files: [Int]
    var dependencies: [String] = []
    /// Dependencies that no file imports.
    var unused: Set<String> = []
    /// How many files import each dependency; all of them unless stated.
    var imports: [String: Int] = [:]
    /// Dependencies that the builder does not wait for: those that close a cycle.
    var unkept: Set<String> = []

    var lines: Int { files.reduce(0, +) }
  }

  var modules: [Target]
  var program = "App"
  var cores = 4

  static func id(_ name: String) -> ModuleID { ModuleID(package: "Workspace", name: name) }

  var graph: ModuleGraph {
    ModuleGraph(
      modules: modules.map {
        Module(
          id: Self.id($0.name), kind: $0.name == program ? .executable : .regular, path: "Sources/\($0.name)",
          sources: $0.files.count, lines: $0.lines, languages: ["swift"])
      },
      dependencies: modules.flatMap { module in
        module.dependencies.map { Dependency(from: Self.id(module.name), to: Self.id($0)) }
      })
  }

  var files: [ModuleID: [ModuleFile]] {
    Dictionary(
      uniqueKeysWithValues: modules.map { module in
        (
          Self.id(module.name),
          module.files.enumerated().map { index, lines in
            let imported = module.dependencies.filter {
              !module.unused.contains($0) && index < module.imports[$0] ?? module.files.count
            }
            return ModuleFile(path: Self.file(module.name, index), lines: lines, imports: Set(imported))
          }
        )
      })
  }

  static func file(_ module: String, _ index: Int) -> String { "\(module)\(index / 10)\(index % 10).swift" }

  var facts: RefactoringFacts {
    let unused = modules.flatMap { module in
      module.unused.map { Dependency(from: Self.id(module.name), to: Self.id($0)) }
    }
    return RefactoringFacts(unused: Set(unused))
  }

  /// - Throws: `RecordedStructure.ReplayError`.
  func recorded() throws -> RecordedStructure {
    var build = SimulatedBuild(self)
    return try RecordedStructure(build.trace(), graph: graph, files: files)
  }
}

extension SimulatedWorkspace {
  private static let largeFiles = 28
  /// The processes of each module of a large workspace: a driver, an emit-module, and a frontend for each file.
  static let largeProcesses = largeFiles + 2

  /// A workspace of a company: each module depends on up to four of the 120 before it, and the last is the program.
  static func large(modules count: Int) -> SimulatedWorkspace {
    var generator = SeededGenerator(seed: 1)
    let modules = (0..<count).map { index in
      let below = index == 0 ? [] : Set((0..<4).map { _ in max(0, index - 1 - generator.below(120)) }).sorted()
      return Target(
        name: index == count - 1 ? "App" : "Module\(index)",
        files: (0..<largeFiles).map { _ in 20 + generator.below(100) }, dependencies: below.map { "Module\($0)" })
    }
    return SimulatedWorkspace(modules: modules, cores: largeFiles)
  }
}

/// Builds a simulated workspace; times in milliseconds.
struct SimulatedBuild {
  private struct Process {
    let module: Int
    let kind: Job.Kind
    var files: Range<Int> = 0..<0
    var left: Double
    var started = 0.0
    var ended = 0.0
    var cpu = 0.0
    /// Of a driver: when it started to work again after its last frontend.
    var isTail = false
  }

  private let workspace: SimulatedWorkspace
  private let waiting: [Int: [Int]]
  private var missing: [Int]
  private var now = 0.0
  private var ready: [(at: Double, module: Int, isLink: Bool)] = []
  private var lanes: Int
  private var running: [Process] = []
  private var pending: [Int: [Process]] = [:]
  private var unfinished: [Int: Int] = [:]
  private var drivers: [Int: Double] = [:]
  private var done: [Process] = []

  init(_ workspace: SimulatedWorkspace) {
    self.workspace = workspace
    let places = Dictionary(uniqueKeysWithValues: workspace.modules.enumerated().map { ($1.name, $0) })
    var waiting: [Int: [Int]] = [:]
    missing = workspace.modules.map { $0.dependencies.count { name in !name.isEmpty } }
    for (index, module) in workspace.modules.enumerated() {
      missing[index] -= module.unkept.count
      for name in module.dependencies where !module.unkept.contains(name) {
        waiting[places[name] ?? index, default: []].append(index)
      }
    }
    self.waiting = waiting
    lanes = workspace.cores
  }

  private static let pause = 10.0
  private static let start = 100.0
  private static let driverWork = (lead: 50.0, tail: 20.0)
  private static let linkWork = 200.0

  /// The processes that a module's driver starts.
  private func processes(of index: Int) -> [Process] {
    let module = workspace.modules[index]
    let lines = Double(module.lines)
    let count = min(module.files.count, workspace.cores)
    let emit = Process(module: index, kind: .emitModule, left: 100 + lines / 5)
    return [emit]
      + (0..<count).map { batch in
        let own = (batch * module.files.count / count)..<((batch + 1) * module.files.count / count)
        let work = 150 + lines / 10 + 2 * own.reduce(0.0) { $0 + Double(module.files[$1]) }
        return Process(module: index, kind: .compile, files: own, left: work)
      }
  }

  mutating func run() {
    for index in missing.indices where missing[index] == 0 { ready.append((Self.start, index, false)) }
    while true {
      dispatch()
      let speed = min(1, Double(workspace.cores) / Double(max(1, running.count)))
      let end = running.map(\.left).min().map { now + $0 / speed } ?? .infinity
      let next = min(end, ready.map(\.at).filter { $0 > now }.min() ?? .infinity)
      guard next < .infinity else { return }
      for index in running.indices { running[index].left -= (next - now) * speed }
      now = next
      let ended = running.filter { $0.left < 1e-9 }
      running.removeAll { $0.left < 1e-9 }
      for process in ended { finish(process) }
    }
  }

  private mutating func dispatch() {
    ready.sort { ($0.at, $0.module) < ($1.at, $1.module) }
    while lanes > 0, let index = ready.firstIndex(where: { $0.at <= now }) {
      let next = ready.remove(at: index)
      lanes -= 1
      if !next.isLink { drivers[next.module] = now }
      begin(
        Process(
          module: next.module, kind: next.isLink ? .link : .plan,
          left: next.isLink ? Self.linkWork : Self.driverWork.lead))
    }
  }

  private mutating func begin(_ process: Process) {
    var process = process
    process.started = now
    process.cpu = process.left
    running.append(process)
  }

  private mutating func finish(_ process: Process) {
    var process = process
    process.ended = now
    let module = process.module
    switch process.kind {
    case .plan where process.isTail:
      done.append(process)
      lanes += 1
      if workspace.modules[module].name == workspace.program { ready.append((now + Self.pause, module, true)) }
      for next in waiting[module] ?? [] {
        missing[next] -= 1
        if missing[next] == 0 { ready.append((now + Self.pause, next, false)) }
      }
    case .plan:
      let all = processes(of: module)
      unfinished[module] = all.count
      pending[module] = Array(all.dropFirst(workspace.cores))
      for other in all.prefix(workspace.cores) { begin(other) }
    case .link:
      done.append(process)
      lanes += 1
    default:
      done.append(process)
      unfinished[module, default: 0] -= 1
      if let next = pending[module]?.first {
        pending[module]?.removeFirst()
        begin(next)
      } else if unfinished[module] == 0 {
        var tail = Process(module: module, kind: .plan, left: Self.driverWork.tail)
        tail.isTail = true
        begin(tail)
      }
    }
  }

  /// The trace of the build.
  mutating func trace() -> BuildTrace {
    run()
    var events: [CompilerEvent] = []
    let first = done.count + 10
    for (index, process) in done.enumerated() {
      let isDriver = process.kind == .plan
      events.append(
        event(
          process, id: isDriver ? first + process.module : 10 + index,
          parent: isDriver || process.kind == .link ? nil : first + process.module))
    }
    let cpu = done.reduce(0) { $0 + $1.cpu } + Double(drivers.count) * Self.driverWork.lead
    return BuildTrace(
      header: .init(
        build: "b", startNanoseconds: 0, cores: workspace.cores, toolchain: nil,
        arguments: ["--jobs", "\(workspace.cores)"]), events: events,
      supervised: SupervisedBuild(
        startNanoseconds: 0, endNanoseconds: Int((now + 50) * 1e6), userMicroseconds: Int(cpu * 1000),
        systemMicroseconds: 0, peakBytes: 1, termination: .exited(code: 0), stopped: nil, survivors: 0))
  }

  private func event(_ process: Process, id: Int, parent: Int?) -> CompilerEvent {
    let module = workspace.modules[process.module]
    let isDriver = process.kind == .plan
    let start = isDriver ? drivers[process.module] ?? 0 : process.started
    let cpu = isDriver ? process.cpu + Self.driverWork.lead : process.cpu
    return CompilerEvent(
      processID: id, parentProcessID: parent, startNanoseconds: Int(start * 1e6),
      endNanoseconds: Int(process.ended * 1e6), userMicroseconds: Int(cpu * 1000), systemMicroseconds: 0, peakBytes: 1,
      termination: .exited(code: 0), program: "swift-frontend",
      job: Job(
        kind: process.kind, module: process.kind == .link ? nil : module.name,
        files: process.files.map { SimulatedWorkspace.file(module.name, $0) },
        output: process.kind == .link ? module.name : nil))
  }
}
