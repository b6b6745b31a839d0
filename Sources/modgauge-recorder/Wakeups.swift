import Platform

/// What ended a wait; several reasons can come together.
struct Wakeup: OptionSet {
  let rawValue: Int

  /// A child may have ended.
  static let child = Wakeup(rawValue: 1)
  /// A stop signal arrived.
  static let stopSignal = Wakeup(rawValue: 2)
  /// The other end of the lifeline was closed.
  static let lifelineClosed = Wakeup(rawValue: 4)
  static let deadline = Wakeup(rawValue: 8)
  /// The program's turn begins.
  static let turn = Wakeup(rawValue: 16)
  /// The program must be halted.
  static let halt = Wakeup(rawValue: 32)
}

/// The protocol between `modgauge` and the supervisor of a program that takes turns, a byte for each word. There is one
/// answer for each `halt`, unless the program ends before.
enum TurnWord {
  static let turn = UInt8(ascii: "+")
  static let halt = UInt8(ascii: "-")

  /// Answers that the program is halted. If nobody reads it, the lifeline will show that.
  static func tellHalted() { _ = try? FileDescriptor.standardOutput.writeAll([halt]) }
}

/// The one place where the recorder waits: for signals, the lifeline on its standard input, or a deadline.
struct Wakeups {
  private let signals: SignalPipe
  private var lifelineIsOpen = true

  /// Installs the signal handlers.
  init() throws(RecorderError) {
    signals = try RecorderError.doing("make a pipe") {
      try SignalPipe([.interrupt, .terminate, .hangUp, .quit, .childEnded])
    }
    // Its standard error may have no reader.
    ProcessSignal.brokenPipe.ignore()
  }

  /// Waits until something happens, the deadline on `MonotonicClock` is reached, or the observer's next sample is due.
  mutating func next(deadline: Int?, observer: inout BuildObserver?) throws(RecorderError) -> Wakeup {
    var files = DescriptorPoll()
    files.append(signals.readEnd)
    files.append(lifelineIsOpen ? .standardInput : nil)
    if let observer { files.append(contentsOf: observer.descriptors) }
    let first = [deadline, observer?.nextLookNanoseconds].compactMap(\.self).min()
    let waited = try RecorderError.doing("wait for the program") {
      try files.wait(milliseconds: Self.milliseconds(until: first))
    }
    if waited { observer?.look(files, from: 2) }
    var wakeup: Wakeup = []
    if files.isReady(0) { wakeup.formUnion(receivedSignals()) }
    if files.isReady(1) { wakeup.formUnion(lifelineWords()) }
    if let deadline, MonotonicClock.nowNanoseconds >= deadline { wakeup.insert(.deadline) }
    return wakeup
  }

  /// Rounded up, since waking too early would make a busy loop; `nil` is no deadline.
  private static func milliseconds(until deadline: Int?) -> Int? {
    deadline.map { (max(0, $0 - MonotonicClock.nowNanoseconds) + 999_999) / 1_000_000 }
  }

  private func receivedSignals() -> Wakeup {
    var wakeup: Wakeup = []
    for signal in signals.received() { wakeup.insert(signal == .childEnded ? .child : .stopSignal) }
    return wakeup
  }

  /// Waits for the first turn.
  /// - Throws: `RecorderError.noTurn` if it never comes.
  mutating func waitForTurn() throws(RecorderError) {
    var blind: BuildObserver?
    while true {
      let wakeup = try next(deadline: nil, observer: &blind)
      if wakeup.contains(.stopSignal) || wakeup.contains(.lifelineClosed) { throw .noTurn }
      // A turn can be over before it was noticed; a program that has not begun counts as halted.
      if wakeup.contains(.halt) { TurnWord.tellHalted() }
      if wakeup.contains(.turn) { return }
    }
  }

  /// Of several words, the last one counts; a program that takes no turns ignores them.
  private mutating func lifelineWords() -> Wakeup {
    do {
      switch try FileDescriptor.standardInput.read(atMost: 4096).last {
      case TurnWord.turn?: return .turn
      case TurnWord.halt?: return .halt
      case _?: return []
      case nil: break
      }
    } catch let error as Errno where error == .resourceTemporarilyUnavailable { return [] } catch {}
    lifelineIsOpen = false
    return .lifelineClosed
  }
}
