/// One sample of a running process. Times are on the machine's monotonic clock.
package struct ProcessSight: Equatable, Sendable {
  package var parentProcessID: Int

  /// When the process was started, in nanoseconds: between these bounds, as precisely as the system reports it.
  package var started: ClosedRange<Int>

  /// Changes when the process becomes another program by `exec`. Two programs very rarely have the same value.
  package var image: Int

  /// CPU time of the process without its children.
  package var processorTime: ProcessorTime

  /// CPU time of the children that have ended and that the process has waited for.
  package var childrenProcessorTime: ProcessorTime

  /// Peak resident memory so far; `nil` if it was not read.
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
