import ArgumentParser
import Documents
import ModuleGraph
import Services
import Workspace

/// The workspace, the toolchain to read it with, and how its manifests are read.
///
/// One group, since the parser looks up four conformances for each.
struct WorkspaceOptions: ParsableArguments {
  // No default values of options: the parser would look up how to describe their type at each start.
  @Option(
    name: .customLong("package-path"),
    help: ArgumentHelp(
      "A package, a folder of packages, an .xcworkspace or an .xcodeproj. Default: the current folder.",
      valueName: "folder"))
  private var namedPackagePath: String?

  var packagePath: String { namedPackagePath ?? "." }
  var isPackagePathStated: Bool { namedPackagePath != nil }
  mutating func namePackagePath(_ path: String) { namedPackagePath = path }

  /// The name of the folder, Xcode workspace or project, for titles.
  var name: String {
    let path = Path.canonical(packagePath) ?? packagePath
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return [".xcworkspace", ".xcodeproj"].first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
  }

  @Flag(help: "Load every package below the folder, not only the one there and what it depends on.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "The configuration. Default: the .modgauge.yml in the package's folder or above it.", valueName: "file"))
  var config: String?

  @Option(help: ArgumentHelp("The toolchain to use, instead of the `swift` in PATH.", valueName: "folder"))
  var toolchain: String?

  @Option(
    name: .customLong("cache-dir"),
    help: ArgumentHelp(
      "Where caches and private copies go. Default: \(CacheFolder.platformDefault()).", valueName: "folder"))
  private var namedCacheDir: String?

  var cacheDir: String { CacheFolder.own(for: namedCacheDir ?? CacheFolder.platformDefault()) }

  // Not one flag with several cases, whose names and texts the parser would look up at each start.
  @Flag(help: "Let SwiftPM evaluate every manifest, even literal ones.")
  var evaluate = false

  @Flag(help: "Run no manifest: read only literal ones, and report what is missing.")
  var noEvaluate = false

  @Flag(help: "Neither use nor fill the cache of evaluated manifests.")
  var noCache = false

  @Flag(help: "Show the rest if a manifest fails; the exit code is still 2.")
  var keepGoing = false

  @Option(
    help: ArgumentHelp(
      "An environment variable for manifests; without a value, its current one is passed. May be repeated.",
      valueName: "name[=value]"))
  var manifestEnv: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Terminate the evaluation of a manifest that takes longer. Default: \(Self.usualManifestTimeout).",
      valueName: "seconds")
  )
  var manifestTimeout: Int?

  @Flag(help: "Print on standard error how each manifest was read, and how long it took.")
  var showTimings = false

  @Flag(name: .shortAndLong, help: "Print no progress and no warnings.")
  var quiet = false

  private static let usualManifestTimeout = WorkspaceRequest().manifestTimeoutSeconds
  private var manifestTimeoutSeconds: Int { manifestTimeout ?? Self.usualManifestTimeout }

  func validate() throws {
    if evaluate, noEvaluate { throw ValidationError("--evaluate and --no-evaluate cannot be combined.") }
    guard manifestTimeoutSeconds > 0 else { throw ValidationError("--manifest-timeout must be 1 second or more.") }
    if let nameless = manifestEnv.first(where: { $0.isEmpty || $0.hasPrefix("=") }) {
      throw ValidationError("--manifest-env needs a name before the value: “\(nameless)”.")
    }
  }

  var request: WorkspaceRequest {
    var request = WorkspaceRequest()
    (request.path, request.includesAll) = (packagePath, all)
    (request.configuration, request.toolchain, request.cacheFolder) = (config, toolchain, namedCacheDir)
    (request.evaluatesAll, request.evaluatesNone, request.usesCache) = (evaluate, noEvaluate, !noCache)
    (request.keepsGoing, request.manifestVariables) = (keepGoing, manifestEnv)
    request.manifestTimeoutSeconds = manifestTimeoutSeconds
    (request.showsTimings, request.isQuiet) = (showTimings, quiet)
    return request
  }
}

extension WorkspaceOptions {
  /// The word that stands for the newest recorded build.
  static let latest = "latest"

  /// What the help of an option says of it.
  static let latestHelp = "`\(latest)` is the newest of `modgauge record`."

  /// The path of a recorded build.
  /// - Throws: `RecordedStructures.RecordingError` if the newest one is meant, and there is none.
  func recording(named word: String) throws -> String {
    guard word == Self.latest, !Path.isFile(word), !Path.isFolder(word) else { return word }
    guard let root = WorkspaceLocation.folder(of: packagePath), let newest = FormerRuns(of: root).newestRecording else {
      throw RecordedStructures.RecordingError.noRecording
    }
    return newest
  }
}
