#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
}

/// The writing end of the pipe that signals go through. The handler can reach nothing that is not global; it is set
/// before the handler is installed and not changed after.
private nonisolated(unsafe) var signalPipe: Int32 = -1

/// The one place where the recorder waits: for signals, for the lifeline on its standard input, or for a deadline.
struct Wakeups {
  private static let stopSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private let signals: Int32
  private var lifelineIsOpen = true

  /// Installs the handlers.
  init() throws(RecorderError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(doing: "make a pipe", code: errno) }
    for end in ends {
      Descriptors.closeOnExec(end)
      // A full pipe must not block the handler; what is already in it wakes us as well.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    signals = ends[0]
    signalPipe = ends[1]
    Self.installHandlers()
  }

  private static func installHandlers() {
    for number in stopSignals + [SIGCHLD] {
      handle(number) { number in
        let code = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(signalPipe, &byte, 1)
        errno = code
      }
    }
    // Whoever started us may have blocked or ignored any of them, and nobody may be reading our errors.
    signal(SIGPIPE, SIG_IGN)
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }

  private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = SA_NOCLDSTOP | SA_RESTART
    sigaction(number, &action, nil)
  }

  /// Waits until something happens, or until the deadline on `MonotonicClock`, or until the observer looks.
  mutating func next(deadline: Int?, observer: inout BuildObserver?) throws(RecorderError) -> Wakeup {
    var watched =
      [
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        pollfd(fd: lifelineIsOpen ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      ] + (observer?.descriptors ?? [])
    let first = [deadline, observer?.nextLookNanoseconds].compactMap(\.self).min()
    let count = poll(&watched, nfds_t(watched.count), Self.milliseconds(until: first))
    if count < 0, errno != EINTR { throw .system(doing: "wait for the program", code: errno) }
    if count >= 0 { observer?.look(watched[2...]) }
    var wakeup: Wakeup = []
    if count > 0, watched[0].revents != 0 { wakeup.formUnion(receivedSignals()) }
    if count > 0, watched[1].revents != 0, lifelineEnded() { wakeup.insert(.lifelineClosed) }
    if let deadline, MonotonicClock.nowNanoseconds >= deadline { wakeup.insert(.deadline) }
    return wakeup
  }

  /// What `poll` takes: -1 is for ever. Rounded up, since waking too early would mean to go on in a tight loop.
  private static func milliseconds(until deadline: Int?) -> Int32 {
    guard let deadline else { return -1 }
    let left = max(0, deadline - MonotonicClock.nowNanoseconds)
    return Int32(clamping: (left + 999_999) / 1_000_000)
  }

  private func receivedSignals() -> Wakeup {
    var wakeup: Wakeup = []
    var numbers = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(signals, &numbers, numbers.count)
      if count <= 0 { return wakeup }
      for number in numbers.prefix(count) {
        wakeup.insert(Int32(number) == SIGCHLD ? .child : .stopSignal)
      }
    }
  }

  /// Nothing that comes over the lifeline means anything, only its end does.
  private mutating func lifelineEnded() -> Bool {
    var ignored = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &ignored, ignored.count)
    if count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN)) { return false }
    lifelineIsOpen = false
    return true
  }
}
