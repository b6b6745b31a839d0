/// An outside influence that is strong enough to make the time of a build doubtful.
package enum Disturbance: String, Sendable, Hashable, Codable, CaseIterable {
  /// Other programs on this machine used its processors.
  case processes
  /// The hypervisor gave the processors to other virtual machines.
  case steal
  /// Memory was scarce, so that programs waited for pages.
  case memory
  /// The machine slept, and woke with cold caches and other work to do.
  case sleep
}

extension BuildNoise {
  /// A build is disturbed if others use more than this share of the CPU time. A build that keeps all processors busy
  /// becomes slower by about the same share.
  ///
  /// On a virtual machine of two cores, clean builds of 3.7 s on an idle machine lost 0.3 to 1.5 % to other processes
  /// and 0 to 0.5 % to the hypervisor (`modgauge bench --combined CalibrationApp --feature Store` on the workspace of
  /// `modgauge calibrate`; its run.json contains the figures of each build). Of three builds during bursts of load, one
  /// lost 14 % and was 6 % slower, one lost 31 % and was 21 % slower, and one lost 42 % and was 40 % slower; during a
  /// busy loop, all lost 48 to 50 % and were about a quarter slower. Thus 5 % is three times the background, and below
  /// the level with a visible effect.
  package static let largestOutsideShare = 0.05

  /// A build is disturbed if some task waited for memory during more than this share of its wall time, since the build
  /// may have lost that time. With enough memory, no build on the same machine waited at all.
  static let largestMemoryPressure = 0.02

  /// The shortest time, in seconds, that counts as sleep. Shorter differences arise because the two clocks are not read
  /// at the same moment.
  package static let shortestSleep = 1.0

  /// The disturbances of the build, in the order of the cases; empty if there were none or nothing is known.
  ///
  /// Pressure on processors and disks and the load average do not count, since the build itself causes them. Frequency
  /// does not count either, since there was no machine that reports it to derive a limit from.
  package var disturbances: [Disturbance] {
    var found: [Disturbance] = []
    if let outsideShare, outsideShare > Self.largestOutsideShare {
      found.append((stolenShare ?? 0) > (otherShare ?? 0) ? .steal : .processes)
    }
    if let memoryPressure, memoryPressure > Self.largestMemoryPressure { found.append(.memory) }
    if let sleptSeconds, sleptSeconds >= Self.shortestSleep { found.append(.sleep) }
    return found
  }

  /// The estimated variance of a build's time, relative to that of an undisturbed one: 2 if one reading is just at the
  /// limit above which the build counts as disturbed, and growing with the square of the reading, since a build loses
  /// about as much time as other work takes. On a machine that is always equally busy, all builds have about the same
  /// variance.
  package var inflation: Double {
    let readings = [
      (outsideShare ?? 0) / Self.largestOutsideShare, (memoryPressure ?? 0) / Self.largestMemoryPressure,
      (sleptSeconds ?? 0) / Self.shortestSleep,
    ]
    return readings.reduce(1) { $0 + $1 * $1 }
  }

  /// The share of CPU time that other processes or other virtual machines used; `nil` if neither is known.
  package var outsideShare: Double? {
    otherShare == nil && stolenShare == nil ? nil : (otherShare ?? 0) + (stolenShare ?? 0)
  }
}
