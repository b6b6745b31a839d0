package import ModuleGraph
import Platform
import Subprocess
package import Workspace

/// Builds and runs tests in a private copy that is kept, so that the next call builds only what changed.
package struct TestBuilds: Sendable {
  private let folder: String
  private let copy: PrivateCopy
  private let manifests: CopiedManifests
  private let temporaryFolder: String
  private let lock: HeldLock

  private final class HeldLock: Sendable {
    let lock: MachineLock
    init(_ lock: consuming MachineLock) { self.lock = lock }
  }

  /// The tests of one package that run.
  package struct Group: Sendable, Hashable {
    package let package: String
    /// The package's name in its manifest.
    package let name: String
    package let modules: [Module]
    /// The names of its other test modules.
    package let others: [String]

    package init(package: String, named name: String, modules: [Module], others: [String]) {
      (self.package, self.name, self.modules, self.others) = (package, name, modules, others)
    }
  }

  /// How one `swift test` ended.
  package struct Outcome: Sendable {
    package let exitCode: Int32
    package var results = JUnitResults()
    /// What it printed on standard output and standard error, if that was not passed on at once.
    package var output: [UInt8] = []
    package var errors: [UInt8] = []
  }

  /// - Parameters:
  ///   - cache: the tool's cache folder, absolute.
  ///   - recorder: the `modgauge-recorder` program, absolute.
  ///   - whileBusy: called once if another process runs tests of this workspace, which is then waited for.
  /// - Throws: `BenchmarkError`, `WorkspaceError.cacheUnusable`, `CancellationError`.
  package init(
    of workspace: LoadedWorkspace, cache: String, whileBusy: @escaping @Sendable (_ holder: String) -> Void
  ) async throws {
    folder = "\(cache)/tests/\(BenchmarkFolders.key(workspace.rootPath))"
    try FileTree.makeFolder(folder)
    temporaryFolder = TemporaryFolderPath.path(for: folder + "/tmp")
    try FileTree.makeFolder(temporaryFolder)
    lock = HeldLock(
      try await MachineLock(
        holder: "process \(CurrentProcess.id), of \(workspace.rootPath)", path: folder + "/lock", whileBusy: whileBusy))
    copy = try await PrivateCopy.updated(of: workspace, at: folder + "/copy", leavingOut: [cache])
    manifests = try CopiedManifests(of: copy)
  }

  /// See ``PrivateCopy/originals(of:)``.
  package func files(of workspace: LoadedWorkspace) -> [String: String] { copy.originals(of: workspace) }

  /// Removes the tests that do not run from the manifests of the copy.
  package func prepare(_ groups: [Group]) throws(BenchmarkError) { try manifests.install(groups.map(\.tested)) }

  /// Builds and runs tests, after ``prepare(_:)``.
  /// - Parameters:
  ///   - swift: the `swift` program.
  ///   - arguments: further arguments of `swift test`.
  ///   - recorder: the `modgauge-recorder` that ends them when this process ends; `nil` without one.
  ///   - isAlone: whether their output is this process's, since no other tests run at once.
  /// - Throws: `BenchmarkError`, `SubprocessError`, `CancellationError`.
  package func run(
    _ group: Group, swift: String, arguments: [String], recorder: String?, isAlone: Bool
  ) async throws -> Outcome {
    let key = String(group.package.stableHash, radix: 36)
    let junit = "\(folder)/junit-\(key)"
    let files = [junit + ".xml", junit + "-swift-testing.xml"]
    for file in files { try FileTree.removeOne(file) }
    let package = copy.packagePaths[group.package] ?? copy.path
    let command =
      [
        swift, "test", "--package-path", package, "--scratch-path", "\(folder)/scratch/\(key)", "--test-product",
        group.tested.product, "--xunit-output", files[0],
        // SwiftPM finds XCTest's methods by the index of the test modules. That of Swift's own modules takes a quarter of a
        // compiler's time, and nobody reads it in this scratch folder.
        "-Xswiftc", "-index-ignore-system-modules",
      ] + arguments + group.modules.flatMap { ["--filter", "^\($0.compiledName)\\."] }
    let logs = isAlone ? [] : ["\(folder)/\(key).out", "\(folder)/\(key).err"]
    var outcome = Outcome(exitCode: try await run(command, logs: logs, recorder: recorder))
    for file in files where Path.isFile(file) {
      outcome.results.add(try FileTree.text(of: file))
    }
    if !isAlone { (outcome.output, outcome.errors) = (try FileTree.read(logs[0]), try FileTree.read(logs[1])) }
    return outcome
  }

  /// - Parameter logs: the files for standard output and standard error; none for those of this process.
  private func run(_ command: [String], logs: [String], recorder: String?) async throws -> Int32 {
    let words = recorder.map { [$0, "run", "--"] + command } ?? command
    var options = PlatformOptions()
    options.teardownSequence = [.send(signal: .interrupt, allowedDurationToNextStep: .seconds(20))]
    let targets = try logs.map { path in
      try FileTree.doing("open", path) {
        try FileDescriptor.open(
          path, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: [.ownerReadWrite])
      }
    }
    let result = try await Subprocess.run(
      .path(FilePath(words[0])), arguments: Arguments(Array(words.dropFirst())),
      environment: .inherit.updating(["TMPDIR": temporaryFolder]), platformOptions: options, input: Lifeline(),
      output: .fileDescriptor(targets.first ?? .standardOutput, closeAfterSpawningProcess: !targets.isEmpty),
      error: .fileDescriptor(targets.last ?? .standardError, closeAfterSpawningProcess: !targets.isEmpty)
    ) { _ in }
    try Task.checkCancellation()
    switch result.terminationStatus {
    case .exited(let code): return code
    case .signaled(let signal): return 128 + signal
    }
  }
}

extension TestBuilds.Group {
  fileprivate var tested: TestedPackage {
    TestedPackage(package: package, named: name, isWhole: false, others: others)
  }
}
