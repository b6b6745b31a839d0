import BuildAnalysis
import BuildRunner
import BuildTrace
package import Documents
import ModuleGraph
package import Reports
import Workspace

/// A request to record one build.
package struct RecordRequest: Hashable, Sendable {
  package var workspace = WorkspaceRequest()
  package var build = BuildRequest()
  /// What is built: a product, a module, or `nil` for the whole package without tests.
  package var product: String?
  package var target: String?
  /// The scratch folder of a build that is not clean, of the workspace itself; `nil` for a clean build of a copy.
  package var scratchPath: String?
  /// Whether a second build measures what each file costs.
  package var isPerFile = false
  /// Of each build.
  package var timeoutSeconds = 3600
  /// Of the results; `nil` for a new one.
  package var folder: String?
  /// Whether what is in that folder is replaced.
  package var replaces = false
  package var order = ModuleOrder.cpu

  package init() {}
}

/// Carries out a request to record one build.
package struct RecordService: Sendable {
  package let request: RecordRequest
  /// Shows a recorded build; called as soon as there is one, even if the build failed or was interrupted.
  private let show: @Sendable (RecordedReport) throws -> Void

  package init(_ request: RecordRequest, showing show: @escaping @Sendable (RecordedReport) throws -> Void = { _ in }) {
    (self.request, self.show) = (request, show)
  }

  /// The folder that is named, where nothing may be replaced without being asked for.
  private var replaced: ResultFolder? {
    request.folder.map { ResultFolder(path: Path.absolute($0), names: RecordFolder.names) }
  }

  /// Records the build, and writes its reports.
  /// - Throws: `Reported` if the build failed, whose reports are written all the same.
  package func run() async throws {
    if !request.replaces { try replaced?.check() }
    let toolchain = try Toolchain(at: request.workspace.toolchain)
    let configuration = try request.workspace.foundConfiguration()
    if request.build.xcodebuild(configuration.settings.bench) != nil {
      return try await recordScheme(configuration, swift: toolchain.swift)
    }
    let (loaded, swiftBuild, planned) = try await prepared(configuration, toolchain)
    let (recorded, folder) = try await held(for: loaded) { place, folder in
      let source = try await place.recording(
        of: swiftBuild, toolchain: toolchain, version: loaded.graph.environment?.toolchain, traceFile: folder.trace)
      let recording = ArmRecording(source, of: swiftBuild, in: place, timeoutSeconds: request.timeoutSeconds)
      return try await record(planned, of: loaded, recording, swiftBuild, folder)
    }
    try await write(recorded, planned, of: loaded, by: swiftBuild, in: folder)
    try recorded.check(folder)
  }

  /// Shows a build that Xcode made, or that SwiftPM traced, and writes its reports.
  /// - Parameter isOfWorkspace: whether its targets are the modules of the request's workspace.
  package func read(_ log: LogSelection, isOfWorkspace: Bool) async throws {
    if !request.replaces { try replaced?.check() }
    let loaded = isOfWorkspace ? try await request.workspace.load() : nil
    if let loaded { try request.workspace.finish(loaded.graph) }
    let (trace, recording, path) = try log.build(in: loaded)
    if request.replaces { try replaced?.clear() }
    let folder = RecordFolder(
      path: request.folder.map(Path.absolute)
        ?? RunFolder.platformDefault(
          workspaceKey: BenchmarkFolders.key(loaded?.rootPath ?? InputFile.folder(of: path))))
    try ResultFiles.makeFolder(folder.path)
    try ResultFiles.write(trace.jsonLines, to: folder.trace)
    try folder.write(trace, of: recording, sortedBy: request.order, showing: show)
  }

  /// What would be built.
  package func plan() async throws -> PlannedBuilds {
    let toolchain = try Toolchain(at: request.workspace.toolchain)
    let configuration = try request.workspace.foundConfiguration()
    if request.build.xcodebuild(configuration.settings.bench) != nil {
      let (loaded, _, planned) = try await preparedScheme(configuration, swift: toolchain.swift)
      return PlannedBuilds(builds: ["1 clean build of the scheme \(planned.arm.name)"], place: copy(of: loaded))
    }
    let (loaded, swiftBuild, planned) = try await prepared(configuration, toolchain)
    let name = planned.arm.nameInSentence
    if let path = request.scratchPath {
      return PlannedBuilds(
        builds: ["1 build of \(name) as it is, in the workspace itself"], place: Path.absolute(path))
    }
    var builds = ["1 clean build of \(name), recorded"]
    if request.isPerFile { builds.append("1 clean build of \(name) with a compiler process for each file") }
    return PlannedBuilds(
      builds: builds, place: copy(of: loaded),
      expected: await planned.expectedDuration(of: loaded, by: swiftBuild),
      scope: request.isPerFile ? PlannedBuilds.firstOnly : "")
  }

  private func copy(of loaded: LoadedWorkspace) -> String {
    MeasuringEnvironment.Request(loaded, request.workspace, output: request.folder).folders.copy
  }

  private func prepared(
    _ configuration: LoadedConfiguration, _ toolchain: Toolchain
  ) async throws -> (loaded: LoadedWorkspace, swiftBuild: SwiftBuild, planned: PlannedArm) {
    let loaded = try await request.workspace.load(configuration)
    try request.workspace.finish(loaded.graph)
    let swiftBuild = request.build.swiftBuild(swift: toolchain.swift, configuration.settings.bench)
    let planned = try request.build.armSelection(loaded, swiftBuild).arm(named: request.product ?? request.target)
    return (loaded, swiftBuild, planned)
  }

  private func held<Value>(
    for loaded: LoadedWorkspace, _ body: (MeasuringEnvironment, RecordFolder) async throws -> Value
  ) async throws -> (Value, RecordFolder) {
    let place = MeasuringEnvironment.Request(loaded, request.workspace, output: request.folder)
    let folder = RecordFolder(path: place.output)
    let value = try await MeasuringEnvironment.held(for: place.waiting(request.build.whileBusy)) {
      if request.replaces { try replaced?.clear() }
    } _: { place in
      try await body(place, folder)
    }
    return (value, folder)
  }

  // MARK: Builds by Xcode

  private func preparedScheme(
    _ configuration: LoadedConfiguration, swift: String
  ) async throws -> (loaded: LoadedWorkspace, builder: Builder, planned: PlannedArm) {
    guard request.scratchPath == nil, !request.isPerFile, request.target == nil else {
      throw InvalidRequest(
        "A scratch folder, a target and costs of files are for `swift build`, and the configuration's builder is `xcodebuild`. "
          + "Name a scheme as the product.")
    }
    let opened = try request.workspace.opened(configuration, for: request.build)
    let loaded = try await opened.load(configuration)
    try opened.finish(loaded.graph)
    let builder = try request.build.builder(swift: swift, configuration.settings.bench, of: opened.path)
    let planned = try request.build.armSelection(loaded, builder, makesApps: nil).combinedArm(
      named: request.product ?? configuration.settings.roles.combined?.names.first)
    return (loaded, builder, planned)
  }

  /// Records a build by `xcodebuild`, which its log describes.
  private func recordScheme(_ configuration: LoadedConfiguration, swift: String) async throws {
    let (loaded, builder, planned) = try await preparedScheme(configuration, swift: swift)
    guard let xcodebuild = builder.xcodebuild else { return }
    try xcodebuild.check()
    let (recorded, folder) = try await held(for: loaded) { place, folder in
      let recording = SchemeRecording(by: xcodebuild, builder, in: place, timeoutSeconds: request.timeoutSeconds)
      return try await building(planned, index: 1, "recording a clean build of \(planned.arm.name)") {
        try await Interruption.cancelling {
          try await recording.clean(planned, of: loaded, log: folder.log) { try LoggedRecording(at: $0, in: loaded) }
        }
      }
    }
    try ResultFiles.write(recorded.value.trace.jsonLines, to: folder.trace)
    try folder.write(recorded.value.trace, of: recorded.value.recording, sortedBy: request.order, showing: show)
    if let failure = recorded.failure {
      Terminal.note("the build failed: \(failure.visible); its output is in \(folder.log)")
      throw Reported(exitCode: 1)
    }
  }

  // MARK: Builds by SwiftPM

  /// A recorded build, and if requested, the trace of a second one with a process for each file.
  private struct Recorded {
    let build: ArmRecording.Outcome
    var perFile: BuildTrace?

    var succeeded: Bool { build.trace.succeeded }

    /// - Throws: if a build failed, or the second one did not compile file by file.
    func check(_ results: RecordFolder) throws(Reported) {
      if !succeeded {
        Terminal.note("the build failed; its output is in \(results.log)")
        throw Reported(exitCode: 1)
      }
      if let perFile, !perFile.succeeded {
        Terminal.note(
          "the build with a compiler process for each file failed; its output is in \(results.perFileLog). The recorded build is "
            + "complete, without the costs of files")
        throw Reported(exitCode: 1)
      }
    }
  }

  /// Records the build; if it is interrupted after it began, writes the recorded part.
  private func record(
    _ planned: PlannedArm, of loaded: LoadedWorkspace, _ recording: ArmRecording, _ swiftBuild: SwiftBuild,
    _ folder: RecordFolder
  ) async throws -> Recorded {
    let scratchPath = request.scratchPath.map(Path.absolute)
    var recorded: Recorded
    do {
      recorded = Recorded(
        build: try await Interruption.cancelling { try await carryOut(recording, planned, of: loaded, folder) })
    } catch is CancellationError {
      if let seen = try? recording.interrupted(planned, scratchPath: scratchPath) {
        try await write(Recorded(build: seen), planned, of: loaded, by: swiftBuild, in: folder)
      }
      throw CancellationError()
    }
    guard request.isPerFile, recorded.succeeded else { return recorded }
    do {
      recorded.perFile = try await Interruption.cancelling {
        try await building(planned, index: 2, "building again with a compiler process for each file") {
          try await recording.withProcessForEachFile.clean(planned, of: loaded, log: folder.perFileLog).trace
        }
      }
    } catch {
      // The first build is worth showing without the second.
      try await write(recorded, planned, of: loaded, by: swiftBuild, in: folder)
      throw error
    }
    return recorded
  }

  private func carryOut(
    _ recording: ArmRecording, _ planned: PlannedArm, of loaded: LoadedWorkspace, _ folder: RecordFolder
  ) async throws -> ArmRecording.Outcome {
    if let scratchPath = request.scratchPath {
      return try await recording.incremental(
        planned, of: loaded, scratchPath: Path.absolute(scratchPath), log: folder.log)
    }
    return try await building(planned, index: 1, "recording a clean build of \(planned.arm.name)") {
      try await recording.clean(planned, of: loaded, log: folder.log)
    }
  }

  /// Shows that a build is running.
  private func building<Value>(
    _ planned: PlannedArm, index: Int, _ note: String, _ build: () async throws -> Value
  ) async throws -> Value {
    if !request.workspace.isQuiet {
      Terminal.note(note)
      let line = BuildingLine(
        index: index, count: request.isPerFile ? 2 : 1, words: Text.printable(planned.arm.name), about: "about",
        remainingSeconds: nil)
      let start = ContinuousClock.now
      Terminal.live?.show { line.text(columns: Terminal.liveColumns, after: start.duration(to: .now) / .seconds(1)) }
    }
    defer { Terminal.live?.hide() }
    return try await build()
  }

  private func write(
    _ recorded: Recorded, _ planned: PlannedArm, of loaded: LoadedWorkspace, by swiftBuild: SwiftBuild,
    in folder: RecordFolder
  ) async throws {
    let outcome = recorded.build
    // Checkouts are part of the build, and so of what its modules waited for.
    let whole =
      outcome.checkouts.isEmpty ? loaded : try await request.workspace.load(besides: outcome.checkouts)
    let subject = RecordedSubject(
      workspace: loaded.name, target: planned.arm.name, configuration: swiftBuild.configuration,
      buildSystem: swiftBuild.buildSystem, toolchain: loaded.graph.environment?.toolchain ?? "",
      isClean: request.scratchPath == nil)
    let graph = whole.graph.part(builtFor: planned.arm)
    let perFile = recorded.perFile.flatMap { $0.succeeded ? FileCosts($0, graph: graph) : nil }
    try folder.write(
      outcome.trace,
      of: Recording(
        subject: subject, graph: graph, machineCPUMicroseconds: outcome.machineCPUMicroseconds,
        sleptSeconds: outcome.sleptSeconds, fileCosts: perFile.flatMap { $0.modules.isEmpty ? nil : $0 }),
      sortedBy: request.order, showing: show)
    if let perFile, perFile.modules.isEmpty {
      throw ServiceError(
        "No module was compiled file by file: the arguments or settings compile modules as a whole, as "
          + "-whole-module-optimization does. The build without costs of files is in `\(folder.path.visible)`; record without these, or omit those arguments."
      )
    }
  }
}

extension BuildTrace {
  fileprivate var succeeded: Bool { supervised?.termination == .exited(code: 0) }
}
