import TestSupport
@testable import BuildAnalysis
import Foresight
import BuildTrace
import ModuleGraph

/// A world in which what a build takes follows from a law: enough cores, a driver for each module, four frontends at
/// once. So a structure can be predicted from a build of another, and then be built.
struct MadeWorld {
  struct Target {
    var name: String
    /// The lines of each file; the files are called `Name0.swift` and so on, unless named.
    var files: [(name: String, lines: Int)]
    var dependencies: [String] = []
    var isProgram = false
    /// The names of files that cost five times as much as others of their lines.
    var slowFiles: Set<String> = []

    init(
      _ name: String, lines: [Int], _ dependencies: [String] = [], isProgram: Bool = false, files prefix: String? = nil
    ) {
      self.name = name
      files = lines.enumerated().map { ("\(prefix ?? name)\($0).swift", $1) }
      self.dependencies = dependencies
      self.isProgram = isProgram
    }

    var lines: Int { files.reduce(0) { $0 + $1.lines } }
  }

  var targets: [Target]
  /// Otherwise the files of a module are divided among ``jobs`` frontends.
  var hasProcessForEachFile = false
  /// Otherwise the builder starts all compilers itself, and dependents once the interface of a module was written.
  var hasDrivers = true
  static let jobs = 4
  private static let manyJobs = 64
  /// The first compiler that has done its own work makes something for all; others that come to need it meanwhile have
  /// some work with that, and wait.
  static let making = 800
  private static let waiting = 200

  static let shop = MadeWorld(targets: [
    Target("Core", lines: [300, 200, 250, 150, 100, 200]),
    Target("Net", lines: [150, 100, 200], ["Core"]),
    Target("Store", lines: [400, 300, 350, 200, 250], ["Core"]),
    Target("Cart", lines: [300, 400, 200, 100], ["Net", "Store"]),
    Target("Search", lines: [100, 50, 150, 250, 80], ["Net", "Cart"]),
    Target("App", lines: [100, 60], ["Cart", "Search"], isProgram: true),
  ])

  var graph: ModuleGraph {
    ModuleGraph(
      packages: [
        Package(key: "Shop", identity: "shop", name: "Shop", path: ".", toolsVersion: "6.0.0", dependencies: [])
      ],
      modules: targets.map {
        Module(
          id: Self.id($0.name), kind: $0.isProgram ? .executable : .regular, path: "Sources/\($0.name)",
          sources: $0.files.count, lines: $0.lines, languages: ["swift"])
      },
      dependencies: targets.flatMap { target in
        target.dependencies.map { Dependency(from: Self.id(target.name), to: Self.id($0)) }
      })
  }

  var files: [ModuleID: [ModuleFile]] {
    Dictionary(
      uniqueKeysWithValues: targets.map { target in
        (Self.id(target.name), target.files.map { ModuleFile(path: $0.name, lines: $0.lines) })
      })
  }

  static func id(_ name: String) -> ModuleID { ModuleID(package: "Shop", name: name) }

  /// When each module is built, in milliseconds, and how long all of it takes.
  var trace: BuildTrace { trace(arguments: []) }

  /// - Parameter arguments: more of `swift build`.
  func trace(arguments: [String]) -> BuildTrace {
    var processes: [TracedProcess] = []
    var ends: [String: Int] = [:]
    var number = 10
    let made = (targets.filter(\.dependencies.isEmpty).flatMap(compilers).min() ?? 0) + 150 + Self.making
    var isMade = false
    var compiled = 0
    func add(
      _ kind: Job.Kind, _ target: Target, in driver: Int?, from start: Int, _ work: Int, files: [String] = []
    ) -> Int {
      number += 1
      var (end, extra) = (start + work, 0)
      if kind == .compile, end < made {
        let isMaker = !isMade && end == made - Self.making
        extra = isMaker ? Self.making : Self.waiting
        end = max(made, end + extra)
        isMade = isMade || isMaker
      }
      processes.append(
        TracedProcess(
          id: number, parent: driver, kind: kind, module: target.name, start: start, end: end, cpu: work + extra,
          files: files))
      return end
    }
    var left = targets
    while let index = left.firstIndex(where: { $0.dependencies.allSatisfy { ends[$0] != nil } }) {
      let target = left.remove(at: index)
      let start = (target.dependencies.compactMap { ends[$0] }.max() ?? 90) + 10
      number += 1
      let driver = hasDrivers ? number : nil
      let emitted = add(.emitModule, target, in: driver, from: start + 50, 100 + target.lines / 5)
      var end = emitted
      for (batch, work) in zip(batches(target), compilers(target)) {
        end = max(end, add(.compile, target, in: driver, from: start + 50, work, files: batch.map(\.name)))
      }
      compiled = max(compiled, end)
      ends[target.name] = emitted
      guard let driver else { continue }
      end += 20
      let below = processes.filter { $0.parent == driver }.reduce(0) { $0 + ($1.cpu ?? $1.end - $1.start) }
      processes.append(
        TracedProcess(id: driver, kind: .plan, module: target.name, start: start, end: end, cpu: below + 70))
      ends[target.name] = end
    }
    for program in targets where program.isProgram {
      number += 1
      let start = max(ends[program.name] ?? 0, compiled) + 10
      processes.append(TracedProcess(id: number, kind: .link, start: start, end: start + 200, output: program.name))
      ends[program.name] = start + 200
    }
    let roots = processes.filter { $0.parent == nil }.reduce(0) { $0 + ($1.cpu ?? $1.end - $1.start) }
    return BuildTrace(
      cores: 32, end: (ends.values.max() ?? 0) + 50, cpu: roots,
      arguments: ["--jobs", "\(hasDrivers ? Self.jobs : Self.manyJobs)"] + arguments,
      processes)
  }

  private func batches(_ target: Target) -> [[(name: String, lines: Int)]] {
    let (files, count) = (target.files, hasProcessForEachFile ? target.files.count : min(target.files.count, Self.jobs))
    return (0..<count).map { Array(files[($0 * files.count / count)..<(($0 + 1) * files.count / count)]) }
  }

  /// What the own work of each of a module's compilers takes.
  private func compilers(_ target: Target) -> [Int] {
    batches(target).map { batch in
      let own = batch.reduce(0) { $0 + $1.lines * (target.slowFiles.contains($1.name) ? 5 : 1) }
      return 150 + target.lines / 10 + 2 * own
    }
  }

  var seconds: Double { Double(trace.supervised?.wallNanoseconds ?? 0) / 1e9 }
  var cpuSeconds: Double { Double(trace.supervised?.userMicroseconds ?? 0) / 1e6 }

  var recorded: RecordedStructure { get throws { try RecordedStructure(trace, graph: graph, files: files) } }

  /// The costs of its files, as another build measures them.
  var fileCosts: FileCosts {
    var other = self
    other.hasProcessForEachFile = true
    return FileCosts(other.trace, graph: graph)
  }

  /// The same world with another structure.
  func with(_ change: (inout [String: Target]) -> Void) -> MadeWorld {
    var byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    change(&byName)
    return MadeWorld(targets: byName.values.sorted { $0.name < $1.name })
  }
}
