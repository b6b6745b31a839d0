import Foundation
import Subprocess
import Testing

/// What is said when the recorder cannot do its work.
@Suite struct ErrorTests {
  static let usage = """
    usage: modgauge-recorder supervise --record PATH --log PATH [--timeout SECONDS] [--directory DIR] \
    [--observe TRACE] [--turns any|cgroup|signals] -- PROGRAM [ARGUMENT ...]
           modgauge-recorder run -- PROGRAM [ARGUMENT ...]
           modgauge-recorder sequence COUNT PROGRAM [ARGUMENT ...] [COUNT PROGRAM [ARGUMENT ...] ...]

    """

  @Test func aProgramThatIsNotThereIsNamed() async throws {
    let run = try Supervision()
    let (status, error) = try await run.run(run.arguments([], ["no such program"]))
    #expect(status == .exited(2))
    #expect(error == "modgauge-recorder: error: cannot start 'no such program': No such file or directory\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: run.folder.path).sorted() == ["answers", "errors", "log"])
  }

  @Test func aProgramThatMayNotBeRunIsNamed() async throws {
    let run = try Supervision()
    let (status, error) = try await run.run(run.arguments([], ["/etc/passwd"]))
    #expect(status == .exited(2))
    #expect(error == "modgauge-recorder: error: cannot start '/etc/passwd': Permission denied\n")
  }

  @Test func aFolderThatIsNotThereIsNotBlamedOnTheProgram() async throws {
    let run = try Supervision()
    let (status, error) = try await run.run(run.arguments(["--directory", "/no/such"], ["true"]))
    #expect(status == .exited(2))
    #expect(error == "modgauge-recorder: error: cannot enter the folder '/no/such': No such file or directory\n")
  }

  @Test(arguments: [
    ("/no/such/record", "/dev/null", "cannot write the record '/no/such/record': No such file or directory"),
    ("/dev/null", "/dev/null", "cannot write the record '/dev/null': it exists and is not a file"),
    ("RECORD", "/no/such/log", "cannot write the log '/no/such/log': No such file or directory"),
  ])
  func nothingIsRunIfItsRecordOrLogCannotBeWritten(record: String, log: String, message: String) async throws {
    let run = try Supervision()
    let touched = run.folder.appending(path: "touched").path
    let record = record == "RECORD" ? run.record.path : record
    let (status, error) = try await run.run(["supervise", "--record", record, "--log", log, "--", "touch", touched])
    #expect(status == .exited(2))
    #expect(error == "modgauge-recorder: error: \(message)\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: run.folder.path).sorted() == ["answers", "errors"])
  }

  @Test func aLogThatIsAPipeWithoutAReaderIsNotWaitedFor() async throws {
    let run = try Supervision()
    try #require(mkfifo(run.log.path, 0o600) == 0)
    let (status, error) = try await run.run(run.arguments([], ["true"]))
    #expect(status == .exited(2))
    #expect(error == "modgauge-recorder: error: cannot write the log '\(run.log.path)': this pipe has no reader\n")
  }

  @Test(arguments: [
    ([], "the mode is missing; the modes are supervise, run and sequence"),
    (["watch"], "unknown mode 'watch'; the modes are supervise, run and sequence"),
    (["sequence"], "there is no program to run"),
    (["sequence", "2", "true"], "there is no program to run"),
    (["sequence", "1", "true", "false"], "each program must be preceded by its number of words, not 'false'"),
    (["run"], "there is no program to run"),
    (["run", "--"], "there is no program to run"),
    (["run", "true"], "unknown option 'true'; the program to run goes after '--'"),
    (["supervise", "make"], "unknown option 'make'; the program to run goes after '--'"),
    (["supervise", "--record"], "'--record' needs a value"),
    (["supervise", "--record", ""], "'--record' needs a value"),
    (["supervise", "--log", "a", "--log", "b"], "'--log' is given more than once"),
    (["supervise", "--log", "a", "--", "true"], "'--record' is missing"),
    (["supervise", "--record", "a", "--", "true"], "'--log' is missing"),
    (["supervise", "--record", "a", "--log", "b", "--"], "there is no program to run"),
    (
      ["supervise", "--record", "a", "--log", "b", "--timeout", "-1", "--", "true"],
      "'--timeout' needs a number of seconds above 0, not '-1'"
    ),
    (
      ["supervise", "--record", "a", "--log", "b", "--timeout", "nan", "--", "true"],
      "'--timeout' needs a number of seconds above 0, not 'nan'"
    ),
    (
      ["supervise", "--record", "a", "--log", "b", "--turns", "on", "--", "true"],
      "'--turns' must be any, cgroup or signals, not 'on'"
    ),
  ])
  func wordsThatDoNotFitAreNamed(arguments: [String], message: String) async throws {
    let (status, error) = try await Supervision().run(arguments)
    #expect(status == .exited(64))
    #expect(error == "modgauge-recorder: error: \(message)\n\(Self.usage)")
  }
}
