package import BuildAnalysis
import ModuleGraph
import Platform
import Workspace

/// The folders of a benchmark: its copy and scratch folders are in the cache folder, its results elsewhere.
package struct BenchmarkFolders: Sendable {
  let cache: String
  /// The folder for all workspaces.
  private let all: String
  /// The folder for this workspace, within the cache folder.
  package let work: String
  /// Where the run and its reports are written.
  package private(set) var output: String
  /// Folders without files of the user, even if they are within the workspace.
  let own: [String]
  /// The folder of one arm, if arms are built at once.
  private var place: String

  /// - Parameters:
  ///   - cache: the tool's cache folder, absolute.
  ///   - output: absolute.
  package init(cache: String, workspaceRoot: String, output: String) {
    self.cache = cache
    all = "\(cache)/benchmarks"
    work = "\(all)/\(Self.key(workspaceRoot))"
    self.output = output
    own = [cache, output]
    place = work
  }

  /// The same folders, with a copy and measurement files for one arm alone.
  /// - Parameter number: the arm's index. All names have the same length, so that builds do not differ in anything
  ///   else.
  func apart(_ number: Int) -> BenchmarkFolders {
    var other = self
    let digits = String(number)
    other.place = "\(Self.arms(in: work))/" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    return other
  }

  package var copy: String { Self.copy(in: place) }
  var temporary: String { Self.temporary(in: work) }
  /// The file for the recorder's measurement.
  var measurement: String { place + "/measurement.json" }
  /// The trace of the current build.
  package var trace: String { place + "/trace.jsonl" }
  var scratchFolder: String { Self.scratchFolder(in: work) }

  private static func arms(in work: String) -> String { work + "/arms" }
  private static func copy(in work: String) -> String { work + "/copy" }
  private static func temporary(in work: String) -> String { TemporaryFolderPath.path(for: work + "/tmp") }
  private static func revisions(in work: String) -> String { work + "/revisions" }
  private static func aside(in work: String) -> String { work + "/aside" }
  static func setAside(in work: String) -> String { work + "/set-aside" }
  private static func scratchFolder(in work: String) -> String { work + "/scratch" }
  private static let logFolder = "logs"
  private static let traceFolder = "traces"

  /// A folder's name and a hash of its path: readable, and unique for each workspace.
  package static func key(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? "root"
    return name.fileName + "-" + String(path.stableHash, radix: 16)
  }

  /// The same with a separate results folder within the original one, for a session that confirms another.
  /// - Throws: `BenchmarkError.fileSystem`.
  package func confirmation() throws(BenchmarkError) -> BenchmarkFolders {
    var other = self
    other.output = output + "/" + Self.confirmationFolder
    try other.makeAgain()
    return other
  }

  /// Creates the folders for another session, after the previous one has tidied up.
  package func makeAgain() throws(BenchmarkError) {
    for folder in [work, temporary, output, "\(output)/\(Self.logFolder)"] { try FileTree.makeFolder(folder) }
  }

  package static let confirmationFolder = "confirmation"

  /// The checkout of a revision, which is read and copied. It exists until the session that copied it has ended.
  package func revision(_ side: Arm.Side) -> String { Self.revisions(in: work) + "/" + side.rawValue }

  /// The compiled files of a module, set aside while it is built again.
  var aside: String { Self.aside(in: place) }

  /// The scratch folder of an arm.
  /// - Parameters:
  ///   - name: `PlannedArm.scratchName`.
  ///   - isWarm: selects the folder for builds on top of earlier ones, instead of the one for clean builds.
  func scratch(_ name: String, isWarm: Bool = false) -> Scratch {
    Scratch(path: "\(scratchFolder)/\(name.fileName)\(isWarm ? Self.warmSuffix : "")")
  }

  /// The scratch folder for the tests of an arm that a package contains.
  /// - Parameter package: the package's key.
  func scratch(_ name: String, testing package: String) -> Scratch {
    Scratch(path: "\(scratchFolder)/\(Self.testFolder(name, package))")
  }

  private static let warmSuffix = "+warm"

  private static func testFolder(_ arm: String, _ package: String) -> String {
    arm.fileName + "+tests+" + package.fileName
  }

  /// A build's log: its path, and its name in the run, relative to the run's folder.
  /// - Parameter session: absent for the first.
  func log(_ build: Agenda.Build, session: Int?) -> (path: String, name: String) {
    let name = Self.name(of: build, session: session)
    return ("\(output)/\(Self.logFolder)/\(name).log", "\(Self.logFolder)/\(name).log")
  }

  /// Keeps the trace of the last build beside the run.
  /// - Returns: its path relative to the run's folder.
  func keepTrace(of build: Agenda.Build, session: Int?) throws(BenchmarkError) -> String {
    try FileTree.makeFolder("\(output)/\(Self.traceFolder)")
    let name = "\(Self.traceFolder)/\(Self.name(of: build, session: session)).jsonl"
    try FileTree.copy(trace, to: "\(output)/\(name)")
    return name
  }

  /// A unique name for each build of a run: each session has its own warm-ups, and rounds may be repeated.
  private static func name(of build: Agenda.Build, session: Int?) -> String {
    let scenario =
      build.what.scenario == .clean
      ? "" : "-" + build.what.scenario.rawValue.split(separator: ":").joined(separator: "-")
    let warmup = "warmup" + (session.map { "-\($0)" } ?? "")
    return "\((build.what.arm + scenario).fileName)-\(build.isWarmup ? warmup : "\(build.round)")"
      + (build.attempt.map { "-attempt-\($0)" } ?? "")
  }

  /// Checks that the results would not be written among a package's own files.
  /// - Throws: `BenchmarkError.outputIsPackage`.
  func checkOutput(besides packages: [String]) throws(BenchmarkError) {
    let folder = Path.canonical(output) ?? output
    if packages.contains(folder) { throw .outputIsPackage(folder) }
  }

  /// The longest path that SQLite can open, which builds use for their state, minus the longest path below the cache
  /// folder.
  private static let longestCache = 511 - 300

  /// The file whose lock a benchmark here holds: the machine's; in tests, a given one, or one in the cache folder, which
  /// is made.
  package func lockFile() throws(BenchmarkError) -> String {
    guard let test = CurrentProcess.variable(MachineLock.testVariable) else { return MachineLock.path }
    if test.hasPrefix("/") { return test }
    try makeCache()
    return cache + "/machine.lock"
  }

  /// Checks before the first build whether all folders are writable, and creates them.
  func makeAll() throws(BenchmarkError) {
    if cache.utf8.count > Self.longestCache {
      throw .cacheUnusable(path: cache, reason: "its path is too long for builds: over \(Self.longestCache) bytes")
    }
    try makeCache()
    do throws(BenchmarkError) { try FileTree.makeFolder(work) } catch {
      guard case .fileSystem(_, let path, let reason) = error else { throw error }
      throw .cacheUnusable(path: path, reason: reason)
    }
    guard OwnFolder.holds(work) else {
      throw .cacheUnusable(path: work, reason: "a symbolic link in the cache folder leads there")
    }
    for folder in [work, temporary, output, "\(output)/\(Self.logFolder)"] {
      try FileTree.makeFolder(folder)
      try FileTree.doing("write into", folder) { try WholeFile.check("\(folder)/.modgauge-probe") }
    }
  }

  private func makeCache() throws(BenchmarkError) {
    do throws(FileFailure) { try CacheFolder.make(cache) } catch {
      throw .cacheUnusable(path: cache, reason: error.reason)
    }
  }

  /// Makes the arms' scratch folders, and removes those of arms that are no longer built.
  /// - Parameters:
  ///   - arms: the names of their folders.
  ///   - warmArms: those that also have builds that are not clean; nothing is built there yet.
  ///   - testedPackages: for each arm whose tests are built, the folder's name and the key of a package that contains
  ///     some of them.
  func prepare(
    arms: [String], warmArms: Set<String> = [], testedPackages: [(arm: String, package: String)] = []
  ) throws(BenchmarkError) {
    try FileTree.makeFolder(scratchFolder)
    let wanted = Set(
      arms.map(\.fileName) + warmArms.map { $0.fileName + Self.warmSuffix }
        + testedPackages.map { Self.testFolder($0.arm, $0.package) })
    for name in try FileTree.folders(in: scratchFolder) where !wanted.contains(name) {
      try FileTree.remove("\(scratchFolder)/\(name)")
    }
    for name in wanted { try FileTree.makeFolder("\(scratchFolder)/\(name)") }
    for arm in warmArms { try scratch(arm, isWarm: true).clean() }
  }

  /// Removes the results of clean builds; those on which other builds continue stay.
  func cleanScratches() throws(BenchmarkError) {
    for name in try FileTree.folders(in: scratchFolder) where !name.hasSuffix(Self.warmSuffix) {
      try Scratch(path: "\(scratchFolder)/\(name)").clean()
    }
  }

  /// Distinguishes a full disk from a build failure, for which the arm itself would be responsible.
  /// - Throws: `BenchmarkError.diskFull`.
  func checkSpace(log: String) throws(BenchmarkError) {
    let words = (try? FileTree.read(log)) ?? []
    let isFull = String(decoding: words.suffix(1 << 16), as: UTF8.self).contains("No space left on device")
    if isFull { throw .diskFull(path: work) }
  }

  /// Frees the disk space that builds used, except for checkouts, which the next benchmark uses again.
  package func tidy() throws(BenchmarkError) {
    try Self.tidy(work)
    let logs = "\(output)/\(Self.logFolder)"
    if (try? FileTree.names(in: logs))?.isEmpty == true { try FileTree.removeOne(logs) }
  }

  /// Ends processes and removes files that killed benchmarks of any workspace have left, and old shadow toolchains.
  ///
  /// The caller must hold the machine's lock: then everything that is active in these folders is left over.
  package func clearLeftovers() async throws {
    for name in OwnFolder.holds(all) ? try FileTree.folders(in: all) : [] {
      try await LeftoverProcesses(temporaryFolder: Self.temporary(in: "\(all)/\(name)")).end()
      try Self.tidy("\(all)/\(name)")
    }
    ShadowToolchain.prune(in: cache)
  }

  private static func tidy(_ work: String) throws(BenchmarkError) {
    let scratches = scratchFolder(in: work)
    for name in try FileTree.folders(in: scratches) { try Scratch(path: "\(scratches)/\(name)").clean() }
    let made = [
      copy(in: work), temporary(in: work), aside(in: work), arms(in: work), revisions(in: work), setAside(in: work),
    ]
    for folder in made { try FileTree.remove(folder) }
  }
}
