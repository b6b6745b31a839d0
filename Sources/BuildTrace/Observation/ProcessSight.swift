/// What the system told of a running process at one moment. Times are of the machine's monotonic clock.
package struct ProcessSight: Equatable, Sendable {
  package var parentProcessID: Int

  /// When it was started, in nanoseconds: not before the first and not after the second, as exact as the system tells.
  package var started: ClosedRange<Int>

  /// Another number for each program that the process becomes by `exec`; two programs hardly ever have the same.
  package var image: Int

  /// Of the process alone.
  package var processorTime: ProcessorTime

  /// Of its children that have ended, and that it has waited for.
  package var childrenProcessorTime: ProcessorTime

  /// Memory at its peak until then; `nil` where that was not read.
  package var peakBytes: Int?

  package init(
    parentProcessID: Int, started: ClosedRange<Int>, image: Int, processorTime: ProcessorTime,
    childrenProcessorTime: ProcessorTime, peakBytes: Int? = nil
  ) {
    self.parentProcessID = parentProcessID
    self.started = started
    self.image = image
    self.processorTime = processorTime
    self.childrenProcessorTime = childrenProcessorTime
    self.peakBytes = peakBytes
  }
}
