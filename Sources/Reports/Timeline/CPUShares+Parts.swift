import BuildAnalysis

extension CPUShares {
  /// What no module took, by name, in the order in which they are shown; absent parts are left out.
  var besidesModules: [(name: String, seconds: Double)] {
    let rest = builderSeconds == nil ? "`swift build` itself, and what was not recorded" : "not recorded"
    let parts = [
      ("manifests", manifestsSeconds), ("compilers and linkers for no module", otherJobsSeconds),
      ("`swift build` itself", builderSeconds), (rest, unrecordedSeconds),
    ]
    return parts.compactMap { name, seconds in seconds.map { (name, $0) } }
  }
}
