import BuildTrace
import Platform

/// The subcommands of the recorder.
enum Mode {
  case supervise(SuperviseArguments)
  /// Runs the program with this process's streams, for as long as the lifeline is open.
  case run(SupervisedCommand)
  /// Programs to run one after the other, each with its arguments.
  case sequence([ArraySlice<RawArgument>])

  /// - Parameter arguments: the command line without the recorder's own name.
  /// - Throws: `RecorderError`, with exit code 64, at the first invalid argument.
  init(arguments: ArraySlice<RawArgument>) throws(RecorderError) {
    guard let word = arguments.first else { throw .unknownMode(nil) }
    switch String(cString: word) {
    case "supervise": self = .supervise(try SuperviseArguments(arguments: arguments.dropFirst()))
    case "run":
      guard let separator = arguments.dropFirst().first, String(cString: separator) == "--" else {
        throw arguments.count > 1
          ? .unknownOption(String(cString: arguments[arguments.startIndex + 1])) : .missingProgram
      }
      guard arguments.count > 2 else { throw .missingProgram }
      self = .run(SupervisedCommand(arguments: arguments.dropFirst(2)))
    case "sequence": self = .sequence(try Self.programs(arguments.dropFirst()))
    case let other: throw .unknownMode(other)
    }
  }

  /// Reads programs, each preceded by the number of its words.
  private static func programs(_ arguments: ArraySlice<RawArgument>) throws(RecorderError) -> [ArraySlice<RawArgument>]
  {
    var (rest, programs) = (arguments, [ArraySlice<RawArgument>]())
    while let count = rest.popFirst().map({ String(cString: $0) }) {
      guard let length = Int(count), length > 0 else { throw .notCount(count) }
      guard length <= rest.count else { throw .missingProgram }
      programs.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    guard !programs.isEmpty else { throw .missingProgram }
    return programs
  }
}

/// A program to run, and how.
struct SupervisedCommand {
  /// The program and its arguments; at least one word.
  let arguments: ArraySlice<RawArgument>
  /// The program's timeout; `nil` for none.
  var timeoutNanoseconds: Int?
  /// The program's working directory; `nil` for that of the recorder.
  var directory: String?
  /// The trace file to append observed events to, which must have a header; `nil` if the program is not observed.
  var tracePath: String?
  /// `nil` if the program is never halted.
  var turns: TurnRequest?
}

/// How a program takes turns.
struct TurnRequest {
  /// `nil` for any means that is available.
  let means: HaltingMeans?
}

/// The arguments after `supervise`.
struct SuperviseArguments {
  /// The path of the record. The file appears there when it is complete.
  let recordPath: String
  /// The file for the program's standard output and error.
  let logPath: String
  let command: SupervisedCommand

  /// - Throws: `RecorderError`, with exit code 64, at the first invalid argument.
  init(arguments: ArraySlice<RawArgument>) throws(RecorderError) {
    var options = SuperviseOptions(arguments: arguments)
    try options.parse()
    guard let record = options.values["--record"] else { throw .missingOption("--record") }
    guard let log = options.values["--log"] else { throw .missingOption("--log") }
    guard !options.rest.isEmpty else { throw .missingProgram }
    recordPath = record
    logPath = log
    command = SupervisedCommand(
      arguments: options.rest, timeoutNanoseconds: try Self.nanoseconds(options.values["--timeout"]),
      directory: options.values["--directory"], tracePath: options.values["--observe"],
      turns: try Self.turns(options.values["--turns"]))
  }

  private static func turns(_ text: String?) throws(RecorderError) -> TurnRequest? {
    guard let text else { return nil }
    let means = HaltingMeans(rawValue: text)
    guard means != nil || text == "any" else { throw .noHaltingMeans(text) }
    return TurnRequest(means: means)
  }

  /// The longest timeout, about 31 years, so that sums of times do not overflow.
  private static let mostSeconds = 1e9

  private static func nanoseconds(_ text: String?) throws(RecorderError) -> Int? {
    guard let text else { return nil }
    guard let seconds = Double(text), seconds > 0, seconds <= mostSeconds else { throw .notSeconds(text) }
    return Int((seconds * 1e9).rounded(.up))
  }
}

/// Options and their values, up to `--`.
private struct SuperviseOptions {
  private static let known = ["--record", "--log", "--timeout", "--directory", "--observe", "--turns"]

  private(set) var rest: ArraySlice<RawArgument>
  private(set) var values: [String: String] = [:]

  init(arguments: ArraySlice<RawArgument>) {
    rest = arguments
  }

  mutating func parse() throws(RecorderError) {
    while let word = rest.popFirst() {
      let option = String(cString: word)
      if option == "--" { return }
      guard Self.known.contains(option) else { throw .unknownOption(option) }
      guard values[option] == nil else { throw .repeatedOption(option) }
      guard let value = rest.popFirst() else { throw .missingValue(option: option) }
      guard let text = String(validatingCString: value) else { throw .notText(option: option) }
      guard !text.isEmpty else { throw .missingValue(option: option) }
      values[option] = text
    }
  }
}
