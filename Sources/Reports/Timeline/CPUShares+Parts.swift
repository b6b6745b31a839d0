import BuildAnalysis

extension CPUShares {
  /// What no module took, by name, in the order in which they are shown; absent parts are left out.
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
