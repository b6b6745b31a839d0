import ArgumentParser
import BuildAnalysis

/// The treatment of an inconclusive gate.
enum Inconclusive: String, ExpressibleByArgument, CaseIterable {
  case pass, fail
}

extension Gate.Verdict.Outcome {
  /// Ends the command with the outcome's exit code.
  /// - Throws: `ExitCode`, unless the gate passes.
  func exit(inconclusive: Inconclusive?) throws {
    switch (self, inconclusive) {
    case (.passed, _), (.unresolved, .pass): return
    case (.failed, _), (.unresolved, .fail): throw ExitCode(1)
    case (.unresolved, nil): throw ExitCode(3)
    }
  }
}

/// Whether a comparison must pass the limits of the configuration.
struct GateOptions: ParsableArguments {
  @Flag(
    help:
      "Exit with code 1 if builds became slower than `gate:` in the configuration allows and a new session confirms it, or with 3 if that cannot be told. Ends as soon as it is decided, or after 15 minutes (--time-budget)."
  )
  var gate = false

  @Option(help: "With --gate: if it could not be told, treat that as this instead of exit code 3.")
  var inconclusive: Inconclusive?

  @Option(
    help: ArgumentHelp(
      "With --gate: record confirmed slowdowns in .modgauge-accepted.json, and pass; commit that file.",
      valueName: "reason"))
  var accept: String?

  func validate() throws {
    if !gate, inconclusive != nil || accept != nil {
      throw ValidationError("\(accept == nil ? "--inconclusive" : "--accept") requires --gate.")
    }
    if let accept, accept.allSatisfy(\.isWhitespace) { throw ValidationError("--accept needs a reason.") }
  }
}
