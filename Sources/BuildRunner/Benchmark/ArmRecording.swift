import BuildAnalysis
package import BuildTrace
package import Workspace

/// Records one build of an arm, with what is needed to analyze it.
package struct ArmRecording: Sendable {
  /// The trace, and the packages that the build could use.
  package struct Outcome: Sendable {
    package let trace: BuildTrace
    /// CPU time that the whole machine used during the build, in microseconds; `nil` if the system does not report it.
    package let machineCPUMicroseconds: Int?
    /// How long the machine slept during the build; `nil` if the system does not report it.
    package let sleptSeconds: Double?
    /// The folders of the packages that SwiftPM fetched for the build, sorted.
    package let checkouts: [String]
  }

  private var recording: BuildRecording
  private var swiftBuild: SwiftBuild
  private let place: MeasuringEnvironment
  private let timeoutSeconds: Int?

  private var folders: BenchmarkFolders { place.folders }

  package init(
    _ recording: BuildRecording, of swiftBuild: SwiftBuild, in place: MeasuringEnvironment, timeoutSeconds: Int?
  ) {
    self.recording = recording
    self.swiftBuild = swiftBuild
    self.place = place
    self.timeoutSeconds = timeoutSeconds
  }

  /// The recording of the same build with a compiler process for each file. Its trace is not kept.
  package var withProcessForEachFile: ArmRecording {
    var other = self
    other.recording = recording.writing(to: folders.trace)
    other.swiftBuild = swiftBuild.withProcessForEachFile
    return other
  }

  /// Records a clean build in a private copy of the workspace, after resolving its dependencies.
  ///
  /// - Parameter log: the file for the output of `swift build`.
  /// - Throws: `BenchmarkError` if nothing could be built; `CancellationError`. A failed build is an outcome.
  package func clean(_ planned: PlannedArm, of workspace: LoadedWorkspace, log: String) async throws -> Outcome {
    try recording.forget()
    let copy = try await PrivateCopy(of: workspace, at: folders.copy, leavingOut: folders.own)
    try CopiedManifests(of: copy).install(planned.target)
    try folders.makeAgain()
    try folders.prepare(arms: [planned.arm.name])
    let scratch = folders.scratch(planned.scratchName)
    let package = copy.packagePaths[planned.package] ?? copy.path
    // Otherwise the first phase of the build would be a download.
    let resolving = try await place.supervisor.run(
      [swiftBuild.swift, "package", "--package-path", package, "--scratch-path", scratch.path, "resolve"], log: log,
      timeoutSeconds: timeoutSeconds
    ).supervised
    guard resolving.termination == .exited(code: 0) else {
      throw BenchmarkError.notResolved(
        words: SwiftPMMessages.shown(
          FileTree.lastLines(of: log, 1000), of: package,
          shownAs: Path.relative(
            workspace.package(planned.package)?.path ?? workspace.rootPath, to: workspace.rootPath)))
    }
    let outcome = try await record(
      package: package, scratch: scratch, product: planned.target.productName, isClean: true, log: log)
    try folders.tidy()
    return outcome
  }

  /// Records an incremental build of a package in its own folder.
  ///
  /// - Parameter scratchPath: the absolute path of the scratch folder to build in.
  /// - Throws: as above.
  package func incremental(
    _ planned: PlannedArm, of workspace: LoadedWorkspace, scratchPath: String, log: String
  ) async throws -> Outcome {
    if case .appended = planned.target { throw ArmError.needsCopy(planned.arm.name) }
    try recording.forget()
    let package = workspace.package(planned.package)?.path ?? workspace.rootPath
    return try await record(
      package: package, scratch: Scratch(path: scratchPath), product: planned.target.productName, isClean: false,
      log: log)
  }

  /// The recorded part of a build that was cancelled.
  /// - Throws: `BenchmarkError` if it had not begun.
  package func interrupted(_ planned: PlannedArm, scratchPath: String? = nil) throws -> Outcome {
    let scratch = scratchPath.map(Scratch.init) ?? folders.scratch(planned.scratchName)
    return Outcome(
      trace: try recording.read(), machineCPUMicroseconds: nil, sleptSeconds: nil, checkouts: try scratch.checkouts())
  }

  private func record(
    package: String, scratch: Scratch, product: String?, isClean: Bool, log: String
  ) async throws -> Outcome {
    let before = MachineReading.now
    let trace = try await recording.build(
      swiftBuild, .init(package: package, scratch: scratch.path, product: product), clean: isClean,
      supervisor: place.supervisor, log: log, timeoutSeconds: timeoutSeconds)
    let after = MachineReading.now
    return Outcome(
      trace: trace,
      machineCPUMicroseconds: before.busySeconds.flatMap { start in
        after.busySeconds.map { Int((($0 - start) * 1e6).rounded()) }
      }, sleptSeconds: after.sleptSeconds(since: before),
      checkouts: try scratch.checkouts())
  }
}
