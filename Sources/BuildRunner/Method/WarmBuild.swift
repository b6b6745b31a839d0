import BuildAnalysis
import BuildTrace

/// Builds on top of the results of earlier builds.
struct WarmBuild {
  let planned: PlannedArm
  let method: BuildMethod
  let place: BuildFolders
  /// The turn of the timed build; `nil` if it runs alone.
  let turn: Turn?

  /// The effect of one build.
  struct Step {
    let build: MeasuredBuild
    /// `nil` if builds are not recorded, and for a failed one without a log.
    let trace: BuildTrace?
    /// By module; also empty if compilers could not be observed.
    let rebuilt: [RebuiltModule]
    /// The names of linked products, sorted.
    let linked: [String]
    var isNull: Bool { rebuilt.isEmpty && linked.isEmpty }
  }

  /// The maximum number of builds until nothing is left to do.
  private static let attempts = 4

  /// Makes the timed build.
  /// - Parameter module: builds this module alone with its dependencies; `nil` builds what the arm builds.
  func build(module: String? = nil, log: String) async throws -> Step {
    try await build(module: module, log: log, turn: turn)
  }

  private func build(module: String?, log: String, turn: Turn?) async throws -> Step {
    let call = method.builder.call(
      package: place.path, scratch: place.scratch.path, product: module == nil ? planned.target.productName : nil,
      module: module, mayResolve: place.mayResolve)
    let made = try await method.make(call, log: log, turn: turn)
    let trace = try made.trace?.get()
    return Step(build: made.build, trace: trace, rebuilt: trace?.rebuilt ?? [], linked: trace?.linked ?? [])
  }

  /// Builds until nothing is left to do, which is the state from which null builds and changes start.
  ///
  /// The first null build after one that compiled is among these builds, so that a timed one is never the first.
  /// - Parameter isSeen: whether compilers can be observed; set to `true` once they were.
  /// - Returns: the build that failed, or the last one if each one compiled something; `nil` on success.
  func settle(module: String? = nil, log: String, isSeen: inout Bool) async throws -> BuildResult? {
    var last: Step?
    for attempt in 1...Self.attempts {
      let step = try await build(module: module, log: log, turn: nil)
      if method.failure(of: step.build) != nil { return method.result(of: step.build, reason: nil) }
      if !step.isNull { isSeen = true }
      if step.isNull, isSeen || attempt > 1 { return nil }
      last = step
    }
    return last.map { step in
      method.result(
        of: step.build,
        reason:
          "each build without a change \(step.description) again, so that there is nothing to compare a change with")
    }
  }
}

extension WarmBuild.Step {
  /// What was compiled or linked, as in `compiled A, B`.
  var description: String {
    let modules = rebuilt.map(\.module).joined(separator: ", ")
    return rebuilt.isEmpty ? "linked " + linked.joined(separator: ", ") : "compiled " + modules
  }
}

extension BuildTrace {
  /// The modules with a compiled file or an emitted interface, sorted by name.
  var rebuilt: [RebuiltModule] {
    var files: [String: Int] = [:]
    for event in events {
      guard [.compile, .cCompile, .emitModule].contains(event.job.kind), let module = event.job.module else { continue }
      files[module, default: 0] += event.job.kind == .emitModule ? 0 : event.job.fileCount
    }
    return files.map { RebuiltModule(module: $0.key, files: $0.value) }.sorted { $0.module < $1.module }
  }

  fileprivate var linked: [String] {
    Set(events.filter { $0.job.kind == .link }.map { $0.job.output ?? "a product" }).sorted()
  }
}
