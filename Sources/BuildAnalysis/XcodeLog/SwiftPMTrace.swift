package import BuildTrace
package import ModuleGraph

/// A build that SwiftPM 6.4 traced (`--experimental-trace-events-file`), with the build system that Xcode has as well.
///
/// Its events have descriptions, command lines and times, but neither targets nor CPU times. It has not been tried with a file that
/// SwiftPM wrote.
package struct SwiftPMTrace: Sendable {
  package let trace: BuildTrace
  /// The modules that the events name, with what the workspace knows of them.
  package let graph: ModuleGraph
  /// What is wrong with the file, as a sentence without an end; `nil` for one that is whole.
  package let problem: String?

  /// - Parameters:
  ///   - identifier: of the trace.
  ///   - workspace: the graph of the workspace that was built; `nil` if it is not at hand.
  /// - Returns: `nil` without events of a build.
  /// - Complexity: O(*n* log *n*) in events.
  package init?(_ file: TraceEvent.File, identifier: String, workspace: ModuleGraph?) {
    let steps = file.events.compactMap { event in Self.step(of: event).map { (event, $0) } }
    guard !steps.isEmpty else { return nil }
    let events = steps.enumerated().map { index, step in
      CompilerEvent(
        processID: index + 1, parentProcessID: nil, startNanoseconds: step.0.startMicroseconds * 1000,
        endNanoseconds: (step.0.startMicroseconds + step.0.durationMicroseconds) * 1000, userMicroseconds: 0,
        systemMicroseconds: 0, peakBytes: nil, termination: step.0.hasFailed ? .exited(code: 1) : nil,
        program: step.1.kind, job: step.1.job)
    }
    let named = Set(events.compactMap(\.job.module))
    let known = Set(workspace?.modules.map(\.compiledName) ?? [])
    let compiled = Set(events.filter { [.compile, .cCompile].contains($0.job.kind) }.compactMap(\.job.module))
    let all = workspace?.modules.filter { $0.kind.isCompiled && ($0.sources ?? 0) > 0 } ?? []
    let cores = StepFunction(
      adding: events.filter { $0.job.kind != .other }.map {
        (span: Span($0.startNanoseconds, $0.endNanoseconds), value: 1)
      }
    ).steps.reduce(1) { max($0, $1.value) }
    let logged = LoggedBuild(
      hasCPUTimes: false, hasDependencies: !named.isEmpty && named.isSubset(of: known),
      // Nothing says whether there was an earlier build, but what was not compiled must be of one.
      isPartial: all.isEmpty || !all.allSatisfy { compiled.contains($0.compiledName) })
    let end = events.map(\.endNanoseconds).max() ?? 0
    trace = BuildTrace(
      header: .init(
        build: identifier, startNanoseconds: 0, cores: cores, toolchain: nil, arguments: [], logged: logged),
      events: events,
      supervised: file.isComplete
        ? SupervisedBuild(
          startNanoseconds: 0, endNanoseconds: end, userMicroseconds: 0, systemMicroseconds: 0, peakBytes: 0,
          termination: .exited(code: steps.contains { $0.0.hasFailed } ? 1 : 0), stopped: nil, survivors: 0) : nil)
    let others = named.subtracting(known).sorted().map {
      Module(id: ModuleID(package: "targets", name: $0), kind: .other)
    }
    graph = ModuleGraph(
      environment: workspace?.environment,
      packages: (workspace?.packages ?? [])
        + (others.isEmpty
          ? []
          : [
            Package(
              key: "targets", identity: "targets", name: "targets", path: ".", toolsVersion: nil, dependencies: [])
          ]),
      products: workspace?.products ?? [], modules: (workspace?.modules ?? []) + others,
      dependencies: workspace?.dependencies ?? [])
    let words = [
      file.isComplete ? nil : "the file has no end: the build was killed, or still runs",
      file.damaged > 0 ? "\(file.damaged.counted("line")) of it cannot be read" : nil,
    ].compactMap(\.self)
    problem = words.isEmpty ? nil : words.joined(separator: "; ")
  }
}

// MARK: - Steps

extension SwiftPMTrace {
  private struct Step {
    /// As Xcode's logs name it.
    let kind: String
    let job: Job
  }

  /// - Returns: `nil` for what is no step of the build, or a part of another step.
  private static func step(of event: TraceEvent) -> Step? {
    switch event.category {
    case "build": break
    case "manifest", "planning": return Step(kind: "CreateBuildDescription", job: Job(kind: .other))
    case "resolution", "fetch": return Step(kind: "ResolvePackages", job: Job(kind: .other))
    default: return nil
    }
    guard let kind = kind(of: event.name) else { return nil }
    let step = XcodeStep.jobKind(of: kind)
    let files = step == .compile || step == .cCompile ? files(in: event.name) : []
    return Step(kind: kind, job: Job(kind: step, module: module(of: event, kind), files: files))
  }

  /// The kind of a step by its description; `nil` for a file of a batch that is a step itself.
  private static func kind(of description: String) -> String? {
    if let found = kinds.first(where: { description.hasPrefix($0.prefix) }) { return found.kind }
    guard description.hasPrefix("Compile ") else { return String(description.prefix { $0 != " " }) }
    let file = description.dropFirst("Compile ".count).prefix { $0 != " " }
    if file.hasSuffix(".swift") { return nil }
    return file.contains(".") ? "CompileC" : "SwiftDriver Compilation"
  }

  /// The descriptions of the build system's tasks; the first that matches counts.
  private static let kinds: [(prefix: String, kind: String)] = [
    ("Compiling Clang module ", "SwiftExplicitDependencyGeneratePcm"),
    ("Compiling Swift module ", "SwiftExplicitDependencyCompileModuleFromInterface"),
    ("Compiling ", "SwiftCompile"), ("Emitting module for ", "SwiftEmitModule"),
    ("Planning Swift module ", "SwiftDriver"), ("Discovering Swift tasks after ", "SwiftDriverJobDiscovery"),
    ("Unblock downstream dependents of ", "SwiftDriver Compilation Requirements"),
    ("Compile asset catalogs", "CompileAssetCatalog"), ("Link asset catalogs", "LinkAssetCatalog"),
    ("Compile XIB file ", "CompileXIB"), ("Compile XCStrings ", "CompileXCStrings"), ("Link ", "Ld"),
    ("Create static library ", "Libtool"), ("Scan dependencies of ", "ScanDependencies"), ("Copy ", "Copy"),
    ("Write ", "WriteAuxiliaryFile"), ("Run custom shell script", "PhaseScriptExecution"), ("Sign ", "CodeSign"),
    ("Merge Objective-C generated interface headers", "SwiftMergeGeneratedHeaders"),
    ("Register execution policy exception", "RegisterExecutionPolicyException"), ("Create directory ", "MkDir"),
    ("Create build directory ", "CreateBuildDirectory"), ("Discovering version info for ", "ExecuteExternalTool"),
    ("Process product packaging", "ProcessProductPackaging"),
    ("Compute target dependency graph", "ComputeTargetDependencyGraph"),
  ]

  /// The module of a compiler is in its command line; that of other steps, in their description.
  private static func module(of event: TraceEvent, _ kind: String) -> String? {
    switch kind {
    case "SwiftExplicitDependencyGeneratePcm", "SwiftExplicitDependencyCompileModuleFromInterface": return nil
    default: break
    }
    let words = (event.commandLine ?? "").split(separator: " ")
    if let index = words.firstIndex(of: "-module-name"), index + 1 < words.count { return String(words[index + 1]) }
    for prefix in [
      "Emitting module for ", "Planning Swift module ", "Unblock downstream dependents of ", "Link ",
      "Create static library ",
    ]
    where event.name.hasPrefix(prefix) {
      let name = event.name.dropFirst(prefix.count).prefix { $0 != " " }
      return Module.compiledName(String(name.hasSuffix(".o") || name.hasSuffix(".a") ? name.dropLast(2) : name))
    }
    // Objects are in `Module.build/Objects-normal`, with a suffix for targets that are no products.
    for word in words {
      guard let end = word.firstRange(of: ".build/Objects-")?.lowerBound else { continue }
      let folder = word[..<end].split(separator: "/").last ?? ""
      return Module.compiledName(String(folder.hasSuffix("-t") ? folder.dropLast(2) : folder))
    }
    return nil
  }

  private static func files(in description: String) -> [String] {
    description.split { $0 == " " || $0 == "," }.filter { $0.contains(".") }.map {
      String($0.split(separator: "/").last ?? $0)
    }
  }
}

extension TraceEvent {
  fileprivate var hasFailed: Bool { result.map { !["success", "succeeded", "skipped"].contains($0) } ?? false }
}
