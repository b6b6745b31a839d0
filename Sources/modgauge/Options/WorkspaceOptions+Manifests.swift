import ModuleGraph
import Workspace

/// How manifests are read, and what they can see.
extension WorkspaceOptions {
  static let usualManifestTimeout = 60

  var manifestPolicy: ManifestPolicy {
    ManifestPolicy(readsLiterals: !evaluate, evaluates: !noEvaluate, caches: !noCache)
  }

  /// The timeout for one manifest, in seconds.
  var manifestTimeoutSeconds: Int { manifestTimeout ?? Self.usualManifestTimeout }

  /// The requested environment variables, without those that are not set.
  var manifestEnvironment: [String: String] {
    var variables: [String: String] = [:]
    for word in manifestEnv {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      variables[parts[0]] = parts.count == 2 ? parts[1] : OwnEnvironment.variables[parts[0]]
    }
    return variables
  }

  /// Prints how each manifest was read, if that was requested.
  func showTimings(of workspace: LoadedWorkspace) {
    guard showTimings else { return }
    for package in workspace.packages {
      let reading = package.reading
      let obstacle = reading.obstacle.map { " (\($0))" } ?? ""
      let milliseconds = (reading.seconds * 10_000).rounded() / 10
      Terminal.note("\(package.key): \(reading.way.rawValue), \(milliseconds) ms\(obstacle)".visible)
    }
  }
}
