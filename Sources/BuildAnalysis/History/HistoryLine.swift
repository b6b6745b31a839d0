/// What runs have in common whose figures may stand on one line: the same workspace, machine, toolchain and
/// configuration.
package struct HistoryLine: Sendable, Hashable {
  package let workspace: String
  /// The processor, how many of its cores the builds could use, and the memory: `Example CPU, 4 cores, 16 GiB, Linux`.
  package let machine: String
  package let compiler: String
  /// `debug` or `release`.
  package let configuration: String

  package init(workspace: String, machine: String, compiler: String, configuration: String) {
    self.workspace = workspace
    self.machine = machine
    self.compiler = compiler
    self.configuration = configuration
  }
}

extension HistoryLine: Comparable {
  package static func < (left: Self, right: Self) -> Bool { left.order.lexicographicallyPrecedes(right.order) }

  private var order: [String] { [workspace, machine, compiler, configuration] }
}

extension Run {
  package var line: HistoryLine {
    HistoryLine(
      workspace: workspace.name, machine: machineWords, compiler: environment.compiler,
      configuration: plan.configuration)
  }
}

extension Run {
  /// What a history calls the machine; of several that differ, all of them.
  private var machineWords: String {
    let words = Set((machines ?? [environment]).map(\.machineWords)).sorted()
    return words.joined(separator: " and ")
  }
}

extension Run.Machine {
  /// A kernel's update does not make it another machine, nor does the little by which that changes its memory.
  fileprivate var machineWords: String {
    let memory = memoryBytes.map { "\(Int((Double($0) / Double(1 << 30)).rounded())) GiB" }
    // The first word: what follows is the version of a distribution, which is updated as the kernel is.
    let system = os.split(separator: " ").first.map(String.init)
    return [cpu ?? "unknown processor", cores == 1 ? "1 core" : "\(cores) cores", memory, system].compactMap { $0 }
      .joined(separator: ", ")
  }
}
