import Platform

/// What ended a wait; several things can have come together.
struct Wakeup: OptionSet {
  let rawValue: Int

  /// A child may have ended.
  static let child = Wakeup(rawValue: 1)
  /// A signal asks the recorder to stop.
  static let stopSignal = Wakeup(rawValue: 2)
  /// The other end of the lifeline is closed.
  static let lifelineClosed = Wakeup(rawValue: 4)
  static let deadline = Wakeup(rawValue: 8)
  /// The program has its turn from now on.
  static let turn = Wakeup(rawValue: 16)
  /// The program is to be halted.
  static let halt = Wakeup(rawValue: 32)
}

/// What is said to and by the supervisor of a program that takes turns, a byte each; there is one answer for each
/// `halt`, unless the program ends before.
enum TurnWord {
  static let turn = UInt8(ascii: "+")
  static let halt = UInt8(ascii: "-")

  /// Answers that all is halted. Who does not listen is gone, which the lifeline tells.
  static func tellHalted() { _ = try? FileDescriptor.standardOutput.writeAll([halt]) }
}

/// The one place where the recorder waits: for signals, for the lifeline on its standard input, or for a deadline.
struct Wakeups {
  private let signals: SignalPipe
  private var lifelineIsOpen = true

  /// Installs the handlers.
  init() throws(RecorderError) {
    signals = try RecorderError.doing("make a pipe") {
      try SignalPipe([.interrupt, .terminate, .hangUp, .quit, .childEnded])
    }
    // Nobody may be reading our errors.
    ProcessSignal.brokenPipe.ignore()
  }

  /// Waits until something happens, or until the deadline on `MonotonicClock`, or until the observer looks.
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

  /// Rounded up, since waking too early would mean to go on in a tight loop; `nil` is for ever.
  private static func milliseconds(until deadline: Int?) -> Int? {
    deadline.map { (max(0, $0 - MonotonicClock.nowNanoseconds) + 999_999) / 1_000_000 }
  }

  private func receivedSignals() -> Wakeup {
    var wakeup: Wakeup = []
    for signal in signals.received() { wakeup.insert(signal == .childEnded ? .child : .stopSignal) }
    return wakeup
  }

  /// Waits for the first turn of a program that takes turns.
  /// - Throws: `RecorderError.noTurn` if it never comes.
  mutating func waitForTurn() throws(RecorderError) {
    var blind: BuildObserver?
    while true {
      let wakeup = try next(deadline: nil, observer: &blind)
      if wakeup.contains(.stopSignal) || wakeup.contains(.lifelineClosed) { throw .noTurn }
      // A turn can be over before anybody has looked; what has not begun is halted.
      if wakeup.contains(.halt) { TurnWord.tellHalted() }
      if wakeup.contains(.turn) { return }
    }
  }

  /// Of several words the last one holds; a program that takes no turns does not care.
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
