import Subprocess
import Synchronization

/// A build that its supervisor halts: a byte for each wish, and one for each answer.
///
/// The supervisor has the session, so that it alone can end what is halted when this process is gone.
final class SupervisedTurns: TurnTaker {
  private static let turn = UInt8(ascii: "+")
  private static let halt = UInt8(ascii: "-")

  private let supervisor: StandardInputWriter
  private let ended = Occurrence()
  private let answer = Mutex(Occurrence())

  /// - Parameter supervisor: its standard input; it was started with `--turns`.
  init(_ supervisor: StandardInputWriter) { self.supervisor = supervisor }

  func resume() async { await tell(Self.turn) }

  func halt() async {
    let answer = Occurrence()
    self.answer.withLock { $0 = answer }
    // Who ends meanwhile does not answer.
    if ended.hasHappened { return }
    await tell(Self.halt)
    await answer.wait()
  }

  /// The supervisor has written something: it can only be that the build is halted.
  func hear() { answer.withLock { $0 }.happen() }

  /// The supervisor says nothing any more.
  func end() {
    ended.happen()
    hear()
  }

  /// Who does not listen has ended, which ``end()`` tells.
  private func tell(_ word: UInt8) async { _ = try? await supervisor.write([word]) }
}
