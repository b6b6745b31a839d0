import Documents
import ModuleGraph
import Workspace

/// The known violations that a check passes, and what becomes of them.
package struct BaselineRequest: Hashable, Sendable {
  /// `nil` for what the configuration names.
  package var file: String?
  /// Where today's violations are written as a baseline; `nil` for nowhere.
  package var written: String?
  /// Whether entries that no longer occur are removed.
  package var isPruned = false
  /// Whether the baseline that is written may have violations, or larger figures, that the former one does not have.
  package var mayGrow = false

  package init() {}
}

/// The files of a check's baseline.
struct BaselineFiles {
  let request: BaselineRequest
  let configuration: LoadedConfiguration
  let workspace: WorkspaceRequest

  /// A baseline and its file.
  struct File {
    let path: String
    let baseline: Baseline
  }

  /// The baseline that applies; `nil` if none is given, or a new one is written.
  func read() throws -> File? {
    if let written = request.written { return Path.isFile(written) ? try file(at: written) : nil }
    if let named = request.file { return try file(at: named) }
    if let path = configured {
      let here = Path.canonical(".") ?? "/"
      return try file(at: path.hasPrefix(here + "/") ? Path.relative(path, to: here) : path)
    }
    if request.isPruned {
      throw ServiceError("There is no baseline to prune. Name it, or state it under `baseline:` in .modgauge.yml.")
    }
    return nil
  }

  /// The absolute path that the configuration names; `nil` if it names none.
  private var configured: String? {
    configuration.settings.baseline.map { named in
      named.hasPrefix("/") ? named : (configuration.base ?? Path.absolute(workspace.path)) + "/" + named
    }
  }

  /// How later checks find a baseline that was written, as a note; `nil` if the configuration names it.
  private func noteOnUse() -> String? {
    guard let written = request.written.flatMap(Path.canonical), configured.flatMap(Path.canonical) != written else {
      return nil
    }
    let base = Path.canonical(configuration.base ?? workspace.path) ?? "/"
    let name = written.hasPrefix(base + "/") ? Path.relative(written, to: base) : written
    return "note: `check` reads it once .modgauge.yml says `baseline: \(name.visible)`; until then, with --baseline"
  }

  private func file(at path: String) throws -> File {
    File(path: path, baseline: try InputFile.document(at: path, Baseline.init(json:)))
  }

  /// Writes the baseline, if requested.
  /// - Returns: the baseline that applies from then on; `nil` if nothing was written.
  /// - Parameter unknown: folders with packages that nobody can read here.
  func write(_ judged: JudgedCheck, over known: File?, unknown: [String]) throws -> File? {
    if known != nil, request.written != nil || request.isPruned, !unknown.isEmpty {
      throw ServiceError(
        "No baseline is written, since this checkout lacks \(unknown.map { "`\($0.visible)`" }.listed(atMost: 3)): violations "
          + "there would be taken for fixed. Check out what is missing, as the warnings say.")
    }
    let file: File
    if let written = request.written {
      let rules = known?.baseline.exceeded(by: judged.baseline) ?? []
      if !rules.isEmpty, !request.mayGrow {
        throw ServiceError(
          "A baseline may only shrink, and `\(written.visible)` would list more violations, or larger figures, of "
            + "\(rules.joined(separator: ", ")). Fix them, or add them with --force.")
      }
      file = File(path: written, baseline: judged.baseline)
    } else if request.isPruned, let known {
      file = File(path: known.path, baseline: known.baseline.pruned(by: judged.baseline))
    } else {
      return nil
    }
    try ResultFiles.write(
      file.baseline.json(), to: file.path, option: request.written == nil ? nil : "--write-baseline")
    if !workspace.isQuiet {
      let (count, before) = (file.baseline.entries.count, known?.baseline.entries.count)
      Terminal.note(
        "note: `\(file.path.visible)` holds \(count.counted("violation"))"
          + (before.map { $0 == count ? "" : ", previously \($0)" } ?? ""))
      if let note = noteOnUse() { Terminal.note(note) }
    }
    return file
  }
}
