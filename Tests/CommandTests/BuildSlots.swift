import Foundation
import Testing

/// Runs at most one test of a suite more at once than there are cores, whatever else `swift test` starts together: each of them
/// may build on all cores, and is idle where it waits for the next second before a change.
struct BuildSlots: SuiteTrait, TestTrait, TestScoping {
  private static let slots = Slots(ProcessInfo.processInfo.activeProcessorCount + 1)

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await Self.slots.take()
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await function()) } catch { outcome = .failure(error) }
    await Self.slots.free()
    try outcome.get()
  }

  private actor Slots {
    private var count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { self.count = count }

    func take() async {
      guard count == 0 else { return count -= 1 }
      await withCheckedContinuation { waiting.append($0) }
    }

    /// A slot goes straight to who waits longest.
    func free() {
      if waiting.isEmpty { count += 1 } else { waiting.removeFirst().resume() }
    }
  }
}
