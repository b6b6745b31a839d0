import BuildTrace
import Foundation
import Platform
import Subprocess
import TestSupport
import Testing

/// One run of the real recorder, in a folder of its own, with a marker by which its processes can be found.
struct Supervision: ~Copyable {
  let folder: URL
  /// A word that no other process of the machine has among its arguments; digits, so that `sleep` takes it for a number.
  let marker = String(UInt64.random(in: 100_000_000_000...999_999_999_999))
  private let lifeline: (reading: FileDescriptor, writing: FileDescriptor)

  var record: URL { folder.appending(path: "record.json") }
  var log: URL { folder.appending(path: "log") }
  /// What the recorder itself writes to its standard output.
  private var answers: URL { folder.appending(path: "answers") }

  static var recorder: String {
    get throws {
      #if canImport(Darwin)
        let bundle = try #require(Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") })
        return bundle.bundleURL.deletingLastPathComponent().appending(path: "modgauge-recorder").path
      #else
        let test = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return test.deletingLastPathComponent().appending(path: "modgauge-recorder").path
      #endif
    }
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "modgauge-recorder-\(marker)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let ends = try FileDescriptor.pipe()
    lifeline = (ends.readEnd, ends.writeEnd)
    for end in [lifeline.reading, lifeline.writing] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    try? lifeline.reading.close()
    try? lifeline.writing.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// `recorder supervise` with the record and the log in the folder.
  func arguments(_ options: [String], _ command: [String]) -> [String] {
    ["supervise", "--record", record.path, "--log", log.path] + options + ["--"] + command
  }

  /// Runs the recorder with exactly these words, and `act` while it runs.
  func run(
    _ arguments: [String], act: (pid_t) async throws -> Void = { _ in }
  ) async throws -> (status: TerminationStatus, error: String) {
    let errors = folder.appending(path: "errors")
    let descriptor = try FileDescriptor.open(
      FilePath(errors.path), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    let answers = try FileDescriptor.open(
      FilePath(answers.path), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    let result = try await Subprocess.run(
      .path(FilePath(Self.recorder)), arguments: Arguments(arguments),
      input: .fileDescriptor(lifeline.reading, closeAfterSpawningProcess: false),
      output: .fileDescriptor(answers, closeAfterSpawningProcess: true),
      error: .fileDescriptor(descriptor, closeAfterSpawningProcess: true)
    ) { execution in
      try await act(execution.processIdentifier.value)
    }
    return (result.terminationStatus, try String(contentsOf: errors, encoding: .utf8))
  }

  /// Supervises a command that can be started, and gives its record.
  func supervise(
    _ command: [String], options: [String] = [], act: (pid_t) async throws -> Void = { _ in }
  ) async throws -> SupervisedBuild {
    let (status, error) = try await run(arguments(options, command), act: act)
    #expect(status == .exited(0) && error.isEmpty, "\(error)")
    return try SupervisedBuild(jsonLine: Data(contentsOf: record))
  }

  /// Gives the program its turn.
  func giveTurn() throws { _ = try lifeline.writing.writeAll("+".utf8) }

  /// Gives the program a turn that is over at once, and returns when the recorder says that it is halted.
  func giveEmptyTurn() async throws {
    let before = try Data(contentsOf: answers).count
    _ = try lifeline.writing.writeAll("+-".utf8)
    try await eventually { try Data(contentsOf: self.answers).count > before }
  }

  /// Halts the program, and returns when the recorder says that it is halted.
  func halt() async throws {
    let before = try Data(contentsOf: answers).count
    _ = try lifeline.writing.writeAll("-".utf8)
    try await eventually { try Data(contentsOf: self.answers).count > before }
  }

  /// Asks to halt the program, and waits for no answer.
  func askToHalt() throws { _ = try lifeline.writing.writeAll("-".utf8) }

  /// What the recorder, or a program in its place, has written to standard output.
  func answered() throws -> Data { try Data(contentsOf: answers) }

  func closeLifeline() throws {
    // Another descriptor takes its number, so that `deinit` has something to close.
    let nothing = try FileDescriptor.open("/dev/null", .readOnly)
    _ = try nothing.duplicate(as: lifeline.writing)
    try nothing.close()
  }

  func logged() throws -> Data { try Data(contentsOf: log) }

  /// Waits, for as long as a slow machine may need, until the log has this word.
  func waitForLog(_ word: String) async throws {
    try await eventually { try String(decoding: Data(contentsOf: self.log), as: UTF8.self).contains(word) }
  }

  /// The running processes that have the marker among their arguments; needs Linux's `/proc`.
  func marked() -> [pid_t] { Self.processes { $0.contains(marker) } }

  static func processes(where isWanted: (String) -> Bool) -> [pid_t] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { pid_t($0) }.filter { process in
      // A zombie has no arguments left.
      guard let arguments = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return false }
      return isWanted(String(decoding: arguments, as: UTF8.self))
    }
  }
}
