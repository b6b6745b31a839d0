/// A time in which fewer jobs worked than there were cores, although more was still to be done.
package struct StarvedWindow: Equatable, Sendable {
  package let span: Span
  /// How many jobs worked, on average; below the number of cores.
  package let busyJobs: Double
  /// The module that what came next had waited for, for the longest part of the window; `nil` where no module worked.
  package let waitedFor: BuiltModule?

  package init(span: Span, busyJobs: Double, waitedFor: BuiltModule?) {
    self.span = span
    self.busyJobs = busyJobs
    self.waitedFor = waitedFor
  }
}
