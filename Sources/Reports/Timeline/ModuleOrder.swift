import BuildAnalysis

/// The order of modules in the table of a recorded build: by a figure, descending, or by name.
package enum ModuleOrder: String, CaseIterable, Sendable {
  case cpu, gain, seconds, waiting, slack, name

  /// Modules without the figure come last.
  func sorted(_ modules: [ModuleTiming]) -> [ModuleTiming] {
    if self == .name { return modules.sorted { $0.module < $1.module } }
    return modules.sorted { left, right in
      let (first, second) = (figure(left) ?? .min, figure(right) ?? .min)
      return first == second ? left.module < right.module : first > second
    }
  }

  private func figure(_ timing: ModuleTiming) -> Int? {
    switch self {
    case .cpu: timing.hasCPUTime ? timing.cpuMicroseconds * 1000 : timing.wallNanoseconds
    case .gain: timing.predictedGain?.predictedNanoseconds
    case .seconds: timing.wallNanoseconds
    case .waiting: timing.waitingForDependenciesNanoseconds + timing.waitingForCoreNanoseconds
    case .slack: timing.slackNanoseconds
    case .name: nil
    }
  }
}
