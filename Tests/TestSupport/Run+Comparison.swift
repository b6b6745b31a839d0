package import BuildAnalysis
package import ModuleGraph

extension Run {
  /// The same with an arm whose builds take so many times longer; in recorded builds a module of it, by as much CPU time.
  package func slowed(_ arm: String, by ratio: Double, module: String? = nil) -> Run {
    var run = self
    for index in run.samples.indices where run.samples[index].arm == arm {
      let cpu = run.samples[index].cpuSeconds ?? 0
      run.samples[index].seconds = run.samples[index].seconds.map { $0 * ratio }
      run.samples[index].cpuSeconds = cpu * ratio
      for place in run.samples[index].modules?.indices ?? 0..<0
      where run.samples[index].modules?[place].module == module {
        run.samples[index].modules?[place].cpuSeconds += cpu * (ratio - 1)
      }
    }
    return run
  }

  /// A run that built both states in one session: every arm of each, in pairs.
  package static func comparing(_ base: Run, _ head: Run) -> Run {
    func arms(_ run: Run, _ side: Arm.Side) -> [Arm] {
      run.arms.map { $0.on(side, revision: run.workspace.revision) }
    }
    func samples(_ run: Run, _ side: Arm.Side) -> [Sample] {
      let names = Dictionary(uniqueKeysWithValues: zip(run.arms.map(\.name), arms(run, side).map(\.name)))
      return run.samples.map { sample in
        var sample = sample
        sample.arm = names[sample.arm] ?? sample.arm
        return sample
      }
    }
    var run = head
    run.base = base.workspace
    run.arms = arms(base, .base) + arms(head, .head)
    run.plan.arms = run.arms.map(\.name)
    run.samples = samples(base, .base) + samples(head, .head)
    return run
  }

  /// The same workspace with a graph of other modules and dependencies.
  package func with(_ modules: [Module] = [], _ dependencies: [Dependency] = [], without id: ModuleID? = nil) -> Run {
    var run = self
    let graph = workspace.graph
    run.workspace.graph = ModuleGraph(
      packages: graph.packages, products: graph.products, modules: graph.modules.filter { $0.id != id } + modules,
      dependencies: graph.dependencies.filter { $0.from != id && $0.to != id } + dependencies)
    for index in run.arms.indices {
      run.arms[index].modules = run.workspace.graph.closure(of: run.arms[index].modules)
    }
    return run
  }
}
