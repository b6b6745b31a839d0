/// How a build spent its CPU time, in seconds. The parts add up to the total if the end of the build was recorded.
package struct CPUShares: Sendable, Hashable, Codable {
  /// Processes that belong to a module.
  package var modulesSeconds: Double
  /// Compiling and linking manifests.
  package var manifestsSeconds: Double
  /// Recorded processes without a module, such as a compiler asked for its version, or a linker of several modules.
  package var otherJobsSeconds: Double
  /// `swift build` itself, without the processes that it started; `nil` if the system does not report it.
  package var builderSeconds: Double?
  /// Unrecorded processes: the recorder's stand-ins for compilers, other programs, and `swift build` itself if
  /// `builderSeconds` is `nil`. `nil` if the end of the build was not recorded.
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
  ///   - builder: the CPU time of `swift build` itself, in microseconds.
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
