package import BuildAnalysis

/// Looks at the machine before, while and after a build runs.
package struct NoiseWatch: Sendable {
  /// Reads the machine as it is now.
  private let read: @Sendable () -> MachineReading
  private let interval: Duration

  /// - Parameters:
  ///   - interval: how often the machine is looked at. A reading took 2.1 ms of processor time in a debug build, so that
  ///     one a second costs a build next to nothing.
  ///   - read: what a reading is; this machine's own but in tests.
  package init(
    interval: Duration = .seconds(1), read: @escaping @Sendable () -> MachineReading = { MachineReading.now }
  ) {
    self.interval = interval
    self.read = read
  }

  /// - Parameter build: has waited for every process that it started when it returns; what they cost is not noise.
  /// - Returns: what the build gave, and what else went on meanwhile; that is absent where no time has passed.
  func watching<Value>(_ build: () async throws -> Value) async rethrows -> (value: Value, noise: BuildNoise?) {
    let looking = Task {
      var readings: [MachineReading] = []
      while (try? await Task.sleep(for: interval)) != nil { readings.append(read()) }
      return readings
    }
    defer { looking.cancel() }
    let before = read()
    let value = try await build()
    let after = read()
    looking.cancel()
    return (value, BuildNoise(before: before, during: await looking.value, after: after))
  }
}
