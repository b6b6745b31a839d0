/// How a build used its CPU time, in seconds. The parts add up to the total of the build, if its end was recorded.
package struct CPUShares: Sendable, Hashable, Codable {
  /// Processes of modules.
  package var modulesSeconds: Double
  /// Compiling and linking manifests.
  package var manifestsSeconds: Double
  /// Recorded processes without a module: a compiler that is asked for its version, a linker of several modules.
  package var otherJobsSeconds: Double
  /// `swift build` itself, without what it started; `nil` if the system does not tell it.
  package var builderSeconds: Double?
  /// Unrecorded processes: stand-ins, other programs, and `swift build` itself if its share is not known. `nil` if the
  /// end of the build was not recorded.
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
  ///   - charged: the CPU time of the whole build, in microseconds.
  ///   - builder: that of `swift build` alone, in microseconds.
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
