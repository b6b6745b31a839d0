package import ActivityLog
package import BuildTrace
package import ModuleGraph

extension XcodeBuildLog {
  /// A build like one that was recorded: its trace, and the graph of its targets.
  package struct Recorded: Sendable {
    package let trace: BuildTrace
    package let graph: ModuleGraph
  }

  /// - Parameters:
  ///   - log: the log that this was read from.
  ///   - other: the graph in a file of DerivedData; used if the log has none.
  ///   - workspace: the graph of the workspace that was built, whose modules take the place of targets of the same name.
  /// - Complexity: O(*n* log *n*) in steps.
  package func recorded(
    from log: ActivityLog, graph other: XcodeTargetGraph? = nil, workspace: ModuleGraph? = nil
  ) -> Recorded {
    let dependencies = graph ?? other
    let names = XcodeModuleNames(
      targets + (dependencies?.targets ?? []), container: container, modules: workspace?.modules ?? [])
    let nested = nestedMetrics()
    let compiled = targets.map(names.compiledName)
    let events = steps.indices.compactMap { event(of: $0, in: log, names: compiled, nested: nested[$0]) }
    let cores = StepFunction(
      adding: events.filter { $0.job.kind.takesCore(step: $0.program) }.map {
        (span: Span($0.startNanoseconds, $0.endNanoseconds), value: 1)
      }
    ).steps.reduce(1) { max($0, $1.value) }
    let hasMetrics = steps.contains { $0.metrics != nil }
    let inProcess = steps.filter { !$0.isStale }.compactMap(\.metrics).filter(\.isInProcess)
    let logged = LoggedBuild(
      hasCPUTimes: hasMetrics,
      hasDependencies: dependencies != nil || targets.count < 2 || names.areAllInWorkspace(targets),
      staleSteps: steps.count(where: \.isStale),
      cachedSteps: steps.count { $0.isCached && $0.isFresh }, untimedSteps: steps.count { $0.span == nil },
      inProcessMicroseconds: hasMetrics ? inProcess.reduce(0) { $0 + $1.wallMicroseconds } : nil,
      warnings: Dictionary(diagnostics.warningsByTarget.map { (compiled[$0], $1) }) { $0 + $1 })
    let build = identifier.isEmpty ? "log" : identifier
    let header = BuildTrace.Header(
      build: build, startNanoseconds: 0, cores: cores, toolchain: nil, arguments: [], logged: logged)
    return Recorded(
      trace: BuildTrace(header: header, events: events, supervised: supervised(events)),
      graph: names.graph(dependencies, in: workspace))
  }

  /// Sums over a build must not overflow.
  private static let longestSeconds = 1e8

  /// The totals; `nil` if the log has no end.
  private func supervised(_ events: [CompilerEvent]) -> SupervisedBuild? {
    guard isComplete, let seconds, seconds <= Self.longestSeconds else { return nil }
    return SupervisedBuild(
      startNanoseconds: 0, endNanoseconds: Int((seconds * 1e9).rounded()),
      userMicroseconds: events.reduce(0) { $0 + $1.userMicroseconds },
      systemMicroseconds: events.reduce(0) { $0 + $1.systemMicroseconds },
      peakBytes: events.compactMap(\.peakBytes).max() ?? 0, termination: .exited(code: hasFailed ? 1 : 0),
      stopped: nil, survivors: 0)
  }

  /// The CPU times of the fresh steps within each job, which has none of them in its own.
  private func nestedMetrics() -> [(user: Int, system: Int)] {
    var sums = [(user: Int, system: Int)](repeating: (0, 0), count: steps.count)
    var job = 0
    for (index, step) in steps.enumerated() {
      if step.isJob { job = index }
      guard !step.isJob, !step.isStale, let metrics = step.metrics, !metrics.isInProcess else { continue }
      // Wrappers come before their jobs.
      let place = step.isNested ? job : min(index + 1, steps.count - 1)
      sums[place].user += metrics.userMicroseconds
      sums[place].system += metrics.systemMicroseconds
    }
    return sums
  }

  /// - Parameter names: of the targets, as modules.
  /// - Returns: `nil` for a step that has no share of the build's time.
  private func event(
    of index: Int, in log: ActivityLog, names: [String], nested: (user: Int, system: Int)
  ) -> CompilerEvent? {
    let step = steps[index]
    guard step.isJob, step.isFresh, let span = step.span, span.upperBound <= Self.longestSeconds else { return nil }
    let end = min(span.upperBound, seconds ?? span.upperBound)
    let start = min(max(span.lowerBound, 0), end)
    let own = step.metrics.flatMap { $0.isInProcess ? nil : $0 }
    let section = log.sections[step.section]
    let files = step.stepClass == .compile ? XcodeCommand.files(log.bytes[section.commandDetails.range].firstLine) : []
    return CompilerEvent(
      processID: index + 1, parentProcessID: nil, startNanoseconds: Int((start * 1e9).rounded()),
      endNanoseconds: Int((max(start, end) * 1e9).rounded()),
      userMicroseconds: (own?.userMicroseconds ?? 0) + nested.user,
      systemMicroseconds: (own?.systemMicroseconds ?? 0) + nested.system, peakBytes: own.map(\.peakBytes),
      termination: section.endedBadly || step.wasCancelled ? .exited(code: 1) : nil,
      program: step.kind.isEmpty ? "(unnamed)" : step.kind,
      job: Job(kind: step.jobKind, module: step.target.map { names[$0] }, files: files))
  }
}

extension XcodeStep {
  /// What the step does in a build's network of work.
  var jobKind: Job.Kind { Self.jobKind(of: kind) }

  /// The same for a kind of steps.
  static func jobKind(of kind: String) -> Job.Kind {
    switch kind {
    // Dependents may start once this ended.
    case "SwiftDriver Compilation Requirements": .emitModule
    case "SwiftDriver": .plan
    case "SwiftCompile", "CompileSwift", "CompileSwiftSources": .compile
    default:
      switch XcodeStepClass(kind: kind) {
      case .compile: .cCompile
      case .emitModule: .emitModule
      case .link: .link
      case .other: .other
      }
    }
  }
}

extension Job.Kind {
  /// Whether a compiler or a linker does it: drivers plan within the build service, and the end of a module is only marked.
  func takesCore(step: String) -> Bool {
    self != .other && self != .plan && step != "SwiftDriver Compilation Requirements"
  }
}

/// The arguments of a step's command.
enum XcodeCommand {
  private static let endings = [".swift", ".c", ".m", ".mm", ".cc", ".cpp", ".cxx", ".s", ".S", ".metal"]
  private static let mostFiles = 2_000

  /// The names of the source files, without their folders, each once.
  static func files(_ line: ArraySlice<UInt8>) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    var word: [UInt8] = []
    var isEscaped = false
    func finish() {
      defer { word = [] }
      guard word.contains(UInt8(ascii: "/")), let slash = word.lastIndex(of: UInt8(ascii: "/")) else { return }
      let name = String(decoding: word[(slash + 1)...], as: UTF8.self)
      guard endings.contains(where: name.hasSuffix), seen.insert(name).inserted else { return }
      names.append(name)
    }
    for byte in line {
      if isEscaped {
        word.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == 0x20 {
        finish()
        if names.count >= mostFiles { break }
      } else {
        word.append(byte)
      }
    }
    finish()
    return names
  }
}

/// Names of modules for targets: equal ones get the names of their projects.
struct XcodeModuleNames {
  private let ids: [XcodeTarget: ModuleID]
  /// Those that are modules of the workspace.
  private let known: Set<XcodeTarget>

  init(_ targets: [XcodeTarget], container: String?, modules: [Module]) {
    let all = Set(targets).sorted()
    let groups = Dictionary(grouping: all) { Module.compiledName(Self.name($0)) }
    let candidates = Dictionary(grouping: modules.filter { !$0.kind.isOutside }, by: \.compiledName)
    var taken: Set<String> = []
    var numbers: [String: Int] = [:]
    var ids: [XcodeTarget: ModuleID] = [:]
    for (name, targets) in groups {
      if let target = targets.only, let module = candidates[name]?.only { ids[target] = module.id }
    }
    known = Set(ids.keys)
    taken.formUnion(known.map { Module.compiledName(Self.name($0)) })
    for target in all where ids[target] == nil {
      var name = Self.name(target)
      let isShared = (groups[Module.compiledName(name)]?.count ?? 0) > 1
      if isShared { name += " (\(target.project ?? "?"))" }
      let plain = name
      let compiled = Module.compiledName(plain)
      while !taken.insert(Module.compiledName(name)).inserted {
        // Of many alike, none is tried again.
        let number = numbers[compiled, default: 1] + 1
        numbers[compiled] = number
        name = "\(plain) \(number)"
      }
      let package = target.project ?? container ?? "targets"
      ids[target] = ModuleID(package: package.isEmpty ? "targets" : package, name: name.replacingSlashes)
    }
    self.ids = ids
  }

  private static func name(_ target: XcodeTarget) -> String {
    target.name.isEmpty ? "(unnamed)" : target.name.replacingSlashes
  }

  func id(of target: XcodeTarget) -> ModuleID {
    ids[target] ?? ModuleID(package: target.project ?? "targets", name: Self.name(target))
  }

  func compiledName(of target: XcodeTarget) -> String { Module.compiledName(id(of: target).name) }

  func areAllInWorkspace(_ targets: [XcodeTarget]) -> Bool { targets.allSatisfy(known.contains) }

  /// The targets with their dependencies, as far as they are known. Between modules of the workspace, those of the workspace count.
  func graph(_ dependencies: XcodeTargetGraph?, in workspace: ModuleGraph?) -> ModuleGraph {
    let others = ids.filter { !known.contains($0.key) }.map(\.value)
    let present = Set(workspace?.packages.map(\.key) ?? [])
    let keys = Set(others.map(\.package)).subtracting(present)
    let edges = dependencies.map(\.dependencies) ?? [:]
    return ModuleGraph(
      environment: workspace?.environment,
      packages: (workspace?.packages ?? [])
        + keys.map { Package(key: $0, identity: $0, name: $0, path: ".", toolsVersion: nil, dependencies: []) },
      products: workspace?.products ?? [],
      modules: (workspace?.modules ?? []) + others.map { Module(id: $0, kind: .other) },
      dependencies: (workspace?.dependencies ?? [])
        + edges.flatMap { from, tos in
          tos.filter { !known.contains(from) || !known.contains($0) }
            .map { Dependency(from: id(of: from), to: id(of: $0)) }
        })
  }
}

extension String {
  /// A name that can be the last part of a module's id.
  fileprivate var replacingSlashes: String { contains("/") ? split(separator: "/").joined(separator: "_") : self }
}
