/// The properties that runs must share for their figures to be comparable over time: workspace, machine, toolchain and
/// configuration.
package struct HistoryLine: Sendable, Hashable {
  package let workspace: String
  /// The processor, the number of cores that builds could use, the memory, and the system with its version, but without
  /// that of its kernel: `Example CPU, 4 cores, 16 GiB, Debian GNU/Linux 12`.
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
    kinds { "\($0.hardware), \($0.os)" }
  }

  /// The machine without the version of its system, by which a run is known; must never change.
  var identifyingMachine: String {
    kinds { machine in
      let system = machine.os.split(separator: " ").first.map { ", \($0)" } ?? ""
      return machine.hardware + system
    }
  }

  /// The kinds of machines of the run, each once.
  func kinds(_ words: (Run.Machine) -> String) -> String {
    Set((machines ?? [environment]).map(words)).sorted().joined(separator: " and ")
  }
}

extension Run.Machine {
  /// `Example CPU, 4 cores, 16 GiB`, with the memory rounded.
  var hardware: String {
    let memory = memoryBytes.map { "\(Int((Double($0) / Double(1 << 30)).rounded())) GiB" }
    return [cpu ?? "unknown processor", cores == 0 ? nil : cores == 1 ? "1 core" : "\(cores) cores", memory].compactMap(
      \.self
    )
    .joined(separator: ", ")
  }
}
