import BuildRunner
import Platform
import Reports
import RunHistory
import Services
import Workspace

/// The folders that modgauge keeps.
extension Examination {
  /// Caches above this size are worth a word.
  private static let largeCache = 5 * Check.gibibyte

  func storage() -> [Check] { [cacheFolder, runs] + histories }

  private var cacheFolder: Check {
    if !Self.canWrite(cache) {
      return Check("cache", .error, "\(cache) cannot be written to", advice: "Name another folder with --cache-dir.")
    }
    guard Path.isFolder(cache) else { return Check("cache", "\(cache) is not made yet") }
    let bytes = Self.bytes(below: cache)
    guard bytes > Self.largeCache else { return Check("cache", cache, bytes: bytes) }
    return Check("cache", .warning, "\(cache) is large", advice: "modgauge doctor --prune removes it.", bytes: bytes)
  }

  private var runs: Check {
    let folder = StateFolder.platformDefault() + "/runs"
    if !Self.canWrite(folder) {
      return Check(
        "runs", .error, "\(folder) cannot be written to",
        advice: "Name another folder in XDG_STATE_HOME, or for a run with --output.")
    }
    let workspaces = Self.entries(of: folder)
    let count = workspaces.reduce(0) { $0 + Self.entries(of: "\(folder)/\($1)").count }
    let finding = "\(Figures.counted(count, "run")) of \(Figures.counted(workspaces.count, "workspace")) in \(folder)"
    return Check("runs", finding, bytes: Self.bytes(below: folder))
  }

  /// The workspace's own history, and those in the state folder.
  private var histories: [Check] {
    let folder = StateFolder.platformDefault() + "/history"
    var paths = Self.entries(of: folder).filter { $0.hasSuffix(".sqlite") }.map { "\(folder)/\($0)" }
    do {
      let root = WorkspaceLocation.folder(of: packagePath) ?? packagePath
      let own = try HistoryFile(
        named: nil, configuration: LoadedConfiguration(named: config, of: packagePath), root: root
      ).path
      if Path.isFile(own), !paths.contains(own) { paths.append(own) }
    } catch {
      return [Check("configuration", .error, "\(error)", advice: "Correct it, or name another file with --config.")]
    }
    let failures = paths.compactMap { path -> Check? in
      do {
        try RunHistory(at: path, creates: false).check()
        return nil
      } catch {
        return Check(
          "history", .error, "\(error)",
          advice: "The runs themselves are kept: `modgauge history import` reads their folders.")
      }
    }
    let bytes = paths.reduce(0) { $0 + ((try? FileStatus(of: $1))?.bytes ?? 0) }
    let whole = paths.count - failures.count
    return failures + [Check("history", "\(Figures.counted(whole, "history", "histories")) in order", bytes: bytes)]
  }

  /// Whether files can be made in a folder, or the folder itself where it is missing.
  private static func canWrite(_ folder: String) -> Bool {
    FileSystem.allows([.write, .execute], to: existing(folder))
  }

  private static func entries(of folder: String) -> [String] {
    ((try? FolderListing.entries(of: folder)) ?? []).map(\.name).sorted()
  }

  /// The size of all files below a folder; links are not followed.
  static func bytes(below folder: String) -> Int {
    var (bytes, folders) = (0, [folder])
    while let folder = folders.popLast() {
      for name in entries(of: folder) {
        guard let status = try? FileStatus(of: "\(folder)/\(name)", followsLast: false) else { continue }
        if status.kind == .folder { folders.append("\(folder)/\(name)") } else { bytes += status.bytes }
      }
    }
    return bytes
  }
}

/// Removes what is in the cache folder, which is made again when it is needed.
struct CachePruning {
  /// Absolute.
  let cache: String

  /// What other runs of modgauge may be using: the last one that does so clears it.
  private static let kept: Set<String> = [OwnFolder.markName, "tmp", "tmp.lock", "machine.lock"]

  /// - Throws: `BenchmarkError` while builds are measured here, `ServiceError` for the first that cannot be removed.
  func run(isQuiet: Bool) async throws {
    guard OwnFolder.isMarked(cache) else { return }
    let before = Examination.bytes(below: cache)
    let folders = BenchmarkFolders(cache: cache, workspaceRoot: "/", output: cache)
    let lock = try await MachineLock(
      holder: "process \(CurrentProcess.id), which removes caches", path: folders.lockFile())
    try await folders.clearLeftovers()
    for name in try FolderListing.entries(of: cache).map(\.name).sorted() where !Self.kept.contains(name) {
      do { try OwnFolder.remove("\(cache)/\(name)") } catch {
        throw ServiceError("Cannot remove `\("\(cache)/\(name)".visible)`: \(error.reason).")
      }
    }
    _ = consume lock
    let freed = max(0, before - Examination.bytes(below: cache))
    if !isQuiet { Terminal.note("removed caches: \(Figures.count(freed >> 20)) MiB in \(cache.visible)") }
  }
}
