import BuildTrace
import Platform

/// A delay that a test puts into one module, to find out whether a benchmark sees it.
struct TestDelay {
  private let module: String
  private let milliseconds: Int

  /// - Returns: `nil` but where the environment says so.
  init?() {
    guard let words = CurrentProcess.variable(StandIns.testDelayVariable)?.split(separator: ":"),
      words.count == 2, let milliseconds = Int(words[1]), milliseconds > 0
    else { return nil }
    module = String(words[0])
    self.milliseconds = milliseconds
  }

  /// Lets the time pass once for each module: where its driver has ended, so that dependents wait as long. SwiftPM calls
  /// a driver a second time to pack the module for debuggers.
  func pass(after job: Job) {
    guard job.kind == .plan, job.module == module, job.output?.hasSuffix(".swiftmodule.o") != true else { return }
    MonotonicClock.sleep(untilNanoseconds: MonotonicClock.nowNanoseconds + milliseconds * 1_000_000)
  }
}
