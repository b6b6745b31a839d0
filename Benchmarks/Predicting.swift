import BuildAnalysis
import Foresight
import ModuleGraph

/// How long does `modgauge what-if` take to predict a build?
///
/// The recorded build is simulated, as in ``Suggesting``.
struct Predicting: Question {
  let name = "prediction"
  let summary = """
    CPU time of predicting the clean build of a proposal, 1,000 modules and 30,000 jobs: goal under 0.2 s; then the whole \
    forecast, with interval, programs and what changes compile again
    """

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let workspace = SimulatedWorkspace.large(modules: 1000)
    let recorded = try workspace.recorded()
    var lines: [String] = []
    for change in Self.changes(of: workspace) {
      let proposal = Proposal([change])
      let runs = max(1, min(pairs, 5))
      let seconds = try (0..<runs).map { _ in try Self.measured { _ = try recorded.seconds(proposal) } }
      let whole = try (0..<runs).map { _ in try Self.measured { _ = try recorded.forecast(proposal) } }
      let slowest = seconds.max() ?? .nan
      lines.append(
        "\(change): median \(Pairs.text(seconds.median, 3)) s, the slowest \(Pairs.text(slowest, 3)) s, "
          + "\(runs) runs; goal 0.2 s: \(slowest < 0.2 ? "met" : "missed"); whole forecast \(Pairs.text(whole.median, 3)) s"
      )
    }
    return lines
  }

  /// Changes of a module in the middle, of all modules, and of the machine.
  private static func changes(of workspace: SimulatedWorkspace) -> [StructureChange] {
    let module = workspace.modules[workspace.modules.count / 2]
    return [
      .cut(module.name, module.dependencies[0]), .interface(module.name),
      .split(
        module.name,
        [.init(name: "Left", files: ["*0?.swift"]), .init(name: "Right", files: ["*1?.swift", "*2?.swift"])]),
      .cores(8), .jobs(8),
    ]
  }

  private static func measured(_ body: () throws -> Void) rethrows -> Double {
    let start = Suggesting.cpuSeconds
    try body()
    return Suggesting.cpuSeconds - start
  }
}
