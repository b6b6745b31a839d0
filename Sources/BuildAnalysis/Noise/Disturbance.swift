/// An outside influence on a build that is strong enough to make its time doubtful.
package enum Disturbance: String, Sendable, Hashable, Codable, CaseIterable {
  /// Other programs on this machine used its processors.
  case processes
  /// The hypervisor gave the processors to other virtual machines.
  case steal
  /// Memory was short, so that programs waited for pages.
  case memory
  /// The machine slept, and woke with cold caches and other work to do.
  case sleep
}

extension BuildNoise {
  /// If others use more than this share of the CPU time, the build is disturbed: a build that keeps all processors busy
  /// becomes slower by about that much.
  ///
  /// On a virtual machine of two cores, clean builds of 3.7 s with nothing beside them lost 0.3 to 1.5 % to others and
  /// 0 to 0.5 % to the hypervisor (`modgauge bench --combined CalibrationApp --feature Store` on the workspace of
  /// `modgauge calibrate`; its run.json has the figures of each build). Of three builds beside bursts of load, one lost
  /// 14 % and was 6 % slower, one lost 31 % and was 21 % slower, and one lost 42 % and was 40 % slower; beside a busy
  /// loop all lost 48 to 50 % and were about a quarter slower. So 5 % is three times the background, and less than what
  /// has a visible effect.
  package static let largestOutsideShare = 0.05

  /// If something waited for memory during more than this share of the build's wall time, the build is disturbed, since
  /// it may have lost that time. With enough memory, no build on the same machine waited at all.
  static let largestMemoryPressure = 0.02

  /// No machine sleeps for less; two clocks that are read one after the other may differ slightly.
  package static let shortestSleep = 1.0

  /// What disturbed the build, in the order of the cases; empty if nothing is known.
  ///
  /// Pressure on processors and disks does not count, since a build causes it itself. Neither does load, for the same
  /// reason, nor frequency, since no machine that reports one was available to derive a limit from.
  package var disturbances: [Disturbance] {
    var found: [Disturbance] = []
    if let outsideShare, outsideShare > Self.largestOutsideShare {
      found.append((stolenShare ?? 0) > (otherShare ?? 0) ? .steal : .processes)
    }
    if let memoryPressure, memoryPressure > Self.largestMemoryPressure { found.append(.memory) }
    if let sleptSeconds, sleptSeconds >= Self.shortestSleep { found.append(.sleep) }
    return found
  }

  /// The share of the CPU time that others used, on this machine or outside; `nil` if neither is known.
  package var outsideShare: Double? {
    otherShare == nil && stolenShare == nil ? nil : (otherShare ?? 0) + (stolenShare ?? 0)
  }
}
