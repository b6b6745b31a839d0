import BuildTrace

extension CompilerEvent {
  /// With another job, more time in user code, or as another process.
  func copy(job: Job, factor: Int = 1, isOther: Bool = false) -> CompilerEvent {
    let offset = isOther ? 100_000 : 0
    return CompilerEvent(
      processID: processID + offset, parentProcessID: parentProcessID.map { $0 + offset },
      startNanoseconds: startNanoseconds, endNanoseconds: endNanoseconds, userMicroseconds: factor * userMicroseconds,
      systemMicroseconds: systemMicroseconds, peakBytes: peakBytes, termination: termination, program: program, job: job
    )
  }
}
