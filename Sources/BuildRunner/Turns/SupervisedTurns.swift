import Subprocess
import Synchronization

/// Halts and resumes a build through its supervisor: a byte for each request, and one for each answer.
///
/// Only the supervisor, which owns the session, can end a halted build when this process is gone.
final class SupervisedTurns: TurnTaker {
  private static let turn = UInt8(ascii: "+")
  private static let halt = UInt8(ascii: "-")

  private let supervisor: StandardInputWriter
  private let ended = Occurrence()
  private let answer = Mutex(Occurrence())

  /// - Parameter supervisor: its standard input; it must have been started with `--turns`.
  init(_ supervisor: StandardInputWriter) { self.supervisor = supervisor }

  func resume() async { await tell(Self.turn) }

  func halt() async {
    let answer = Occurrence()
    self.answer.withLock { $0 = answer }
    // A build that ends meanwhile does not answer.
    if ended.hasHappened { return }
    await tell(Self.halt)
    await answer.wait()
  }

  /// Called when the supervisor has written something, which can only mean that the build is halted.
  func hear() { answer.withLock { $0 }.happen() }

  /// Called when the supervisor closes its output.
  func end() {
    ended.happen()
    hear()
  }

  /// A failure means that the supervisor has ended, for which ``end()`` is called.
  private func tell(_ word: UInt8) async { _ = try? await supervisor.write([word]) }
}
