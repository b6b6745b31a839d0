/// What a machine's counters and gauges say at one moment. What cannot be read there is absent.
package struct MachineReading: Sendable, Hashable {
  /// On a clock that does not jump, and stands still while the machine sleeps.
  package var seconds: Double
  /// How far a clock that goes on in sleep is ahead of it: how long the machine has slept since it was started.
  package var asleepSeconds: Double?
  /// The processors that the counters below add up: all of the machine's, whatever part of them builds may use.
  package var processors: Int?
  /// Processor time of all processes and of the system, since the machine started.
  package var busySeconds: Double?
  /// Processor time that the hypervisor gave to others although there was work here.
  package var stolenSeconds: Double?
  /// Processor time of this process and of all descendants that have ended and were waited for.
  package var ownSeconds: Double?
  /// Time in which at least one task waited for a processor.
  package var cpuWaitSeconds: Double?
  /// Time in which at least one task waited for a disk.
  package var ioWaitSeconds: Double?
  /// Time in which at least one task waited for memory: for pages to be freed, or to be read back.
  package var memoryWaitSeconds: Double?
  /// The load average over one minute.
  package var load: Double?
  /// Memory that programs could get without swapping.
  package var availableBytes: Int?
  /// The processors' present frequency, their mean.
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
  /// For how long the machine slept between two readings, to the millisecond; `nil` where a clock could not be read.
  package func sleptSeconds(since before: MachineReading) -> Double? {
    guard let start = before.asleepSeconds, let end = asleepSeconds else { return nil }
    return (max(0, end - start) * 1e3).rounded() / 1e3
  }
}
