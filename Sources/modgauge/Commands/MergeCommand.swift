import ArgumentParser
import BuildAnalysis
import Reports
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", _superCommandName: Modgauge.name,
    abstract: "Combines the runs that several machines made of one plan.",
    discussion: """
      Reads the runs of `modgauge bench --plan` or `modgauge compare --plan`, one for each shard, and writes one run \
      with its reports. Ratios are taken within a round, hence on one machine, and pooled with the machine as a \
      stratum; if machines disagree, the report says so. A shard that is missing, incomplete, given twice or from \
      another plan is an error.

      The gate of a plan with --gate is decided here, by the limits in the plan: exit code 1 for a count that grew, \
      a head that does not build, or with --confirms a slowdown in both runs; 3 if it is inconclusive, or if a \
      slowdown has yet to be confirmed by another plan.
      """)

  @Argument(
    help: ArgumentHelp(
      "The runs: folders, their run.json or run.jsonl, or folders of such folders.", valueName: "run"))
  var runs: [String]

  @Flag(help: "Combine the runs although shards are missing or incomplete.")
  var partial = false

  @Option(
    help: ArgumentHelp(
      "With a gate: an earlier merged run of another plan of the same commits, to confirm its slowdowns.",
      valueName: "run"))
  var confirms: String?

  @Option(help: "With a gate: treat an inconclusive result as this instead of exit code 3.")
  var inconclusive: Inconclusive?

  @Flag(help: "Replace the run in the folder of --output.")
  var force = false

  @OptionGroup var result: FolderOptions<RunReport>

  @Flag(name: .shortAndLong, help: "Print no warnings.")
  var quiet = false

  func validate() throws {
    if try result.folder == nil {
      throw ValidationError("--output must name the folder for the combined run and its reports.")
    }
  }

  func run() throws {
    guard let output = try result.folder else { throw ExitCode(2) }
    let folder = RunFolder(path: Path.absolute(output))
    let reports = try result.files()
    let comparison = Self.comparisonRenderings.compactMap(\.file)
    let place = ResultFolder(path: folder.path, names: RunFolder.names + comparison)
    let files = try runs.flatMap(Self.files)
    if let file = files.first(where: folder.holds) { throw Replaced(path: output, file: file) }
    if !force { try place.check() }
    let merge = try RunMerge(
      files.map { RunMerge.Part(name: InputFile.folder(of: $0), run: try RunFolder.read($0)) }, isPartial: partial)
    let earlier = try earlier(than: merge.run)
    if force { try place.clear() }
    try ResultFiles.makeFolder(folder.path)
    let findings = RunFindings(keepingFiles(of: merge, in: folder.path))
    try folder.write(findings)
    try Terminal.write(RunReport(findings).printed(as: result.printed, result.style))
    try result.all.deliver(RunReport(findings), to: reports)
    if !quiet { tell(merge, findings) }
    Terminal.note("reports: \(folder.path)")
    if let earlier {
      try decide(of: earlier, confirmedBy: findings, in: folder)
    } else {
      try decide(of: findings, confirmedBy: nil, in: folder)
    }
  }

  /// The renderings of a gated comparison that are written beside the run.
  private static var comparisonRenderings: [Rendering<ComparisonReport>] {
    ComparisonReport.renderings.filter { ["markdown", "json", "html"].contains($0.name) }
  }

  /// Decides the plan's gate, prints the decision, and writes the comparison beside the run.
  private func decide(of findings: RunFindings, confirmedBy second: RunFindings?, in folder: RunFolder) throws {
    guard let settings = findings.run.plan.gate, let comparison = RunComparison(findings) else { return }
    let first = GateDecision(on: comparison, settings)
    let decision = second.flatMap { RunComparison($0) }.map { first.confirmed(by: $0) } ?? first
    let report = ComparisonReport(comparison, gate: decision.awaitingConfirmation())
    for rendering in Self.comparisonRenderings {
      guard let file = rendering.file else { continue }
      try ResultFiles.write(try rendering.bytes(of: report), to: "\(folder.path)/\(file)")
    }
    for line in report.gateLines { Terminal.note(line) }
    try report.gate?.outcome.exit(inconclusive: inconclusive)
  }

  /// The run to confirm.
  /// - Throws: `NotConfirmable`.
  private func earlier(than run: Run) throws -> RunFindings? {
    guard let confirms else { return nil }
    guard let file = InputFile.file(at: confirms, orIn: RunFolder.files) else {
      throw StoredRuns.Refusal.noRun(confirms)
    }
    let earlier = try RunFolder.read(file)
    guard earlier.plan.gate != nil, earlier.plan.gate == run.plan.gate, earlier.identity != run.identity,
      earlier.plan.seed != run.plan.seed, earlier.workspace.revision == run.workspace.revision,
      earlier.base?.revision == run.base?.revision
    else { throw NotConfirmable(path: confirms) }
    return RunFindings(earlier)
  }

  private struct NotConfirmable: Error, CustomStringConvertible {
    let path: String

    var description: String {
      "`\(path.visible)` cannot be confirmed by these runs: both need a plan with the same gate and the same commits, and another "
        + "seed. Write the second plan with the same arguments and `--seed`."
    }
  }

  /// The output would replace an input run.
  private struct Replaced: Error, CustomStringConvertible {
    let path: String
    let file: String

    var description: String {
      "`\(path.visible)` holds `\(file.visible)`, an input run, which would be overwritten. Specify another folder with --output."
    }
  }

  /// Prints notes in addition to the report.
  private func tell(_ merge: RunMerge, _ findings: RunFindings) {
    if let words = findings.gapWords { Terminal.note("warning: \(words)") }
    for words in findings.disagreementWords { Terminal.note("warning: \(words)") }
  }

  /// The run in each folder; of a folder without one, the runs in its subfolders.
  private static func files(of source: String) throws -> [String] {
    if let file = InputFile.file(at: source, orIn: RunFolder.files) { return [file] }
    guard Path.isFolder(source) else { return [source] }
    let names = try FileManager.default.contentsOfDirectory(atPath: source).sorted()
    let found = names.compactMap { InputFile.file(at: "\(source)/\($0)", orIn: RunFolder.files) }
      .filter { InputFile.folder(of: $0) != Path.absolute(source) }
    guard !found.isEmpty else { throw StoredRuns.Refusal.noRun(source) }
    return found
  }

  /// Copies logs and traces that runs refer to beside the merged run.
  /// - Returns: the run that refers to the copies. Missing files are not referred to.
  private func keepingFiles(of merge: RunMerge, in folder: String) -> Run {
    var run = merge.run
    for index in run.samples.indices {
      guard let machine = run.samples[index].machine else { continue }
      let source = merge.parts[machine - 1].name
      run.samples[index].log = run.samples[index].log.flatMap { Self.kept($0, of: source, machine, in: folder) }
      run.samples[index].trace = run.samples[index].trace.flatMap { Self.kept($0, of: source, machine, in: folder) }
    }
    return run
  }

  /// - Returns: the path of the copy relative to the folder, as in `traces/2-App-1.jsonl`; `nil` if there is none.
  private static func kept(_ file: String, of source: String, _ machine: Int, in folder: String) -> String? {
    let parts = file.split(separator: "/")
    guard let name = parts.last, !parts.contains("..") else { return nil }
    let copy = (parts.dropLast().map(String.init) + ["\(machine)-\(name)"]).joined(separator: "/")
    do {
      try ResultFiles.makeFolder(InputFile.folder(of: "\(folder)/\(copy)"))
      try ResultFiles.write(try InputFile.read("\(source)/\(file)"), to: "\(folder)/\(copy)")
      return copy
    } catch { return nil }
  }
}
