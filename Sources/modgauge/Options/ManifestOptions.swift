import ArgumentParser
import Workspace

/// How manifests are read, and what they can see.
struct ManifestOptions: ParsableArguments {
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
      "Terminate the evaluation of a manifest that takes longer. Default: \(Self.usualTimeout).", valueName: "seconds")
  )
  var manifestTimeout: Int?

  private static let usualTimeout = 60

  @Flag(help: "Print on standard error how each manifest was read, and how long it took.")
  var showTimings = false

  var policy: ManifestPolicy {
    ManifestPolicy(readsLiterals: !evaluate, evaluates: !noEvaluate, caches: !noCache)
  }

  /// The timeout for one manifest, in seconds.
  var timeout: Int { manifestTimeout ?? Self.usualTimeout }

  /// The requested environment variables, without those that are not set.
  func environment(own: [String: String]) -> [String: String] {
    var variables: [String: String] = [:]
    for word in manifestEnv {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      variables[parts[0]] = parts.count == 2 ? parts[1] : own[parts[0]]
    }
    return variables
  }

  func validate() throws {
    if evaluate, noEvaluate { throw ValidationError("--evaluate and --no-evaluate cannot be combined.") }
    guard timeout > 0 else { throw ValidationError("--manifest-timeout must be 1 second or more.") }
    if let nameless = manifestEnv.first(where: { $0.isEmpty || $0.hasPrefix("=") }) {
      throw ValidationError("--manifest-env needs a name before the value: “\(nameless)”.")
    }
  }

  func show(_ workspace: LoadedWorkspace) {
    guard showTimings else { return }
    for package in workspace.packages {
      let reading = package.reading
      let obstacle = reading.obstacle.map { " (\($0))" } ?? ""
      let milliseconds = (reading.seconds * 10_000).rounded() / 10
      Terminal.note("\(package.key): \(reading.way.rawValue), \(milliseconds) ms\(obstacle)".visible)
    }
  }
}
