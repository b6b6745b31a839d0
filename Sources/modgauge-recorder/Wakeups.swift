import Platform

/// The reasons why a wait ended.
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

/// The protocol between `modgauge` and the supervisor of a program that takes turns. Each message is one byte. Each
/// `halt` gets one answer, unless the program ends first.
enum TurnMessage {
  static let turn = UInt8(ascii: "+")
  static let halt = UInt8(ascii: "-")

  /// Confirms that the program is halted. Failures are ignored: if there is no reader, the lifeline is closed as well.
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
    // The standard error of this process may be a pipe without a reader.
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

  /// The time until a deadline, rounded up, since waking too early would cause a busy loop; `nil` without a deadline.
  private static func milliseconds(until deadline: Int?) -> Int? {
    deadline.map { (max(0, $0 - MonotonicClock.nowNanoseconds) + 999_999) / 1_000_000 }
  }

  private func receivedSignals() -> Wakeup {
    var wakeup: Wakeup = []
    for signal in signals.received() { wakeup.insert(signal == .childEnded ? .child : .stopSignal) }
    return wakeup
  }

  /// Waits for the first turn.
  /// - Throws: `RecorderError.noTurn` if the lifeline is closed or a stop signal arrives first.
  mutating func waitForTurn() throws(RecorderError) {
    var blind: BuildObserver?
    while true {
      let wakeup = try next(deadline: nil, observer: &blind)
      if wakeup.contains(.stopSignal) || wakeup.contains(.lifelineClosed) { throw .noTurn }
      // A turn can be over before it is noticed. A program that has not been started counts as halted.
      if wakeup.contains(.halt) { TurnMessage.tellHalted() }
      if wakeup.contains(.turn) { return }
    }
  }

  /// Reads the messages on the lifeline. Only the last one counts; the supervisor of a program without turns ignores
  /// it.
  private mutating func lifelineWords() -> Wakeup {
    do {
      switch try FileDescriptor.standardInput.read(atMost: 4096).last {
      case TurnMessage.turn?: return .turn
      case TurnMessage.halt?: return .halt
      case _?: return []
      case nil: break
      }
    } catch let error as Errno where error == .resourceTemporarilyUnavailable { return [] } catch {}
    lifelineIsOpen = false
    return .lifelineClosed
  }
}
