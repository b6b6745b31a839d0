import BuildAnalysis
import ModuleGraph

/// One clean build of an arm: the folder emptied, proved empty, built, and proved to be built.
struct CleanBuild {
  let planned: PlannedArm
  let method: BuildMethod
  let packagePath: String
  let scratch: Scratch
  /// Kinds and names of the workspace's modules.
  let modules: [Module]
  /// Whether SwiftPM may resolve dependencies.
  let mayResolve: Bool
  /// `nil` for a build that has the machine to itself.
  let turn: Turn?

  /// - Throws: `FailedStep`; `BenchmarkError` where the build could not even be tried; `CancellationError`.
  func run(log: String) async throws -> BuildResult {
    try scratch.clean()
    let leftovers = try scratch.leftovers()
    let call = method.builder.call(
      package: packagePath, scratch: scratch.path, product: planned.target.productName, mayResolve: mayResolve)
    let made = try await method.make(call, log: log, turn: turn)
    let compiled = try scratch.compiledModules()
    var result = method.result(of: made.build, reason: notClean(leftovers) ?? notCompiled(compiled))
    result.compiledModules = compiled.isEmpty ? nil : compiled
    result.trace = made.trace
    if result.outcome == .ok, let product = planned.target.productName {
      result.productBytes = try scratch.productBytes(named: product)
    }
    return result
  }

  private func notClean(_ leftovers: [String]) -> String? {
    leftovers.first.map { "the build did not start clean: \($0) was left" }
  }

  /// Every module of the closure with sources must have been compiled; those that are never compiled by themselves
  /// (plugins run as scripts, system libraries, binaries) prove nothing.
  private func notCompiled(_ compiled: [String]) -> String? {
    // Where another builder puts its objects nobody knows.
    guard method.builder.swiftBuild != nil else { return nil }
    let expected = Set(planned.arm.modules)
    let built = Set(compiled)
    let missing = modules.filter { module in
      expected.contains(module.id) && [.regular, .executable, .macro].contains(module.kind)
        && (module.sources ?? 0) > 0 && !built.contains(module.compiledName)
    }
    let made = [planned.target.appended?.madeModule].compactMap(\.self).filter { !built.contains($0) }
    guard !missing.isEmpty || !made.isEmpty else { return nil }
    return "the build did not compile " + (missing.map(\.name) + made).joined(separator: ", ")
  }
}
