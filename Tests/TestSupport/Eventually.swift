package import Testing

/// Waits until something is so, for ten minutes at most: as long as a busy machine may need.
package func eventually(
  sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () throws -> Bool
) async throws {
  for _ in 0..<60_000 {
    if (try? isSo()) == true { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("it never came to be", sourceLocation: sourceLocation)
}
