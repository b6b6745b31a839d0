/// What a build's CPU time went to, in seconds. The parts add up to what the system charged for the whole build, where its
/// end was recorded.
package struct CPUShares: Sendable, Hashable, Codable {
  /// Processes that belong to a module.
  package var modulesSeconds: Double
  /// Compiling and linking manifests.
  package var manifestsSeconds: Double
  /// Recorded processes of no module: a compiler that is asked for its version, a linker of several modules.
  package var otherJobsSeconds: Double
  /// `swift build` itself, without what it started; absent where the system does not tell.
  package var builderSeconds: Double?
  /// What nobody recorded: the stand-ins, other programs, and `swift build` itself where it is not told apart. Absent
  /// where the end of the build was not recorded.
  package var unrecordedSeconds: Double?

  package init(
    modulesSeconds: Double, manifestsSeconds: Double, otherJobsSeconds: Double, builderSeconds: Double? = nil,
    unrecordedSeconds: Double? = nil
  ) {
    self.modulesSeconds = modulesSeconds
    self.manifestsSeconds = manifestsSeconds
    self.otherJobsSeconds = otherJobsSeconds
    self.builderSeconds = builderSeconds
    self.unrecordedSeconds = unrecordedSeconds
  }
}

extension CPUShares {
  /// - Parameters:
  ///   - charged: for the whole build, in microseconds.
  ///   - builder: for `swift build` alone.
  init(_ tree: JobTree, charged: Int?, builder: Int?) {
    let recorded = tree.jobs.reduce(0) { $0 + $1.cpuMicroseconds }
    let modules = tree.jobs.reduce(0) { $0 + ($1.module == nil ? 0 : $1.cpuMicroseconds) }
    let manifests = tree.manifests.reduce(0) { $0 + tree.jobs[$1].cpuMicroseconds }
    self.init(
      modulesSeconds: Double(modules) / 1e6, manifestsSeconds: Double(manifests) / 1e6,
      otherJobsSeconds: Double(recorded - modules - manifests) / 1e6,
      builderSeconds: builder.map { Double($0) / 1e6 },
      unrecordedSeconds: charged.map { Double(max(0, $0 - recorded - (builder ?? 0))) / 1e6 })
  }
}
