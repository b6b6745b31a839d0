import BuildAnalysis
import BuildTrace
import ModuleGraph

/// One clean build: empties the folders, verifies that they are empty, builds, and verifies what was compiled.
struct CleanBuild {
  let method: BuildMethod
  let call: BuildCall
  let scratches: [Scratch]
  /// Names of modules that must have been compiled.
  let expected: [String]
  /// Names of modules that must not have been compiled.
  let unexpected: [String]
  /// The product whose size is measured; `nil` for none.
  let product: String?
  /// `nil` for a build that runs alone.
  let turn: Turn?

  /// Builds an arm.
  init(of planned: PlannedArm, by method: BuildMethod, in place: BuildFolders, _ graph: ModuleGraph, turn: Turn?) {
    self.method = method
    let product = planned.target.productName
    call = method.builder.call(
      package: place.path, scratch: place.scratch.path, product: product, mayResolve: place.mayResolve)
    scratches = [place.scratch]
    let made = [planned.target.appended?.madeModule].compactMap(\.self)
    expected =
      switch method.builder.kind {
      case .swiftBuild: graph.names(provingThat: planned.arm.modules) + made
      // Platforms and settings that are not read decide whether Xcode builds what the scheme's own targets depend on.
      case .xcodebuild: graph.names(provingThat: planned.roots ?? [])
      // The location of another builder's objects is unknown.
      case .command: []
      }
    unexpected = []
    self.product = product
    self.turn = turn
  }

  /// Builds and runs an arm's tests, without recording: tests may run compilers themselves.
  /// - Parameter places: those of the packages in `planned.tests`, in the same order.
  init(
    testsOf planned: PlannedArm, by method: BuildMethod, in places: [BuildFolders], _ graph: ModuleGraph, turn: Turn?
  ) {
    self.method = method.unrecorded
    call = method.builder.testCall(
      zip(places, planned.tests).map { ($0, $1) }, recorder: method.supervisor.recorder)
    scratches = places.map(\.scratch)
    expected = graph.names(provingThat: planned.arm.tests?.built ?? [])
    unexpected = planned.tests.flatMap(\.others)
    product = nil
    self.turn = turn
  }

  /// - Throws: `FailedStep`; `BenchmarkError` if the build could not be started; `CancellationError`.
  func run(log: String) async throws -> BuildResult {
    for scratch in scratches { try scratch.clean() }
    let leftovers = try scratches.flatMap { try $0.leftovers() }
    let made = try await method.make(call, log: log, turn: turn)
    let logged = method.builder.xcodebuild == nil ? nil : try made.trace?.get()
    let compiled = try logged.map { Set($0.rebuilt.map(\.module)) } ?? objects()
    var result = method.result(
      of: made.build,
      reason: notClean(leftovers) ?? notClean(logged) ?? notCompiled(compiled) ?? wronglyCompiled(compiled),
      named: call.name)
    if let logged { result.take(logged) }
    result.compiledModules = compiled.isEmpty ? nil : compiled.sorted()
    result.recording = made.trace
    if result.outcome == .ok, let product {
      result.productBytes = try scratches.compactMap { try $0.productBytes(named: product) }.max()
    }
    return result
  }

  private func objects() throws(BenchmarkError) -> Set<String> {
    var modules: Set<String> = []
    for scratch in scratches { modules.formUnion(try scratch.compiledModules()) }
    return modules
  }

  private func notClean(_ logged: BuildTrace?) -> String? {
    guard let steps = logged?.header.logged?.staleSteps, steps > 0 else { return nil }
    return "the build did not start clean: its log repeats \(steps.counted("step")) of earlier builds"
  }

  private func notClean(_ leftovers: [String]) -> String? {
    leftovers.first.map { "the build did not start clean: \($0) was left" }
  }

  private func notCompiled(_ compiled: Set<String>) -> String? {
    let missing = expected.filter { !compiled.contains(Module.compiledName($0)) }
    return missing.isEmpty ? nil : "the build did not compile " + missing.joined(separator: ", ")
  }

  private func wronglyCompiled(_ compiled: Set<String>) -> String? {
    let others = unexpected.filter { compiled.contains(Module.compiledName($0)) }
    return others.isEmpty ? nil : "the build also compiled " + others.joined(separator: ", ")
  }
}

extension ModuleGraph {
  /// The names of the modules that every build compiles: those with sources, except kinds that are never compiled by
  /// themselves (plugins run as scripts, system libraries, binaries).
  fileprivate func names(provingThat built: [ModuleID]) -> [String] {
    let built = Set(built)
    return modules.filter { module in
      built.contains(module.id) && (module.kind.isCompiled || module.kind == .test)
        && (module.sources ?? 0) > 0
    }.map(\.name)
  }
}
