import BuildTrace
import Platform

/// Delays one module, so that a test can check whether a benchmark detects it.
struct TestDelay {
  private let module: String
  private let milliseconds: Int

  /// - Returns: `nil` unless the environment sets a delay.
  init?() {
    guard let words = CurrentProcess.variable(StandIns.testDelayVariable)?.split(separator: ":"),
      words.count == 2, let milliseconds = Int(words[1]), milliseconds > 0
    else { return nil }
    module = String(words[0])
    self.milliseconds = milliseconds
  }

  /// Computes once for the module, after its driver has ended, so that its dependents wait as well. Sleep would end while
  /// the build is halted during the turns of others. The second driver of a module, which SwiftPM starts to wrap the
  /// module for debuggers, is not delayed.
  func pass(after job: Job) {
    guard job.kind == .plan, job.module == module, job.output?.hasSuffix(".swiftmodule.o") != true else { return }
    guard let start = ResourceUsage.own?.processorMicroseconds else { return }
    while let now = ResourceUsage.own?.processorMicroseconds, now - start < milliseconds * 1000 {}
  }
}
