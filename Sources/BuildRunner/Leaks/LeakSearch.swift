package import BuildTrace
package import ModuleGraph
package import Workspace

/// Makes private changes in files of a private copy, one after another, and observes what the builds recompile.
package struct LeakSearch: Sendable {
  private let workspace: LoadedWorkspace
  private let planned: PlannedArm
  private let swiftBuild: SwiftBuild
  private let recording: BuildRecording
  private let place: MeasuringEnvironment
  private let timeoutSeconds: Int?
  /// Called before each build with the module that was changed; `nil` before the first builds.
  private let onBuild: @Sendable (_ module: ModuleID?) -> Void

  /// The arguments with which drivers report why they compile.
  package static let arguments = ["-Xswiftc", "-driver-show-incremental"]

  /// - Parameters:
  ///   - planned: what is built.
  ///   - swiftBuild: without ``arguments``.
  package init(
    of workspace: LoadedWorkspace, building planned: PlannedArm, with swiftBuild: SwiftBuild, recording: BuildRecording,
    in place: MeasuringEnvironment, timeoutSeconds: Int? = nil,
    onBuild: @escaping @Sendable (_ module: ModuleID?) -> Void
  ) {
    self.workspace = workspace
    self.planned = planned
    self.recording = recording
    self.place = place
    self.timeoutSeconds = timeoutSeconds
    self.onBuild = onBuild
    var telling = swiftBuild
    telling.extraArguments += Self.arguments
    self.swiftBuild = telling
  }

  /// One build after a private change.
  package struct Trial: Sendable {
    /// The changed file.
    package let site: ChangeSite
    package let trace: BuildTrace
    /// The lines of the build's output, with the remarks of compiler drivers.
    package let log: [Substring]

    /// The files that compilers were started for, by module, as the trace has them; sorted.
    package var compiled: [String: [String]] {
      var files: [String: Set<String>] = [:]
      for event in trace.events where event.job.kind == .compile {
        if let module = event.job.module { files[module, default: []].formUnion(event.job.files) }
      }
      return files.mapValues { $0.sorted() }
    }
  }

  /// Makes the changes, one after another; each stays in the copy.
  /// - Throws: `BenchmarkError` if nothing can be built; `CancellationError`.
  package func trials(at sites: [ChangeSite]) async throws -> [Trial] {
    let folders = place.folders
    let copy = try await PrivateCopy(of: workspace, at: folders.copy, leavingOut: folders.own)
    try CopiedManifests(of: copy).install(planned.target)
    try folders.prepare(arms: [planned.arm.name])
    let package = copy.packagePaths[planned.package] ?? copy.path
    onBuild(nil)
    _ = try await build(package, copy: copy, clean: true)
    // The first build after a clean one plans again.
    _ = try await build(package, copy: copy, clean: false)
    var trials: [Trial] = []
    for (index, site) in sites.enumerated() {
      onBuild(site.module)
      let file = try site.source(of: workspace, in: copy, changes: [.private], named: site.module.name)
      try await file.makeInNextSecond(.private, value: index + 1)
      let trace = try await build(package, copy: copy, clean: false)
      trials.append(Trial(site: site, trace: trace, log: try logLines()))
    }
    try folders.tidy()
    return trials
  }

  private func build(_ package: String, copy: PrivateCopy, clean: Bool) async throws -> BuildTrace {
    let trace = try await recording.build(
      clean ? swiftBuild : oneByOne,
      .init(
        package: package, scratch: place.folders.scratch(planned.scratchName).path, product: planned.target.productName),
      clean: clean, supervisor: place.supervisor, log: place.log, timeoutSeconds: timeoutSeconds)
    guard let reason = trace.supervised?.failure(timeoutSeconds: timeoutSeconds) else { return trace }
    throw LeakSearchError.buildFailed(words: CompilerErrors.firstError(inLog: place.log, copy: copy.path) ?? reason)
  }

  /// With one job at a time, the output of drivers is not mixed. The number of jobs is not among the inputs that a
  /// build compares.
  private var oneByOne: SwiftBuild {
    var oneByOne = swiftBuild
    oneByOne.jobs = 1
    return oneByOne
  }

  private func logLines() throws -> [Substring] {
    String(decoding: try FileTree.read(place.log), as: UTF8.self).split(separator: "\n")
  }
}

/// Why no leak can be found.
package enum LeakSearchError: Error, CustomStringConvertible {
  /// With the first error.
  case buildFailed(words: String)

  package var description: String {
    switch self {
    case .buildFailed(let words):
      "Cannot search for leaks, since the copy of the workspace does not build: \(words). Fix the build first, or choose "
        + "other modules with --focus."
    }
  }
}
