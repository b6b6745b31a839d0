package import BuildAnalysis
import Synchronization

/// Looks at the machine before, while and after a build runs.
package final class NoiseWatch: Sendable {
  /// A reading took 2.1 ms of processor time in a debug build, so that one a second costs a build next to nothing.
  private static let interval = Duration.seconds(1)

  private let last = Mutex<BuildNoise?>(nil)

  package init() {}

  /// Of the last build that was watched to its end; `nil` before.
  package var latest: BuildNoise? { last.withLock { $0 } }

  /// Whatever fails before the next build is watched has nothing to do with the last one's noise.
  func forget() { last.withLock { $0 = nil } }

  /// - Parameter build: has waited for every process that it started when it returns; what they cost is not noise.
  func watching<Value>(_ build: () async throws -> Value) async rethrows -> Value {
    forget()
    let looking = Task {
      var readings: [MachineReading] = []
      while (try? await Task.sleep(for: Self.interval)) != nil { readings.append(.now) }
      return readings
    }
    defer { looking.cancel() }
    let before = MachineReading.now
    let value = try await build()
    let after = MachineReading.now
    looking.cancel()
    let during = await looking.value
    last.withLock { $0 = BuildNoise(before: before, during: during, after: after) }
    return value
  }
}
