import ArgumentParser
import ModuleGraph
import Platform
import Services
import Workspace

@main
struct Modgauge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Program.name,
    abstract: Program.question,
    version: Program.version,
    subcommands: Subcommand.allCases.map(\.type))

  /// The prefix of the parser's errors, the same as for all others; its default is “Error”.
  static let _errorPrefix = "error: "

  static func main() {
    Interruption.listen()
    // A reader that closes the pipe is no error; the write fails instead of a signal.
    ProcessSignal.brokenPipe.ignore()
    // A file that must not grow any more is an error of the write.
    ProcessSignal.fileTooLarge.ignore()
    CurrentProcess.growHeapsInLargeSteps()
    OwnEnvironment.repair()
    do {
      guard let command = try parsed(ScaffoldCommand.arranged(Array(CommandLine.arguments.dropFirst()))) else { exit() }
      // An asynchronous `main` would end the main thread, for which glibc loads a library, and start another one to exit.
      let signals = Interruption.holdSignals()
      Task.detached { await run(command) }
      Interruption.wait(for: signals)
    } catch {
      exitByParser(error)
    }
  }

  /// Parses a command, or has the parser answer: `nil` if it has.
  private static func parsed(_ arguments: [String]) throws -> (any AsyncParsableCommand)? {
    if let type = arguments.first.flatMap(Subcommand.init)?.type,
      let command = parsed(Array(arguments.dropFirst()), by: type)
    {
      return command
    }
    // Without a command, a summary of the workspace.
    if arguments.first?.hasPrefix("-") ?? true, let command = parsed(arguments, by: OverviewCommand.self) {
      return command
    }
    try checkCommand(arguments)
    var command = try parseAsRoot(arguments)
    if let command = command as? any AsyncParsableCommand { return command }
    Interruption.stopListening()
    try command.run()
    return nil
  }

  /// Refuses a command that there is not, or one of `history`, which the parser would take for an unexpected argument.
  private static func checkCommand(_ arguments: [String]) throws {
    let isOfHistory = arguments.first == Subcommand.history.rawValue
    let known =
      isOfHistory
      ? HistoryCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
      : Subcommand.allCases.map(\.rawValue)
    guard let word = arguments.dropFirst(isOfHistory ? 1 : 0).first, !word.hasPrefix("-"), word != "help",
      !known.contains(word)
    else { return }
    let whole = isOfHistory ? "modgauge history" : "modgauge"
    throw ValidationError(
      "There is no command “\(word)” of `\(whole)`.\(known.nearest(to: word).suggestion) `\(whole) --help` lists them.")
  }

  /// Parses a subcommand as if it were a program by itself: for a program with subcommands, the parser reads each command
  /// three times, and looks for a request for completion scripts first, which together takes as long as loading a workspace.
  /// The program itself answers whatever such a command cannot run, so that all messages are its own.
  private static func parsed<Command: AsyncParsableCommand>(
    _ arguments: [String], by type: Command.Type
  ) -> (any AsyncParsableCommand)? {
    guard let command = try? type.parseAsRoot(arguments) else { return nil }
    // A cast to a type is cheap; one to a protocol looks up a conformance. The parser's own commands are not asynchronous.
    if let command = command as? Command { return command }
    return command as? any AsyncParsableCommand
  }

  /// Exits as the parser does, but shows the usage only after invalid arguments.
  private static func exitByParser(_ error: any Error) -> Never {
    if Interruption.receivedSignal == 0 { Interruption.stopListening() }
    TemporaryNames.close()
    if exitCode(for: error) == .success {
      print(HelpText.arranged(fullMessage(for: error)))
      exit()
    }
    guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
    // The parser's sentences have no period, and the project's errors need no usage.
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

  /// Runs the command, and exits with the project's exit codes.
  private static func run(_ command: some AsyncParsableCommand) async -> Never {
    var command = command
    // First, so that the folders that an interrupted run has made are empty when they are removed.
    TemporaryNames.clear(in: temporaryNames).forEach { Terminal.note("warning: \($0)") }
    // Manifests that an interrupted run left changed.
    ManifestFixer.recover(in: StateFolder.ofFixes).forEach { Terminal.note("warning: \($0)") }
    TemporaryNames.note(in: temporaryNames)
    do {
      try await command.run()
      if Interruption.receivedSignal != 0 { throw CancellationError() }
      end(nil)
    } catch is CancellationError {
      Terminal.note("interrupted")
      end(ExitCode(128 + Interruption.receivedSignal))
    } catch let error as Reported {
      end(ExitCode(error.exitCode))
    } catch let error as InvalidRequest {
      exitByParser(ValidationError(error.description))
    } catch let code as ExitCode {
      end(code)
    } catch let error where exitCode(for: error) != .failure {
      // Errors of the parser: a request for help, or invalid arguments.
      exitByParser(error)
    } catch {
      Terminal.note("error: \("\(error)".visibleLines)")
      end(ExitCode(2))
    }
  }

  /// The folder in which temporary names are noted.
  private static let temporaryNames = StateFolder.platformDefault() + "/temporary-names"

  private static func end(_ code: ExitCode?) -> Never {
    TemporaryNames.close()
    exit(withError: code)
  }
}
