import ArgumentParser
import Documents
import ModuleGraph
import Services
import Workspace

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

  /// A baseline and its file.
  struct File {
    let path: String
    let baseline: Baseline
  }

  enum Failure: Error, CustomStringConvertible {
    case none
    case grown(path: String, rules: [String])
    /// The checkout lacks packages whose violations would be taken for fixed.
    case unknown(folders: [String])

    var description: String {
      switch self {
      case .none:
        "There is no baseline to prune. Name it with --baseline, or under `baseline:` in .modgauge.yml."
      case .grown(let path, let rules):
        "A baseline may only shrink, and `\(path.visible)` would list more violations, or larger figures, of "
          + "\(rules.joined(separator: ", ")). Fix them, or add them with --force."
      case .unknown(let folders):
        "No baseline is written, since this checkout lacks \(folders.map { "`\($0.visible)`" }.listed(atMost: 3)): violations "
          + "there would be taken for fixed. Check out what is missing, as the warnings say."
      }
    }
  }

  /// The baseline that applies; `nil` if none is given, or a new one is written.
  func read(_ configuration: FoundConfiguration, in workspace: WorkspaceOptions) throws -> File? {
    if let writeBaseline { return Path.isFile(writeBaseline) ? try file(at: writeBaseline) : nil }
    if let baseline { return try file(at: baseline) }
    if let path = configured(configuration, in: workspace) {
      let here = Path.canonical(".") ?? "/"
      return try file(at: path.hasPrefix(here + "/") ? Path.relative(path, to: here) : path)
    }
    if pruneBaseline { throw Failure.none }
    return nil
  }

  /// The absolute path that the configuration names; `nil` if it names none.
  private func configured(_ configuration: FoundConfiguration, in workspace: WorkspaceOptions) -> String? {
    configuration.settings.baseline.map { named in
      named.hasPrefix("/") ? named : (configuration.base ?? Path.absolute(workspace.packagePath)) + "/" + named
    }
  }

  /// How later checks find a baseline that was written, as a note; `nil` if the configuration names it.
  func noteOnUse(_ configuration: FoundConfiguration, in workspace: WorkspaceOptions) -> String? {
    guard let writeBaseline, let written = Path.canonical(writeBaseline),
      configured(configuration, in: workspace).flatMap(Path.canonical) != written
    else { return nil }
    let base = Path.canonical(configuration.base ?? workspace.packagePath) ?? "/"
    let name = written.hasPrefix(base + "/") ? Path.relative(written, to: base) : written
    return "note: `check` reads it once .modgauge.yml says `baseline: \(name.visible)`; until then, with --baseline"
  }

  private func file(at path: String) throws -> File {
    File(path: path, baseline: try InputFile.document(at: path, Baseline.init(json:)))
  }

  /// Writes the baseline, if requested.
  /// - Returns: the baseline that applies from then on; `nil` if nothing was written.
  /// - Parameter unknown: folders with packages that nobody can read here.
  func write(_ judged: JudgedCheck, over known: File?, unknown: [String], isQuiet: Bool) throws -> File? {
    if known != nil, writeBaseline != nil || pruneBaseline, !unknown.isEmpty { throw Failure.unknown(folders: unknown) }
    let file: File
    if let writeBaseline {
      let rules = known?.baseline.exceeded(by: judged.baseline) ?? []
      if !rules.isEmpty, !force { throw Failure.grown(path: writeBaseline, rules: rules) }
      file = File(path: writeBaseline, baseline: judged.baseline)
    } else if pruneBaseline, let known {
      file = File(path: known.path, baseline: known.baseline.pruned(by: judged.baseline))
    } else {
      return nil
    }
    try ResultFiles.write(
      file.baseline.json(), to: file.path, option: writeBaseline == nil ? nil : "--write-baseline")
    if !isQuiet {
      let (count, before) = (file.baseline.entries.count, known?.baseline.entries.count)
      Terminal.note(
        "note: `\(file.path.visible)` holds \(count.counted("violation"))"
          + (before.map { $0 == count ? "" : ", previously \($0)" } ?? ""))
    }
    return file
  }
}
