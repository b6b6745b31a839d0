import ArgumentParser
import Platform
import Workspace

@main
struct Modgauge: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "modgauge",
    abstract: "What is your Swift module graph, and what does it cost to build?",
    discussion: """
      Results go to standard output, everything else to standard error.
      Exit codes: 0 done; 1 the answer is no (a rule is broken, a build failed); 2 the work could not be done; 64 invalid \
      arguments; 130 and 143 interrupted.
      """,
    version: version,
    subcommands: [
      GraphCommand.self, WhyCommand.self, DependenciesCommand.self, DependentsCommand.self, CyclesCommand.self,
      MetricsCommand.self, RolesCommand.self, DiffCommand.self, InitCommand.self, CheckCommand.self,
      PackagesCommand.self,
      RecordCommand.self,
      BenchCommand.self,
      CalibrateCommand.self, ReportCommand.self, SynthesizeCommand.self,
    ])

  static let version = "0.1.0"
  /// What the parser's errors begin with, as the others do; it would write “Error”.
  static let _errorPrefix = "error: "

  static func main() async {
    CurrentProcess.shareHeap()
    // A reader that has had enough is no error; writing tells us so instead of a signal.
    ProcessSignal.brokenPipe.ignore()
    // A file that may grow no more is an error of the write.
    ProcessSignal.fileTooLarge.ignore()
    do {
      var command = try parseAsRoot()
      await exitCode(of: &command)
    } catch {
      exitByParser(error)
    }
  }

  /// Ends as the parser would, but shows how a command is used only where its words were not understood.
  private static func exitByParser(_ error: any Error) -> Never {
    guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
    // The parser's sentences have no full stop; ours say all that there is to say.
    let message = message(for: error)
    if message.hasSuffix(".") {
      Terminal.note("error: \(message.visibleLines)")
    } else {
      let lines = fullMessage(for: error).split(separator: "\n")
      let told = lines.filter {
        !($0.hasPrefix("Usage: ") && ($0.hasSuffix("<options>") || $0.hasSuffix("<subcommand>")))
      }
      Terminal.note(told.joined(separator: "\n").visibleLines)
    }
    exit(withError: ExitCode.validationFailure)
  }

  /// Runs the command and ends the process by the project's exit codes.
  private static func exitCode(of command: inout any ParsableCommand) async {
    do {
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch is CancellationError {
      Terminal.note("interrupted")
      exit(withError: ExitCode(128 + Interruption.receivedSignal))
    } catch let error where error is ExitCode || exitCode(for: error) != .failure {
      // The parser's own: a request for help, words that do not fit together.
      exitByParser(error)
    } catch {
      Terminal.note("error: \("\(error)".visibleLines)")
      exit(withError: ExitCode(2))
    }
  }
}
