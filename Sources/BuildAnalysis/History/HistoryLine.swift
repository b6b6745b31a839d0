/// The properties that runs must share for their figures to be comparable over time: workspace, machine, toolchain and
/// configuration.
package struct HistoryLine: Sendable, Hashable {
  package let workspace: String
  /// The processor, the number of cores that builds could use, the memory and the system: `Example CPU, 4 cores, 16
  /// GiB, Linux`.
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
  /// The description of the machine in a history; if a run has several different machines, of all of them.
  private var machineWords: String {
    let words = Set((machines ?? [environment]).map(\.machineWords)).sorted()
    return words.joined(separator: " and ")
  }
}

extension Run.Machine {
  /// Rounds the memory and omits the kernel version, so that a kernel update does not make it another machine.
  fileprivate var machineWords: String {
    let memory = memoryBytes.map { "\(Int((Double($0) / Double(1 << 30)).rounded())) GiB" }
    // Only the first word: the rest is the version of the distribution, which changes with updates.
    let system = os.split(separator: " ").first.map(String.init)
    return [cpu ?? "unknown processor", cores == 1 ? "1 core" : "\(cores) cores", memory, system].compactMap { $0 }
      .joined(separator: ", ")
  }
}
