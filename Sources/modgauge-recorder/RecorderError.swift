import Platform

/// Why the recorder itself failed. A failure of the program that it runs is not an error of the recorder.
enum RecorderError: Error {
  case unknownMode(String?)
  case unknownOption(String)
  case repeatedOption(String)
  case missingOption(String)
  case missingValue(option: String)
  case notText(option: String)
  case notSeconds(String)
  /// An invalid number of words before a program of `sequence`.
  case notCount(String)
  /// Neither `any` nor a way to halt a program.
  case noHaltingMeans(String)
  case missingProgram
  /// A system call failed; `doing` is its purpose, as in `open '/dev/null'`.
  case system(doing: String, reason: String)
  case recordIsNoFile(path: String)
  case cannotStart(program: String, Errno)
  /// This system does not support observing.
  case cannotObserve
  /// Processes of the program did not end after SIGKILL.
  case wouldNotEnd(processes: [ProcessID])
  /// Processes of the program could not be halted.
  case wouldNotHalt(processes: [ProcessID])
  /// This process may not create a control group.
  case noControlGroup
  /// The recorder was stopped, or its lifeline was closed, before the program's first turn.
  case noTurn
}

extension RecorderError {
  init(_ failure: ProcessSession.Failure) {
    self =
      switch failure {
      case .unlisted(let error): .system(doing: "list the machine's processes", reason: "\(error)")
      case .wouldNotEnd(let processes): .wouldNotEnd(processes: processes)
      case .wouldNotHalt(let processes): .wouldNotHalt(processes: processes)
      }
  }

  /// Runs a closure, and adds its purpose to its error.
  static func doing<Value>(_ what: String, _ body: () throws -> Value) throws(RecorderError) -> Value {
    do { return try body() } catch { throw .system(doing: what, reason: "\(error)") }
  }
}

extension RecorderError {
  /// 64 for invalid arguments, 2 for everything else.
  var exitCode: Int32 {
    switch self {
    case .unknownMode, .unknownOption, .repeatedOption, .missingOption, .missingValue, .notText, .notSeconds, .notCount,
      .noHaltingMeans, .missingProgram:
      64
    case .system, .recordIsNoFile, .cannotStart, .cannotObserve, .wouldNotEnd, .wouldNotHalt, .noControlGroup, .noTurn:
      2
    }
  }
}

extension RecorderError: CustomStringConvertible {
  private static let usage = """
    usage: modgauge-recorder supervise --record PATH --log PATH [--timeout SECONDS] [--directory DIR] \
    [--observe TRACE] [--turns any|cgroup|signals] -- PROGRAM [ARGUMENT ...]
           modgauge-recorder run -- PROGRAM [ARGUMENT ...]
           modgauge-recorder sequence COUNT PROGRAM [ARGUMENT ...] [COUNT PROGRAM [ARGUMENT ...] ...]
    """

  var description: String {
    exitCode == 64 ? "\(sentence)\n\(Self.usage)" : sentence
  }

  private var sentence: String {
    switch self {
    case .unknownMode(let word?): "unknown mode '\(word)'; the modes are supervise, run and sequence"
    case .unknownMode(nil): "the mode is missing; the modes are supervise, run and sequence"
    case .unknownOption(let word): "unknown option '\(word)'; the program to run goes after '--'"
    case .repeatedOption(let option): "'\(option)' is given more than once"
    case .missingOption(let option): "'\(option)' is missing"
    case .missingValue(let option): "'\(option)' needs a value"
    case .notText(let option): "the value of '\(option)' is not UTF-8"
    case .notSeconds(let text): "'--timeout' needs a number of seconds above 0, not '\(text)'"
    case .notCount(let text): "each program must be preceded by its number of words, not '\(text)'"
    case .noHaltingMeans(let text): "'--turns' must be any, cgroup or signals, not '\(text)'"
    case .missingProgram: "there is no program to run"
    case .system(let doing, let reason): "cannot \(doing): \(reason)"
    case .recordIsNoFile(let path): "cannot write the record '\(path)': it exists and is not a file"
    case .cannotStart(let program, let error): "cannot start '\(program)': \(error)"
    case .cannotObserve: "'--observe' works on Linux only; record the build with stand-ins instead"
    case .wouldNotEnd(let processes):
      "these processes of the program are still running after SIGKILL: "
        + processes.sorted().map(String.init).joined(separator: " ")
    case .wouldNotHalt(let processes):
      "these processes of the program cannot be halted: " + processes.sorted().map(String.init).joined(separator: " ")
    case .noControlGroup: "cannot make a control group to halt the program with; use '--turns signals'"
    case .noTurn: "the program never got a turn"
    }
  }
}
