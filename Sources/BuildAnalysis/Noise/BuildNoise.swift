/// What else went on in the machine while a build ran. What could not be read is absent.
///
/// Shares have four decimals: the counters behind them count hundredths of a second. Those of processor time are absent
/// where there was less than a second of it, of which a few hundredths are a large share.
package struct BuildNoise: Sendable, Hashable, Codable {
  /// What went to other processes, as a share of the processor time that there was: 0.5 for one of two processors.
  package var otherShare: Double?
  /// What the hypervisor gave to others, as a share of the same.
  package var stolenShare: Double?
  /// The share of the build's time in which at least one task waited for a processor. A build that has more jobs than
  /// there are processors makes most of it itself.
  package var cpuPressure: Double?
  /// The same for the disk.
  package var ioPressure: Double?
  /// The same for memory.
  package var memoryPressure: Double?
  /// For how long the machine slept meanwhile.
  package var sleptSeconds: Double?
  /// The load average over one minute; at its highest during the build.
  package var load: Gauge?
  /// The processors' frequency; at its lowest.
  package var megahertz: Gauge?
  /// Memory that programs could get without swapping; at its lowest.
  package var availableBytes: Gauge?

  /// A quantity that has a value at each moment.
  package struct Gauge: Sendable, Hashable, Codable {
    package var before: Double
    /// The worst that was seen meanwhile; absent for a build that was over before anybody looked.
    package var during: Double?
    package var after: Double

    package init(before: Double, during: Double? = nil, after: Double) {
      self.before = before
      self.during = during
      self.after = after
    }
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
  ///   - before: just before the build.
  ///   - during: while it ran, in their order.
  ///   - after: when it had ended and been waited for.
  /// - Returns: `nil` where no time has passed.
  /// - Complexity: O(readings).
  package init?(before: MachineReading, during: [MachineReading], after: MachineReading) {
    let seconds = after.seconds - before.seconds
    guard seconds > 0 else { return nil }
    func share(of counter: (MachineReading) -> Double?, processors: Int = 1) -> Double? {
      guard let start = counter(before), let end = counter(after), processors > 0 else { return nil }
      return (max(0, end - start) / (seconds * Double(processors)) * 1e4).rounded() / 1e4
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
    load = gauge({ $0.load.map { ($0 * 100).rounded() / 100 } }) { $0.max() }
    megahertz = gauge(\.megahertz) { $0.min() }
    availableBytes = gauge({ $0.availableBytes.map(Double.init) }) { $0.min() }
  }
}

extension MachineReading {
  /// What is not ours of the processor time that was spent.
  fileprivate var othersSeconds: Double? {
    guard let busySeconds, let ownSeconds else { return nil }
    return busySeconds - ownSeconds
  }
}
