/// The other activity on the machine during a build. Values that could not be read are `nil`.
///
/// Shares have four decimals, since the underlying counters have a resolution of 10 ms. Shares of CPU time are `nil` if
/// less than one second of CPU time was available, because this resolution would be too coarse.
package struct BuildNoise: Sendable, Hashable, Codable {
  /// CPU time that other processes used, as a share of the available CPU time: 0.5 for one of two processors.
  package var otherShare: Double?
  /// CPU time that the hypervisor gave to other virtual machines, as a share of the available CPU time.
  package var stolenShare: Double?
  /// The share of the build's wall time during which at least one task waited for a processor. Most of it comes from
  /// the build itself if it has more jobs than processors.
  package var cpuPressure: Double?
  /// The share during which at least one task waited for a disk.
  package var ioPressure: Double?
  /// The share during which at least one task waited for memory.
  package var memoryPressure: Double?
  /// How long the machine slept during the build.
  package var sleptSeconds: Double?
  /// The one-minute load average; the highest during the build.
  package var load: Gauge?
  /// The processors' frequency; the lowest during the build.
  package var megahertz: Gauge?
  /// Memory available without swapping; the smallest during the build.
  package var availableBytes: Gauge?

  /// A quantity that is sampled at single moments.
  package struct Gauge: Sendable, Hashable, Codable {
    package var before: Double
    /// The worst reading during the build; `nil` if the build ended before a reading was taken.
    package var during: Double?
    package var after: Double
  }

  package init(
    otherShare: Double? = nil, stolenShare: Double? = nil, memoryPressure: Double? = nil, sleptSeconds: Double? = nil
  ) {
    self.otherShare = otherShare
    self.stolenShare = stolenShare
    self.memoryPressure = memoryPressure
    self.sleptSeconds = sleptSeconds
  }

  /// - Parameters:
  ///   - before: the reading just before the build.
  ///   - during: the readings during the build, in chronological order.
  ///   - after: the reading after the build's process ended and was waited for.
  /// - Returns: `nil` if no time passed between the first and the last reading.
  /// - Complexity: O(readings).
  package init?(before: MachineReading, during: [MachineReading], after: MachineReading) {
    let seconds = after.seconds - before.seconds
    guard seconds > 0 else { return nil }
    func share(of counter: (MachineReading) -> Double?, processors: Int = 1) -> Double? {
      guard let start = counter(before), let end = counter(after), processors > 0 else { return nil }
      return (max(0, end - start) / (seconds * Double(processors))).rounded(decimals: 4)
    }
    func gauge(_ value: (MachineReading) -> Double?, worst: ([Double]) -> Double?) -> Gauge? {
      guard let start = value(before), let end = value(after) else { return nil }
      return Gauge(before: start, during: worst(during.compactMap(value)), after: end)
    }
    if let processors = before.processors, processors == after.processors, seconds * Double(processors) >= 1 {
      otherShare = share(of: \.othersSeconds, processors: processors)
      stolenShare = share(of: \.stolenSeconds, processors: processors)
    }
    cpuPressure = share(of: \.cpuWaitSeconds)
    ioPressure = share(of: \.ioWaitSeconds)
    memoryPressure = share(of: \.memoryWaitSeconds)
    sleptSeconds = after.sleptSeconds(since: before)
    load = gauge({ $0.load.map { $0.rounded(decimals: 2) } }) { $0.max() }
    megahertz = gauge(\.megahertz) { $0.min() }
    availableBytes = gauge({ $0.availableBytes.map(Double.init) }) { $0.min() }
  }
}

extension MachineReading {
  /// The CPU time of processes that do not belong to the build.
  fileprivate var othersSeconds: Double? {
    guard let busySeconds, let ownSeconds else { return nil }
    return busySeconds - ownSeconds
  }
}

/// How much noise affected the figures of a run.
package enum NoiseLevel: String, Sendable, Hashable, Codable {
  /// Almost no build was disturbed.
  case quiet
  /// Builds were disturbed, but the confidence intervals account for that.
  case noisy
  /// The effect of the noise cannot be determined, or it is too large for any result.
  case unusable
}
