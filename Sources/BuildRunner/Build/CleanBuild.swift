import BuildAnalysis
import BuildTrace
import ModuleGraph

/// One clean build of an arm: the folder emptied, proved empty, built, and proved to be built.
struct CleanBuild {
  let planned: PlannedArm
  let swiftBuild: SwiftBuild
  let supervisor: Supervisor
  let packagePath: String
  let scratch: Scratch
  /// Kinds and names of the workspace's modules.
  let modules: [Module]
  let timeoutSeconds: Int?
  /// Whether SwiftPM may resolve dependencies.
  let mayResolve: Bool

  struct Result {
    var seconds: Double
    var cpuSeconds: Double
    var peakBytes: Int
    var outcome: Sample.Outcome
    var reason: String?
    var compiledModules: [String]
  }

  /// - Throws: `BenchmarkError` where the build could not even be tried; `CancellationError`.
  func run(log: String) async throws -> Result {
    try scratch.clean()
    let leftovers = try scratch.leftovers()
    let command = swiftBuild.command(
      package: packagePath, scratch: scratch.path, product: planned.target.productName,
      mayResolve: mayResolve)
    let build = try await supervisor.run(command, log: log, timeoutSeconds: timeoutSeconds)
    let compiled = try scratch.compiledModules()
    let reason = failure(of: build) ?? notClean(leftovers) ?? notCompiled(compiled)
    return Result(
      seconds: Double(build.wallNanoseconds) / 1e9,
      cpuSeconds: Double(build.userMicroseconds + build.systemMicroseconds) / 1e6,
      peakBytes: build.peakBytes,
      outcome: build.stopped == .timeout ? .timeout : reason == nil ? .ok : .failed,
      reason: reason, compiledModules: compiled)
  }

  private func failure(of build: SupervisedBuild) -> String? {
    switch (build.stopped, build.termination) {
    case (.timeout?, _): "it was still running after \(timeoutSeconds ?? 0) s and was ended"
    case (_?, _): "it was interrupted"
    case (nil, .exited(code: 0)): nil
    case (nil, .exited(let code)): "`swift build` ended with exit code \(code)"
    case (nil, .signalled(let number)): "`swift build` was ended by signal \(number)"
    }
  }

  private func notClean(_ leftovers: [String]) -> String? {
    leftovers.first.map { "the build did not start clean: \($0) was left" }
  }

  /// Every module of the closure with sources must have been compiled; those that are never compiled by themselves
  /// (plugins run as scripts, system libraries, binaries) prove nothing.
  private func notCompiled(_ compiled: [String]) -> String? {
    let expected = Set(planned.arm.modules)
    let built = Set(compiled)
    let missing = modules.filter { module in
      expected.contains(module.id) && [.regular, .executable, .macro].contains(module.kind)
        && (module.sources ?? 0) > 0 && !built.contains(module.compiledName)
    }
    guard !missing.isEmpty else { return nil }
    return "the build did not compile " + missing.map(\.name).joined(separator: ", ")
  }
}
