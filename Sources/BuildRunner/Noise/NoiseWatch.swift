package import BuildAnalysis

/// Takes readings of the machine before, during and after a build.
package struct NoiseWatch: Sendable {
  /// Takes a reading of the machine.
  private let read: @Sendable () -> MachineReading
  private let interval: Duration

  /// - Parameters:
  ///   - interval: the interval between readings during the build. A reading takes a few milliseconds of CPU time.
  ///   - read: takes a reading; tests replace it.
  package init(
    interval: Duration = .seconds(1), read: @escaping @Sendable () -> MachineReading = { MachineReading.now }
  ) {
    self.interval = interval
    self.read = read
  }

  /// - Parameter build: must have waited for all of its processes when it returns; their CPU time is not noise.
  /// - Returns: the build's result, and the noise; `nil` if no time passed.
  package func watching<Value>(_ build: () async throws -> Value) async rethrows -> (value: Value, noise: BuildNoise?) {
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
