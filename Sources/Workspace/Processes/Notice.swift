import Synchronization

/// What the user should know while something goes on; the program decides whether it is shown.
package enum Notice {
  private struct State {
    var show: (@Sendable (String) -> Void)?
    var given: Set<String> = []
  }

  private static let state = Mutex(State())

  /// - Parameter show: gets each sentence once.
  package static func show(by show: (@Sendable (String) -> Void)?) { state.withLock { $0.show = show } }

  package static func give(_ sentence: String) {
    let show = state.withLock { $0.given.insert(sentence).inserted ? $0.show : nil }
    show?(sentence)
  }
}
