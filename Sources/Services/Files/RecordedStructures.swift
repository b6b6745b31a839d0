package import BuildAnalysis
import BuildTrace
package import Foresight
package import ModuleGraph
package import Reports
package import Workspace

/// Recorded builds of a workspace, from which other structures of it are predicted.
package struct RecordedStructures {
  package let subject: RecordedSubject
  package let structures: [RecordedStructure]
  /// By the greatest share of the cores' time that other programs used, and by the first recording of another state.
  package let cautions: RecordingCautions
  /// The traces, as they were named.
  private let traces: [String]
  /// The arguments of the first recorded build, without those for paths and the configuration, and its processors.
  package let arguments: [String]
  package let cores: Int

  /// - Parameters:
  ///   - paths: folders of recorded builds, or traces; if empty, the newest recorded build of the workspace is taken.
  ///   - loaded: the workspace as it is.
  ///   - isForced: whether recordings of another state of the workspace are accepted as well.
  /// - Throws: `RecordingError`, and what `RecordedTrace` throws.
  package init(at paths: [String], of loaded: LoadedWorkspace, runs: FormerRuns, isForced: Bool) throws {
    guard !paths.isEmpty || runs.newestRecording != nil else { throw RecordingError.noRecording }
    let files = loaded.moduleFiles
    let read = try Self.recordings(at: paths.isEmpty ? [runs.newestRecording].compactMap(\.self) : paths)
    let recordings = read.map { (path: $0.path, recorded: $0.recorded) }
    traces = read.map(\.trace)
    let otherState = try Self.otherState(recordings, loaded.graph, isForced: isForced)
    structures = try recordings.map { path, recorded in
      let structure = try Self.structure(recorded, at: path, files)
      if recorded.isGraphComplete, !isForced, !structure.unknownModules.isEmpty {
        throw RecordingError.otherTrace(path, structure.unknownModules)
      }
      return structure
    }
    let header = recordings[0].recorded.trace.header
    (arguments, cores) = (header.arguments, header.cores)
    subject = recordings[0].recorded.recording.subject
    cautions = RecordingCautions(
      otherProgramsShare: recordings.compactMap(\.recorded.otherProgramsShare).max(),
      otherState: otherState?.description)
    for (path, recorded) in recordings.dropFirst() {
      let other = recorded.recording.subject
      guard (other.target, other.configuration) == (subject.target, subject.configuration),
        other.toolchain == subject.toolchain, recorded.trace.header.arguments == arguments
      else { throw RecordingError.differs(path, paths[0]) }
    }
  }

  /// How the first recording of another state differs from the workspace as it is.
  /// - Throws: what refuses it, unless forced.
  private static func otherState(
    _ recordings: [(path: String, recorded: RecordedTrace)], _ graph: ModuleGraph, isForced: Bool
  ) throws(RecordingError) -> RecordedMismatch? {
    let mismatches = recordings.map { ($0, RecordedMismatch($0.recorded.recording.graph, graph)) }
    guard let (first, mismatch) = mismatches.first(where: { !$1.isEmpty }) else { return nil }
    guard isForced else { throw .otherState(first.path, first.recorded.recording.subject.workspace, mismatch) }
    return mismatch
  }

  private static func structure(
    _ recorded: RecordedTrace, at path: String, _ files: [ModuleID: [ModuleFile]]
  ) throws(RecordingError) -> RecordedStructure {
    guard recorded.recording.subject.isClean else { throw .notClean(path) }
    do throws(RecordedStructure.ReplayError) {
      let (recording, target) = (recorded.recording, recorded.recording.subject.target)
      return try RecordedStructure(
        recorded.trace, graph: recording.graph, files: files, fileCosts: recording.fileCosts,
        target: target == RoleSettings.everything ? nil : target)
    } catch {
      throw .refused(path, error)
    }
  }

  private static func recordings(
    at paths: [String]
  ) throws -> [(path: String, recorded: RecordedTrace, trace: String)] {
    var read: [(path: String, recorded: RecordedTrace, trace: String)] = []
    for path in paths {
      guard let file = InputFile.file(at: path, orIn: [RecordFolder.traceName]) else {
        throw RecordingError.notARecording(path)
      }
      guard let recorded = try RecordedTrace(at: file) else { throw RecordingError.notATrace(file) }
      let build = recorded.trace.header.build
      if let same = read.first(where: { $0.recorded.trace.header.build == build }) {
        throw RecordingError.sameBuild(path, same.path)
      }
      read.append((path, recorded, file))
    }
    return read
  }

  /// The traces with their hashes.
  /// - Throws: `InputFile.Unreadable`.
  /// - Complexity: O(bytes).
  package func sources() throws -> [SavedPrediction.Source] {
    try traces.map { SavedPrediction.Source(path: $0, sha256: SHA256.hexadecimal(try InputFile.read($0))) }
  }

  package enum RecordingError: Error, CustomStringConvertible {
    case noRecording
    case notARecording(String)
    case notATrace(String)
    case notClean(String)
    case refused(String, RecordedStructure.ReplayError)
    case otherState(String, String, RecordedMismatch)
    case differs(String, String)
    case sameBuild(String, String)
    /// With the compiled modules that the graph of the recording does not contain.
    case otherTrace(String, [String])

    package var description: String {
      switch self {
      case .noRecording:
        "There is no recorded build of this workspace. Record one with `modgauge record`, or name its folder."
      case .notARecording(let path):
        "There is no recorded build in `\(path.visible)`: no \(RecordFolder.traceName). Give the folder that "
          + "`modgauge record` wrote, or a trace of a run of `modgauge bench --record`.\(PathSuggestion.sentence(for: path))"
      case .notATrace(let file):
        "`\(file.visible)` is not the trace of a recorded build. Give the folder that `modgauge record` wrote, or a trace of a "
          + "run of `modgauge bench --record`."
      case .notClean(let path):
        "`\(path.visible)` is not a clean build, so it does not contain what the other modules cost. Record one with "
          + "`modgauge record`."
      case .refused(let path, let refusal):
        "Nothing can be predicted from `\(path.visible)`: \(refusal). Record another build with `modgauge record`\(refusal.place)."
      case .otherState(let path, let name, let mismatch):
        "`\(path.visible)` (“\(name.visible)”) is of another workspace or revision: \(mismatch). Record this one with "
          + "`modgauge record`, or use --force."
      case .differs(let path, let other):
        "`\(path.visible)` and `\(other.visible)` are recordings of different builds: the target, the configuration, the arguments or the toolchain differs."
      case .sameBuild(let path, let other):
        "`\(path.visible)` and `\(other.visible)` are recordings of the same build, which would count twice. Name each build once."
      case .otherTrace(let path, let modules):
        "The trace of `\(path.visible)` does not belong to its \(RecordFolder.recordingName): the build compiled "
          + "\(modules.listed(atMost: 5)), which the recorded graph does not contain. Record the workspace with "
          + "`modgauge record`, or use --force."
      }
    }
  }
}

extension RecordedStructure.ReplayError {
  /// Where to record another build, as the end of a sentence.
  fileprivate var place: String {
    switch self {
    case .unfaithful: ", on a quieter machine if this one was busy"
    case .incompleteTrace, .nothingBuilt: ""
    }
  }
}

/// The modules of a workspace that differ from those of a recorded build.
package struct RecordedMismatch: CustomStringConvertible {
  /// Modules that the workspace does not have, and modules with other sources or dependencies, sorted.
  private let gone: [String]
  private let changed: [String]

  private static let shown = 5

  package var isEmpty: Bool { gone.isEmpty && changed.isEmpty }

  /// Compares the packages of the workspace; checkouts are only in the recorded graph. If what was recorded is a workspace
  /// that merely depends on this one, its own packages are missing here.
  package init(_ recorded: ModuleGraph, _ current: ModuleGraph) {
    var keys = Set(current.packages.map(\.key))
    let dependencies = Set(recorded.packages.flatMap(\.dependencies).map(\.identity))
    let roots = recorded.packages.filter { !dependencies.contains($0.identity) }.map(\.key)
    if keys.isDisjoint(with: roots) { keys.formUnion(roots) }
    let own = Dictionary(current.modules.map { ($0.id, $0) }) { first, _ in first }
    let isNothingShared = !recorded.modules.contains { own[$0.id] != nil }
    let modules = recorded.modules.filter { isNothingShared || keys.contains($0.package) }
    gone = modules.filter { own[$0.id] == nil }.map(\.name)
    let local = Set(modules.map(\.id))
    func ends(_ graph: ModuleGraph) -> [ModuleID: Set<ModuleID>] {
      Dictionary(grouping: graph.dependencies.filter { local.contains($0.from) && local.contains($0.to) }, by: \.from)
        .mapValues { Set($0.map(\.to)) }
    }
    let (before, after) = (ends(recorded), ends(current))
    changed = modules.filter { module in
      guard let now = own[module.id] else { return false }
      return (now.lines, now.sources) != (module.lines, module.sources) || before[module.id] != after[module.id]
    }.map(\.name)
  }

  package var description: String {
    [(gone, "not here"), (changed, "with other sources or dependencies")].filter { !$0.0.isEmpty }.map { names, words in
      "\(names.listed(atMost: Self.shown)) \(words)"
    }.joined(separator: "; ")
  }
}

extension LoadedWorkspace {
  /// The source files of each module with what they import, as far as that was read.
  package var moduleFiles: [ModuleID: [ModuleFile]] {
    let folders = Dictionary(graph.modules.map { ($0.id, $0.path ?? "") }) { first, _ in first }
    var files: [ModuleID: [ModuleFile]] = [:]
    for (id, sources) in sources {
      let isKnown = imports.map { !$0.incomplete.contains(id) } ?? false
      var names: [String: Set<String>] = [:]
      for use in imports?.uses[id] ?? [] {
        if case .module(let name) = use.imported { names[use.location.file, default: []].insert(name) }
      }
      let folder = (folders[id] ?? "") + "/"
      files[id] = sources.map { source in
        ModuleFile(
          path: source.path.hasPrefix(folder) ? String(source.path.dropFirst(folder.count)) : source.path,
          lines: source.lines, imports: isKnown ? names[source.path] ?? [] : nil,
          names: interfaces?.modules[id]?.files[source.path]?.names.map(ModuleFile.Names.init))
      }
    }
    return files
  }
}
