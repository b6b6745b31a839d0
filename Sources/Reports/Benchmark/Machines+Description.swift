package import BuildAnalysis

extension RunFindings {
  /// A sentence for each ratio on which the machines of a merged run disagree.
  package var disagreementWords: [String] {
    let names = run.arms.keyed { ($0.name, $0.plainName) }
    return disagreements.map { found in
      let ratios = found.ratios.map { "\(Figures.fixed($0.ratio, decimals: 3)) on machine \($0.machine)" }
      let arm = names[found.arm] ?? found.arm
      let title = Case(arm: arm, scenario: found.scenario).title
      return "The machines do not agree on the ratio of \(title) (p = \(Figures.fixed(found.adjustedP, decimals: 3))): "
        + "\(ratios.joined(separator: ", ")). The pooled ratio is that of these machines together, not of another one."
    }
  }

  /// The part of its plan that a merged run lacks, as a sentence; `nil` if it is complete.
  package var gapWords: String? {
    run.gaps.map { gaps in
      func listed(_ shards: [Int]) -> String { shards.map(String.init).joined(separator: ", ") }
      let missing = gaps.missing.isEmpty ? nil : "missing: \(listed(gaps.missing))"
      let incomplete = gaps.incomplete.isEmpty ? nil : "with fewer rounds than planned: \(listed(gaps.incomplete))"
      return "Merged from a part of \(Figures.counted(gaps.shards, "shard")); "
        + [missing, incomplete].compactMap(\.self).joined(separator: "; ") + "."
    }
  }
}

extension Run {
  /// The machine in words: `Example CPU, 4 cores; Debian 12; Swift 6.3.1`. For a merged run, each kind of machine with
  /// their number, and how their ratios are pooled.
  var machineWords: String {
    machines == nil
      ? machineKinds
      : machineKinds + ". Ratios are those of one machine, ranked on each and pooled with the machine as a stratum."
  }

  /// The same without the method.
  var machineKinds: String {
    guard let machines else { return environment.description }
    let kinds = Dictionary(grouping: machines, by: \.description).sorted { $0.key < $1.key }
    return "\(Figures.counted(machines.count, "machine")): "
      + kinds.map { "\($1.count) × \($0)" }.joined(separator: "; ")
  }
}

extension Run.Machine {
  var description: String { "\(cpu ?? "unknown processor")\(cores > 0 ? ", \(cores) cores" : ""); \(os); \(compiler)" }
}
