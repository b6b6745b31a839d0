import ArgumentParser
import BuildAnalysis
import BuildRunner
import BuildTrace
import ModuleGraph
import Reports
import Workspace

struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", _superCommandName: Modgauge.name,
    abstract: "Records one build: what each module cost and waited for.",
    discussion: """
      Makes a clean build in a private copy of the workspace, and times every compiler and linker process. Prints the most \
      expensive modules, the critical path and the idle cores. Writes timeline.html, timeline.json (for Perfetto), \
      modules.csv, .md and .json, graph.svg and .png, and the data from which `modgauge report` writes them again: \
      trace.jsonl and recording.json. If the build fails, its completed part is shown, and the exit code is 1.

      Where the configuration's builder is xcodebuild, --product names a scheme, and Xcode's log of the build is what is shown.

      With --from, builds nothing: reads one of Xcode's build logs instead, and shows and writes the same. With --package-path, its targets are the workspace's modules.
      """)

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup(title: "Build Options") var build: BuildOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions

  @Option(
    help: ArgumentHelp("Build this product. Default: the whole package without tests.", valueName: "name"),
    completion: NameCompletion.products)
  var product: String?

  @Option(help: ArgumentHelp("Build this module, with exactly what it depends on.", valueName: "name"))
  var target: String?

  @Flag(help: "Build the workspace itself as it is, in the folder of --scratch-path, instead of a clean copy.")
  var incremental = false

  @Option(
    help: ArgumentHelp("With --incremental: the scratch folder to build in, such as .build.", valueName: "folder"))
  var scratchPath: String?

  @Flag(
    help: """
      Also measure what each file costs, by a second clean build with a compiler process for each file. Its times are not \
      shown as those of the build.
      """)
  var perFile = false

  @Option(parsing: .unconditional, help: ArgumentHelp("Terminate a build that takes longer.", valueName: "seconds"))
  var timeout = 3600

  @OptionGroup var results: FolderOptions<RecordedReport>

  @Option(help: "What the table of modules is sorted by.")
  var sort = ModuleOrder.cpu

  @OptionGroup(title: "Log Options") var logs: LogOptions
  @Flag(help: "Replace the recorded build, the run or the files of the same names in the folder of --output.")
  var force = false

  func validate() throws {
    if force, try results.folder == nil {
      throw ValidationError("--force requires --output: the default folder is always new.")
    }
    if product != nil, target != nil { throw ValidationError("--product and --target cannot be combined.") }
    if incremental != (scratchPath != nil) {
      throw ValidationError(
        "--incremental and --scratch-path require each other: an incremental build needs a scratch folder.")
    }
    if perFile, incremental {
      throw ValidationError("--per-file requires a clean build; remove --incremental.")
    }
    if perFile, build.configuration == .release {
      throw ValidationError(
        "--per-file is for debug builds: a release build compiles each module as a whole, so its files have no costs of their own."
      )
    }
    guard timeout > 0 else { throw ValidationError("--timeout must be 1 second or more.") }
    guard logs.from != nil else { return }
    let others = [
      ("--product", product != nil), ("--target", target != nil), ("--incremental", incremental),
      ("--per-file", perFile), ("--timeout", timeout != 3600), (build.firstStated ?? "", build.firstStated != nil),
    ]
    if let other = others.first(where: \.1) {
      throw ValidationError("\(other.0) is about builds, and --from builds nothing; omit one of them.")
    }
  }

  func run() async throws {
    if let from = logs.from { return try await readLog(from) }
    try await record()
  }

  /// Shows a build that Xcode made.
  private func readLog(_ from: String) async throws {
    if logs.list { return try logs.showList(of: from) }
    let (replaced, places) = try (replaced, results.files())
    if !force { try replaced?.check() }
    // Without its path, a workspace may be any that is here.
    let loaded = workspace.isPackagePathStated ? try await workspace.load() : nil
    if let loaded { try workspace.finish(loaded.graph) }
    let (trace, recording, path) = try read(from, in: loaded)
    if force { try replaced?.clear() }
    let folder = RecordFolder(
      path: try results.folder.map(Path.absolute)
        ?? RunFolder.platformDefault(
          workspaceKey: BenchmarkFolders.key(loaded?.rootPath ?? InputFile.folder(of: path))))
    try ResultFiles.makeFolder(folder.path)
    try ResultFiles.write(trace.jsonLines, to: folder.trace)
    try folder.show(trace, of: recording, sortedBy: sort, results.all, printed: results.printed, to: places)
  }

  /// Reads a log of Xcode, or a trace that SwiftPM wrote.
  private func read(
    _ from: String, in loaded: LoadedWorkspace?
  ) throws -> (trace: BuildTrace, recording: Recording, path: String) {
    if !Path.isFolder(from), let traced = try TracedRecording(at: from, in: loaded) {
      if let problem = traced.problem, !workspace.quiet {
        Terminal.note("warning: only a part of \(from.visible) was read: \(problem)")
      }
      return (traced.trace, traced.recording, from)
    }
    let logged = try logs.recording(at: from, in: loaded, isQuiet: workspace.quiet)
    return (logged.trace, logged.recording, logged.path)
  }

  /// The folder that the options name, where nothing may be replaced without being asked for.
  private var replaced: ResultFolder? {
    get throws { try results.folder.map { ResultFolder(path: Path.absolute($0), names: RecordFolder.names) } }
  }

  /// Records the build, and writes its reports.
  /// - Parameter isShown: whether the analysis is printed.
  func record(isShown: Bool = true) async throws {
    let (replaced, places) = try (replaced, results.files())
    if !force { try replaced?.check() }
    let toolchain = try Toolchain(at: workspace.toolchain)
    let configuration = try workspace.configuration()
    if build.xcodebuild(configuration.settings.bench) != nil {
      return try await recordScheme(configuration, swift: toolchain.swift, replaced, isShown ? places : nil)
    }
    let loaded = try await workspace.load(configuration)
    try workspace.finish(loaded.graph)
    let swiftBuild = build.swiftBuild(swift: toolchain.swift, traits: traits.buildArguments)
    let planned = try ArmSelection(
      workspace: loaded, configuration: swiftBuild.configuration, arguments: swiftBuild.statedArguments,
      traits: traits.selection ?? .defaults
    ).arm(named: product ?? target)
    let request = try request(for: loaded)
    let folder = RecordFolder(path: request.output)
    let recorded = try await MeasuringPlace.held(for: request.waiting(build.whileBusy)) {
      if force { try replaced?.clear() }
    } _: { place in
      let source = try await place.recording(
        of: swiftBuild, toolchain: toolchain, version: loaded.graph.environment?.toolchain, traceFile: folder.trace)
      let recording = ArmRecording(source, of: swiftBuild, in: place, timeoutSeconds: timeout)
      return try await record(planned, of: loaded, recording, folder, isShown ? places : nil)
    }
    try await show(recorded, planned, of: loaded, in: folder, isShown ? places : nil)
    try recorded.check(folder)
  }

  /// Records a build by `xcodebuild`, which its log describes.
  private func recordScheme(
    _ configuration: FoundConfiguration, swift: String, _ replaced: ResultFolder?,
    _ places: [ResultOptions<RecordedReport>.Destination]?
  ) async throws {
    if let option = incremental ? "--incremental" : perFile ? "--per-file" : target != nil ? "--target" : nil {
      throw ValidationError(
        "\(option) is about `swift build`, and the configuration's builder is `xcodebuild`; --product names a scheme.")
    }
    let options = try workspace.opened(configuration, for: build)
    let loaded = try await options.load(configuration)
    try options.finish(loaded.graph)
    let builder = try build.builder(
      swift: swift, traits: traits.buildArguments, configuration.settings.bench, of: options.packagePath)
    guard let xcodebuild = builder.xcodebuild else { return }
    let planned = try ArmSelection(
      workspace: loaded, configuration: builder.configuration, builder: builder.name, xcodebuild: xcodebuild,
      arguments: builder.statedArguments
    ).combinedArm(named: product ?? configuration.settings.roles.combined?.words.first)
    try xcodebuild.check()
    let request = try request(for: loaded)
    let folder = RecordFolder(path: request.output)
    let recorded = try await MeasuringPlace.held(for: request.waiting(build.whileBusy)) {
      if force { try replaced?.clear() }
    } _: { place in
      let recording = SchemeRecording(by: xcodebuild, builder, in: place, timeoutSeconds: timeout)
      return try await building(planned, index: 1, "recording a clean build of \(planned.arm.name)") {
        try await Interruption.cancelling {
          try await recording.clean(planned, of: loaded, log: folder.log) { try LoggedRecording(at: $0, in: loaded) }
        }
      }
    }
    try ResultFiles.write(recorded.value.trace.jsonLines, to: folder.trace)
    try folder.show(
      recorded.value.trace, of: recorded.value.recording, sortedBy: sort, places == nil ? nil : results.all,
      printed: results.printed, to: places ?? [])
    if let failure = recorded.failure {
      Terminal.note("the build failed: \(failure.visible); its output is in \(folder.log)")
      throw ExitCode(1)
    }
  }

  private func request(for loaded: LoadedWorkspace) throws -> MeasuringPlace.Request {
    MeasuringPlace.Request(
      loaded, cache: Path.absolute(workspace.cacheDir),
      output: try results.folder.map(Path.absolute)
        ?? RunFolder.platformDefault(workspaceKey: BenchmarkFolders.key(loaded.rootPath)),
      recorder: ProgramFile.sibling("modgauge-recorder"))
  }

  /// A recorded build, and if requested, the trace of a second one with a process for each file.
  private struct Recorded {
    let build: ArmRecording.Outcome
    var perFile: BuildTrace?

    var succeeded: Bool { build.trace.succeeded }

    /// - Throws: if a build failed, or the second one did not compile file by file.
    func check(_ results: RecordFolder) throws {
      if !succeeded {
        Terminal.note("the build failed; its output is in \(results.log)")
        throw ExitCode(1)
      }
      if let perFile, !perFile.succeeded {
        Terminal.note(
          "the build with a compiler process for each file failed; its output is in \(results.perFileLog). The recorded build is "
            + "complete, without the costs of files")
        throw ExitCode(1)
      }
    }
  }

  /// Records the build; if it is interrupted after it began, shows the recorded part.
  private func record(
    _ planned: PlannedArm, of loaded: LoadedWorkspace, _ recording: ArmRecording, _ folder: RecordFolder,
    _ places: [ResultOptions<RecordedReport>.Destination]?
  ) async throws -> Recorded {
    var recorded: Recorded
    do {
      recorded = Recorded(
        build: try await Interruption.cancelling { try await carryOut(recording, planned, of: loaded, folder) })
    } catch is CancellationError {
      if let seen = try? recording.interrupted(planned, scratchPath: scratchPath.map(Path.absolute)) {
        try await show(Recorded(build: seen), planned, of: loaded, in: folder, places)
      }
      throw CancellationError()
    }
    guard perFile, recorded.succeeded else { return recorded }
    do {
      recorded.perFile = try await Interruption.cancelling {
        try await measureFiles(recording.withProcessForEachFile, planned, of: loaded, folder)
      }
    } catch {
      // The first build is worth showing without the second.
      try await show(recorded, planned, of: loaded, in: folder, places)
      throw error
    }
    return recorded
  }

  private func carryOut(
    _ recording: ArmRecording, _ planned: PlannedArm, of loaded: LoadedWorkspace, _ folder: RecordFolder
  ) async throws -> ArmRecording.Outcome {
    if let scratchPath {
      return try await recording.incremental(
        planned, of: loaded, scratchPath: Path.absolute(scratchPath), log: folder.log)
    }
    return try await building(planned, index: 1, "recording a clean build of \(planned.arm.name)") {
      try await recording.clean(planned, of: loaded, log: folder.log)
    }
  }

  private func measureFiles(
    _ recording: ArmRecording, _ planned: PlannedArm, of loaded: LoadedWorkspace, _ folder: RecordFolder
  ) async throws -> BuildTrace {
    try await building(planned, index: 2, "building again with a compiler process for each file") {
      try await recording.clean(planned, of: loaded, log: folder.perFileLog).trace
    }
  }

  /// Shows that a build is running.
  private func building<Value>(
    _ planned: PlannedArm, index: Int, _ note: String, _ build: () async throws -> Value
  ) async throws -> Value {
    if !workspace.quiet {
      Terminal.note(note)
      let line = BuildingLine(
        index: index, count: perFile ? 2 : 1, words: Text.printable(planned.arm.name), about: "about",
        remainingSeconds: nil)
      let start = ContinuousClock.now
      Terminal.live?.show { line.text(columns: Terminal.liveColumns, after: start.duration(to: .now) / .seconds(1)) }
    }
    defer { Terminal.live?.hide() }
    return try await build()
  }

  private func show(
    _ recorded: Recorded, _ planned: PlannedArm, of loaded: LoadedWorkspace, in folder: RecordFolder,
    _ places: [ResultOptions<RecordedReport>.Destination]?
  ) async throws {
    let outcome = recorded.build
    // Checkouts are part of the build, and so of what its modules waited for.
    let whole =
      outcome.checkouts.isEmpty ? loaded : try await workspace.load(besides: outcome.checkouts)
    let subject = RecordedSubject(
      workspace: loaded.name, target: planned.arm.name, configuration: build.configuration.rawValue,
      buildSystem: build.buildSystem?.rawValue, toolchain: loaded.graph.environment?.toolchain ?? "",
      isClean: !incremental)
    let graph = whole.graph.part(builtFor: planned.arm)
    let perFile = recorded.perFile.flatMap { $0.succeeded ? FileCosts($0, graph: graph) : nil }
    try folder.show(
      outcome.trace,
      of: Recording(
        subject: subject, graph: graph, machineCPUMicroseconds: outcome.machineCPUMicroseconds,
        sleptSeconds: outcome.sleptSeconds, fileCosts: perFile.flatMap { $0.modules.isEmpty ? nil : $0 }),
      sortedBy: sort, places == nil ? nil : results.all, printed: results.printed, to: places ?? [])
    if let perFile, perFile.modules.isEmpty { throw NoFileCosts(folder: folder.path) }
  }
}

/// No module was compiled file by file, although requested.
private struct NoFileCosts: Error, CustomStringConvertible {
  let folder: String

  var description: String {
    "No module was compiled file by file: the arguments or settings compile modules as a whole, as "
      + "-whole-module-optimization does. The build without costs of files is in `\(folder.visible)`; omit --per-file or those arguments."
  }
}

extension BuildTrace {
  fileprivate var succeeded: Bool { supervised?.termination == .exited(code: 0) }
}

extension ModuleOrder: ExpressibleByArgument {}
