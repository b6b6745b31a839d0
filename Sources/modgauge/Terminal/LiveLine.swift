import Synchronization

/// The last line of a terminal, which says what runs now. What else is written stands above it.
final class LiveLine: Sendable {
  private struct State {
    /// What the line says at the moment when it is asked; absent where nothing runs.
    var text: (@Sendable () -> String)?
    var ticker: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let write: @Sendable (String) -> Void

  private static let erase = "\r\u{1B}[K"

  /// - Parameter write: called by one task at a time.
  init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// Shows a line from now on, four times a second.
  /// - Parameter text: no wider than the terminal.
  func show(_ text: @escaping @Sendable () -> String) {
    state.withLock { state in
      state.text = text
      write(Self.erase + text())
      guard state.ticker == nil else { return }
      state.ticker = Task { [weak self] in
        while (try? await Task.sleep(for: .milliseconds(250))) != nil { self?.draw() }
      }
    }
  }

  func hide() {
    state.withLock { state in
      state.ticker?.cancel()
      if state.text != nil { write(Self.erase) }
      state = State()
    }
  }

  /// - Parameter text: whole lines.
  func write(above text: String) {
    state.withLock { state in
      write(state.text.map { Self.erase + text + $0() } ?? text)
    }
  }

  private func draw() {
    state.withLock { state in
      if let text = state.text { write(Self.erase + text()) }
    }
  }
}
