import Synchronization

/// A line at the bottom of a terminal that shows what is running. Other output appears above it.
package final class LiveLine: Sendable {
  private struct State {
    /// The current text of the line; `nil` if nothing is running.
    var text: (@Sendable () -> String)?
    var ticker: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let write: @Sendable (String) -> Void

  private static let erase = "\r\u{1B}[K"

  /// - Parameter write: called by one task at a time.
  package init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// Shows a line, updated four times a second.
  /// - Parameter text: must not be wider than the terminal.
  package func show(_ text: @escaping @Sendable () -> String) {
    state.withLock { state in
      state.text = text
      write(Self.erase + text())
      guard state.ticker == nil else { return }
      state.ticker = Task { [weak self] in
        while (try? await Task.sleep(for: .milliseconds(250))) != nil { self?.draw() }
      }
    }
  }

  package func hide() {
    state.withLock { state in
      state.ticker?.cancel()
      if state.text != nil { write(Self.erase) }
      state = State()
    }
  }

  /// - Parameter text: complete lines.
  package func write(above text: String) {
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
