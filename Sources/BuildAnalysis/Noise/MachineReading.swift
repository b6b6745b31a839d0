/// A reading of a machine's counters and gauges. Values that cannot be read are `nil`.
package struct MachineReading: Sendable, Hashable {
  /// The time on a monotonic clock that does not advance while the machine sleeps.
  package var seconds: Double
  /// How long the machine has slept since boot.
  package var asleepSeconds: Double?
  /// The number of processors over which the counters below are summed: all of the machine's, even if builds may not
  /// use all of them.
  package var processors: Int?
  /// CPU time of all processes and of the kernel since boot.
  package var busySeconds: Double?
  /// CPU time that the hypervisor gave to other virtual machines although this one had work.
  package var stolenSeconds: Double?
  /// CPU time of this process and of all descendants that have been waited for.
  package var ownSeconds: Double?
  /// Time during which at least one task waited for a processor.
  package var cpuWaitSeconds: Double?
  /// Time during which at least one task waited for a disk.
  package var ioWaitSeconds: Double?
  /// Time during which at least one task waited for memory: for pages to be freed or read back.
  package var memoryWaitSeconds: Double?
  /// The one-minute load average.
  package var load: Double?
  /// Memory available to programs without swapping.
  package var availableBytes: Int?
  /// The mean of the processors' current frequencies.
  package var megahertz: Double?

  package init(
    seconds: Double, asleepSeconds: Double? = nil, processors: Int? = nil, busySeconds: Double? = nil,
    stolenSeconds: Double? = nil,
    ownSeconds: Double? = nil, cpuWaitSeconds: Double? = nil, ioWaitSeconds: Double? = nil,
    memoryWaitSeconds: Double? = nil, load: Double? = nil, availableBytes: Int? = nil, megahertz: Double? = nil
  ) {
    self.seconds = seconds
    self.asleepSeconds = asleepSeconds
    self.processors = processors
    self.busySeconds = busySeconds
    self.stolenSeconds = stolenSeconds
    self.ownSeconds = ownSeconds
    self.cpuWaitSeconds = cpuWaitSeconds
    self.ioWaitSeconds = ioWaitSeconds
    self.memoryWaitSeconds = memoryWaitSeconds
    self.load = load
    self.availableBytes = availableBytes
    self.megahertz = megahertz
  }
}

extension MachineReading {
  /// How long the machine slept between two readings, to the millisecond; `nil` if a clock could not be read.
  package func sleptSeconds(since before: MachineReading) -> Double? {
    guard let start = before.asleepSeconds, let end = asleepSeconds else { return nil }
    return max(0, end - start).rounded(decimals: 3)
  }
}
