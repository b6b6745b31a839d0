package import BuildAnalysis

extension RecordedBuild {
  /// The costs in a timeline, from which the durations of other builds are estimated.
  /// - Returns: `nil` unless the timeline is that of a complete clean build.
  package init?(_ timeline: TimelineDocument) {
    let build = timeline.build
    guard build.isClean, build.gaps.isEmpty, timeline.modules.allSatisfy({ $0.cpuSeconds != nil }) else { return nil }
    self.init(
      configuration: build.configuration, cores: build.cores, seconds: build.seconds,
      modules: timeline.modules.map {
        Cost(name: $0.name, id: $0.id, cpuSeconds: $0.cpuSeconds ?? 0, dependencies: $0.dependencies)
      })
  }
}
