import ArgumentParser
import Services

/// The file of known violations.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Known violations, which pass. Default: what `baseline:` in .modgauge.yml names.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write today's violations as a baseline. An existing one may not grow.", valueName: "file"))
  var writeBaseline: String?

  @Flag(help: "Remove entries that no longer occur from the baseline.")
  var pruneBaseline = false

  @Flag(help: "Let --write-baseline add violations of a rule, or larger figures, to an existing baseline.")
  var force = false

  var isUsed: Bool { baseline != nil || writeBaseline != nil || pruneBaseline }

  func validate() throws {
    if pruneBaseline, writeBaseline != nil {
      throw ValidationError(
        "--prune-baseline and --write-baseline cannot be combined; the latter rewrites the whole file.")
    }
    if force, writeBaseline == nil { throw ValidationError("--force is for --write-baseline.") }
  }

  var request: BaselineRequest {
    var request = BaselineRequest()
    (request.file, request.written) = (baseline, writeBaseline)
    (request.isPruned, request.mayGrow) = (pruneBaseline, force)
    return request
  }
}
