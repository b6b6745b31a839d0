package import BuildAnalysis
import BuildTrace
import ModuleGraph
import Platform
import Subprocess
import Workspace

/// Builds schemes with `xcodebuild`, and reads the logs that it leaves.
///
/// All that is known of `xcodebuild` is here: its arguments, and where its results are in a scratch folder. It has only been
/// run with a script in its place, not on macOS yet.
package struct Xcodebuild: Sendable, Hashable {
  /// Absolute; `nil` if no folder of `PATH` has it.
  package let program: String?
  /// The `.xcworkspace` or `.xcodeproj`, relative to the workspace's folder.
  package let container: String
  /// As Xcode names it.
  package let configuration: String
  package let destination: String?
  private let jobs: Int?
  /// Passed on unchanged.
  private let extraArguments: [String]

  /// - Parameter searched: the `PATH` to search.
  package init(
    container: String, configuration: String, destination: String? = nil, jobs: Int? = nil,
    extraArguments: [String] = [],
    searched: String = OwnEnvironment.variables["PATH"] ?? ""
  ) {
    program = searched.split(separator: ":").map { Path.absolute(String($0)) + "/xcodebuild" }.first(
      where: Path.isProgram)
    (self.container, self.configuration, self.destination) = (container, configuration, destination)
    (self.jobs, self.extraArguments) = (jobs, extraArguments)
  }

  /// Checks before the first build whether there is such a program.
  /// - Throws: `BenchmarkError.xcodebuildMissing`.
  package func check() throws(BenchmarkError) { if program == nil { throw .xcodebuildMissing } }

  /// The platform of builds, as manifests name it; `nil` if the destination does not say it.
  package var platform: String? {
    guard let start = destination?.firstRange(of: "platform=")?.upperBound, let rest = destination?[start...] else {
      return nil
    }
    let name = rest.prefix { $0 != "," }.lowercased()
    return name == "os x" ? "macos" : name.hasSuffix(" simulator") ? String(name.dropLast(" simulator".count)) : name
  }

  /// The arguments that reproduce the build.
  package var statedArguments: [String] {
    [containerOption, container, "-configuration", configuration] + options + extraArguments
  }

  private var containerOption: String { container.hasSuffix(".xcworkspace") ? "-workspace" : "-project" }

  private var options: [String] {
    (destination.map { ["-destination", $0] } ?? []) + (jobs.map { ["-jobs", "\($0)"] } ?? [])
  }

  // MARK: Arguments

  /// The program and its arguments.
  /// - Parameters:
  ///   - folder: the folder in the copy that corresponds to the workspace's.
  ///   - scratch: the arm's scratch folder.
  ///   - mayResolve: whether packages may be resolved to other versions than those in `Package.resolved`.
  func command(folder: String, scratch: String, scheme: String, mayResolve: Bool) -> [String] {
    base(folder: folder, scratch: scratch, scheme: scheme) + ["-configuration", configuration] + options
      + ["-resultBundlePath", Self.results(in: scratch)] + (mayResolve ? [] : ["-disableAutomaticPackageResolution"])
      + extraArguments + ["build"]
  }

  /// The program and its arguments that fetch packages, so that no download is part of a build.
  func resolution(folder: String, scratch: String, scheme: String) -> [String] {
    base(folder: folder, scratch: scratch, scheme: scheme) + ["-resolvePackageDependencies"]
  }

  private func base(folder: String, scratch: String, scheme: String) -> [String] {
    [
      program ?? "xcodebuild", containerOption, "\(folder)/\(container)", "-scheme", scheme, "-derivedDataPath",
      Self.derivedData(in: scratch), "-clonedSourcePackagesDirPath", "\(scratch)/\(Self.packagesFolder)",
    ]
  }

  // MARK: Places

  /// The folder of fetched packages in a scratch folder, which clean builds keep.
  static let packagesFolder = "SourcePackages"

  private static func derivedData(in scratch: String) -> String { scratch + "/DerivedData" }
  private static func results(in scratch: String) -> String { scratch + "/Build.xcresult" }

  /// Removes what must not exist when a build begins: the bundle of results, which is an error, and the logs of earlier builds.
  func forgetResults(in scratch: String) throws(BenchmarkError) {
    try FileTree.remove(Self.results(in: scratch))
    try FileTree.remove(Self.derivedData(in: scratch) + "/Logs")
  }

  /// The logs of the last build, the newest first.
  func logs(in scratch: String) -> [String] {
    BuildLogFolder(Self.derivedData(in: scratch)).entries.filter { !$0.isEmpty }.map(\.path)
  }

  /// What the log of the last build says; `nil` if there is none, or it has no steps.
  /// - Parameter workspace: whose modules the targets are.
  func trace(in scratch: String, of workspace: ModuleGraph) -> BuildTrace? {
    for path in logs(in: scratch) {
      guard let bytes = try? FileTree.read(path) else { continue }
      let file = ActivityLogFile(bytes)
      let build = XcodeBuildLog(file.log)
      guard !build.steps.isEmpty else { continue }
      return build.recorded(from: file.log, graph: build.graph(besideLog: path), workspace: workspace).trace
    }
    return nil
  }

  /// The first line of `xcodebuild -version`; `Xcode` if it cannot be asked.
  package func version() async -> String {
    guard let program else { return "Xcode" }
    let result = try? await Subprocess.run(
      .path(FilePath(program)), arguments: ["-version"], output: .string(limit: 1 << 16), error: .discarded)
    guard let result, result.terminationStatus.isSuccess else { return "Xcode" }
    return result.standardOutput.split(separator: "\n").first.map { String($0.prefix(100)) } ?? "Xcode"
  }
}

extension XcodeBuildLog {
  /// The graph in the derived data around a log that has none itself.
  /// - Parameter log: its path.
  package func graph(besideLog log: String) -> XcodeTargetGraph? {
    guard graph == nil, let hash = descriptionHash else { return nil }
    return DerivedDataFolder.targetGraph(hash: hash, besideLog: log).flatMap { XcodeTargetGraph(text: $0[...]) }
  }
}

extension BuildResult {
  /// Takes the figures of processes from a log: Xcode's build service and its daemons are not among the supervised ones.
  mutating func take(_ trace: BuildTrace) {
    guard let logged = trace.header.logged else { return }
    let cpu = trace.events.reduce(0) { $0 + $1.userMicroseconds + $1.systemMicroseconds }
    (build.cpuSeconds, build.systemSeconds) = (logged.hasCPUTimes ? Double(cpu) / 1e6 : nil, nil)
    if let peak = trace.events.compactMap(\.peakBytes).max() { build.peakBytes = peak }
  }
}
