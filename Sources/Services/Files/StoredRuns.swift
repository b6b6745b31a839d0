package import BuildAnalysis
package import Reports
import Workspace

/// A comparison of two stored runs.
package struct StoredRuns {
  let base: String
  let head: String

  package init(base: String, head: String) { (self.base, self.head) = (base, head) }

  /// - Parameter isForced: whether to compare runs whose figures do not show the effect of the code change.
  /// - Throws: `ServiceError`, and what `RunFolder.read` throws.
  package func comparison(isForced: Bool) throws -> RunComparison {
    let (first, second) = (try Self.findings(at: base), try Self.findings(at: head))
    let sides = [first, second].map { $0.run.isOfTwoStates ? Arm.Side.head : nil }
    let states = (first.run.workspace.stateName, second.run.workspace.stateName)
    // A run without a revision may be of any state.
    let isTold = states.0 != states.1 && [first, second].allSatisfy { $0.run.workspace.revision != nil }
    let names = Self.names(base, head)
    let comparison = RunComparison(
      from: ComparisonSide(first, named: isTold ? states.0 : names.0, side: sides[0]),
      to: ComparisonSide(second, named: isTold ? states.1 : names.1, side: sides[1]))
    guard !comparison.cases.isEmpty else {
      throw ServiceError(
        "`\(base.visible)` and `\(head.visible)` have no arm in a common scenario: the first has "
          + "\(Self.list(comparison.base)), the second \(Self.list(comparison.head)).")
    }
    guard comparison.isComparable || isForced else {
      throw ServiceError(
        "`\(base.visible)` and `\(head.visible)` cannot be compared. "
          + comparison.mismatches.filter(\.isRefusal).map { "\($0.title): \($0.base), then \($0.head)." }.joined(
            separator: " ")
          + " --force shows the figures without a verdict.")
    }
    return comparison
  }

  /// The comparison in one run of two states.
  /// - Throws: `ServiceError`, and what `RunFolder.read` throws.
  package static func comparison(inRun path: String) throws -> RunComparison {
    guard let comparison = RunComparison(try findings(at: path)) else {
      throw ServiceError(
        "`\(path.visible)` is a run of one state. Name the run of the other state, too, or a run of `modgauge compare --base`."
      )
    }
    return comparison
  }

  /// The timelines of builds that both runs have recorded.
  package func timelines(of comparison: RunComparison) -> [ComparedTimelines] {
    func folder(_ source: String) -> RunFolder {
      RunFolder(path: InputFile.file(at: source, orIn: RunFolder.files).map(InputFile.folder) ?? source)
    }
    return folder(base).timelines(of: comparison, head: folder(head))
  }

  /// The timelines of two logs; `nil` if one of the runs is none.
  package func logs() throws -> (base: Timeline, head: Timeline)? {
    guard [base, head].allSatisfy({ $0.hasSuffix(BuildLogFolder.suffix) }) else { return nil }
    func timeline(_ path: String) throws -> Timeline {
      let logged = try LoggedRecording(at: path)
      return logged.recording.timeline(of: logged.trace)
    }
    return (try timeline(base), try timeline(head))
  }

  /// The paths; of two logs, the names of their files, unless these are equal.
  private static func names(_ base: String, _ head: String) -> (String, String) {
    func name(_ path: String) -> String { InputFile.lastPart(of: path) }
    let areLogs = [base, head].allSatisfy { $0.hasSuffix(BuildLogFolder.suffix) }
    return areLogs && name(base) != name(head) ? (name(base), name(head)) : (base, head)
  }

  private static func findings(at source: String) throws -> RunFindings {
    if source.hasSuffix(BuildLogFolder.suffix) { return RunFindings(try LoggedRecording(at: source).run) }
    guard let file = InputFile.file(at: source, orIn: RunFolder.files) else {
      if let run = logged(in: source) { return RunFindings(run) }
      throw Self.noRun(in: source)
    }
    return RunFindings(try RunFolder.read(file))
  }

  /// The builds whose logs are in a folder; `nil` if there are none.
  private static func logged(in folder: String) -> Run? {
    guard Path.isFolder(folder) else { return nil }
    var (read, runs, others): (Set<[UInt8]>, [Run], Int) = ([], [], 0)
    for entry in BuildLogFolder(folder).entries.reversed() where !entry.isEmpty {
      do {
        let bytes = try InputFile.read(entry.path)
        // The copy of a log is no other build.
        if read.insert(bytes).inserted { runs.append(try LoggedRecording(at: entry.path, bytes).run) }
      } catch { others += 1 }
    }
    if others > 0 {
      Terminal.note("note: \(others.counted("log")) of no build, or that cannot be read, left out: \(folder.visible)")
    }
    return Run(logged: runs)
  }

  static func noRun(in path: String) -> ServiceError {
    ServiceError(
      "There is no run in `\(path.visible)`: no run.json or run.jsonl, and no log of a build. Give the folder that `modgauge bench` wrote, an "
        + ".xcactivitylog, or a folder with several.\(PathSuggestion.sentence(for: path))")
  }

  private static func list(_ side: ComparisonSide) -> String {
    let names = side.arms.map(\.plainName).joined(separator: ", ")
    return "\(names) (\(side.run.plan.scenarios.map(\.rawValue).joined(separator: ", ")))"
  }
}
