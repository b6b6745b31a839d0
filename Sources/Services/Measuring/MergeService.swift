package import BuildAnalysis
import Documents
import Platform
package import Reports
import Workspace

/// Combines the runs that several machines made of one plan.
package struct MergeService {
  package let folder: RunFolder
  private let merge: RunMerge
  /// An earlier merged run of another plan, whose slowdowns this one confirms; `nil` without one.
  private let earlier: RunFindings?
  private let replaced: ResultFolder?

  /// - Parameters:
  ///   - runs: folders, their files, or folders of such folders.
  ///   - isPartial: whether shards may be missing or incomplete.
  ///   - confirmed: the earlier run.
  ///   - output: the folder of the combined run.
  /// - Throws: `ServiceError`, `RunMerge.Problem`, `ResultFolder.Occupied`.
  package init(
    _ runs: [String], isPartial: Bool, confirming confirmed: String?, into output: String, replaces: Bool
  ) throws {
    folder = RunFolder(path: Path.absolute(output))
    let place = ResultFolder(
      path: folder.path, names: RunFolder.names + Self.comparisonRenderings.compactMap(\.file))
    let files = try runs.flatMap(Self.files)
    if let file = files.first(where: folder.holds) {
      throw ServiceError(
        "`\(output.visible)` holds `\(file.visible)`, an input run, which would be overwritten. Specify another folder."
      )
    }
    if !replaces { try place.check() }
    replaced = replaces ? place : nil
    let merge = try RunMerge(
      files.map { RunMerge.Part(name: InputFile.folder(of: $0), run: try RunFolder.read($0)) }, isPartial: isPartial)
    self.merge = merge
    earlier = try confirmed.map { try Self.earlier(at: $0, than: merge.run) }
  }

  /// Writes the combined run and its reports.
  package func write() throws -> RunFindings {
    try replaced?.clear()
    try ResultFiles.makeFolder(folder.path)
    let findings = RunFindings(keepingFiles())
    try folder.write(findings)
    return findings
  }

  /// Prints notes in addition to the report.
  package func tell(of findings: RunFindings) {
    if let words = findings.gapWords { Terminal.note("warning: \(words)") }
    for words in findings.disagreementWords { Terminal.note("warning: \(words)") }
  }

  /// Decides the plan's gate, and writes the comparison beside the run.
  /// - Returns: `nil` for a plan without a gate.
  package func decision(on merged: RunFindings) throws -> ComparisonReport? {
    let (findings, second) = earlier.map { ($0, merged) } ?? (merged, nil)
    guard let settings = findings.run.plan.gate, let comparison = RunComparison(findings) else { return nil }
    let first = GateDecision(on: comparison, settings)
    let decision = second.flatMap { RunComparison($0) }.map { first.confirmed(by: $0) } ?? first
    let report = ComparisonReport(comparison, gate: decision.awaitingConfirmation())
    for rendering in Self.comparisonRenderings {
      guard let file = rendering.file else { continue }
      try ResultFiles.write(try rendering.bytes(of: report), to: "\(folder.path)/\(file)")
    }
    return report
  }

  /// The renderings of a gated comparison that are written beside the run.
  private static var comparisonRenderings: [Rendering<ComparisonReport>] {
    ComparisonReport.renderings.filter { ["markdown", "json", "html"].contains($0.name) }
  }

  /// The run to confirm.
  /// - Throws: `ServiceError`.
  private static func earlier(at path: String, than run: Run) throws -> RunFindings {
    guard let file = InputFile.file(at: path, orIn: RunFolder.files) else {
      throw StoredRuns.noRun(in: path)
    }
    let earlier = try RunFolder.read(file)
    guard earlier.plan.gate != nil, earlier.plan.gate == run.plan.gate, earlier.identity != run.identity,
      earlier.plan.seed != run.plan.seed, earlier.workspace.revision == run.workspace.revision,
      earlier.base?.revision == run.base?.revision
    else {
      throw ServiceError(
        "`\(path.visible)` cannot be confirmed by these runs: both need a plan with the same gate and the same commits, and another "
          + "seed. Write the second plan with the same arguments and a seed.")
    }
    return RunFindings(earlier)
  }

  /// The run in each folder; of a folder without one, the runs in its subfolders.
  private static func files(of source: String) throws -> [String] {
    if let file = InputFile.file(at: source, orIn: RunFolder.files) { return [file] }
    guard Path.isFolder(source) else { return [source] }
    let names: [String]
    do { names = try FolderListing.entries(of: source).map(\.name).sorted() } catch {
      throw InputFile.Unreadable(path: source, reason: FileReason.description(of: error))
    }
    let found = names.compactMap { InputFile.file(at: "\(source)/\($0)", orIn: RunFolder.files) }
      .filter { InputFile.folder(of: $0) != Path.absolute(source) }
    guard !found.isEmpty else { throw StoredRuns.noRun(in: source) }
    return found
  }

  /// Copies logs and traces that runs refer to beside the merged run.
  /// - Returns: the run that refers to the copies. Missing files are not referred to.
  private func keepingFiles() -> Run {
    var run = merge.run
    for index in run.samples.indices {
      guard let machine = run.samples[index].machine else { continue }
      let source = merge.parts[machine - 1].name
      run.samples[index].log = run.samples[index].log.flatMap { Self.kept($0, of: source, machine, in: folder.path) }
      run.samples[index].trace = run.samples[index].trace.flatMap {
        Self.kept($0, of: source, machine, in: folder.path)
      }
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
