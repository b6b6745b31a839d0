import BuildAnalysis

extension CPUShares {
  /// CPU time outside modules, by name, in display order; absent parts are omitted.
  var besidesModules: [(name: Phrase, seconds: Double)] {
    let rest: Phrase =
      builderSeconds == nil ? "`swift build` itself, and what was not recorded" : "not recorded"
    let parts: [(Phrase, Double?)] = [
      ("manifests", manifestsSeconds), ("compilers and linkers for no module", otherJobsSeconds),
      ("`swift build` itself", builderSeconds), (rest, unrecordedSeconds),
    ]
    return parts.compactMap { name, seconds in seconds.map { (name, $0) } }
  }
}
