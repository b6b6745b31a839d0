/// What hit a build from outside, hard enough to doubt its time.
package enum Disturbance: String, Sendable, Hashable, Codable, CaseIterable {
  /// Other programs of this machine took its processors.
  case processes
  /// The hypervisor gave the processors to other machines.
  case steal
  /// Memory ran short, so that programs waited for pages.
  case memory
  /// The machine was put to sleep, and woke with cold caches and other work to do.
  case sleep
}

extension BuildNoise {
  /// More than this share of the processor time, taken by others, is a disturbance: it makes a build that keeps all
  /// processors busy about so much slower.
  ///
  /// On a virtual machine of two cores, clean builds of 3.7 s with nothing beside them lost 0.3 to 1.5 % to others and 0
  /// to 0.5 % to the hypervisor (`modgauge bench --combined CalibrationApp --feature Store` on the workspace of
  /// `modgauge calibrate`: its run.json says what each build lost). Of three with bursts beside them, one lost 14 % and
  /// was 6 % slower, one 31 % and 21 %, one 42 % and 40 %; beside a busy loop all lost 48 to 50 % and were about a
  /// quarter slower. So 5 % is three times what is always there, and less than what shows.
  package static let largestOutsideShare = 0.05

  /// More than this share of a build's time in which something waited for memory is a disturbance: it is time that the
  /// build may have lost. Where there was memory enough, no build on the same machine waited at all.
  static let largestMemoryPressure = 0.02

  /// No machine sleeps for less; two clocks that are read one after the other may differ by a little.
  package static let shortestSleep = 1.0

  /// What hit the build, in the order of the cases; nothing where nobody could see anything.
  ///
  /// The pressure of processors and disks is no reason, since a build makes it itself; neither are load, which is the
  /// build's own as well, and frequency, since no machine that tells one was at hand to learn a limit from.
  package var disturbances: [Disturbance] {
    var found: [Disturbance] = []
    if let outsideShare, outsideShare > Self.largestOutsideShare {
      found.append((stolenShare ?? 0) > (otherShare ?? 0) ? .steal : .processes)
    }
    if let memoryPressure, memoryPressure > Self.largestMemoryPressure { found.append(.memory) }
    if let sleptSeconds, sleptSeconds >= Self.shortestSleep { found.append(.sleep) }
    return found
  }

  /// The share of the processor time that others took, within the machine or outside; absent where neither is known.
  package var outsideShare: Double? {
    otherShare == nil && stolenShare == nil ? nil : (otherShare ?? 0) + (stolenShare ?? 0)
  }
}
