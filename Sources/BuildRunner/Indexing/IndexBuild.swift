package import ModuleGraph
package import Workspace

/// Builds a module with an index in a private copy of the workspace.
package struct IndexBuild: Sendable {
  private let workspace: LoadedWorkspace
  private let swiftBuild: SwiftBuild
  private let place: MeasuringEnvironment

  /// The location of a build's index, which exists until the folders are used again.
  package struct Outcome: Sendable {
    /// The scratch folder of the build.
    package let scratch: String
    /// The folder in which the package was built, and the folder that it is a copy of.
    package let copy: String
    package let original: String
  }

  package struct Failure: Error, CustomStringConvertible {
    let module: String
    let reason: String
    let log: String

    package var description: String {
      "\(module) could not be built for its index: \(reason). The output of the build is in `\(log)`."
    }
  }

  package init(of workspace: LoadedWorkspace, with swiftBuild: SwiftBuild, in place: MeasuringEnvironment) {
    (self.workspace, self.swiftBuild, self.place) = (workspace, swiftBuild, place)
  }

  /// Builds a module and what it depends on.
  /// - Throws: `Failure`, `BenchmarkError`, `SubprocessError`, `CancellationError`.
  package func build(_ module: Module, timeoutSeconds: Int = 3600) async throws -> Outcome {
    guard let package = workspace.package(module.package) else {
      throw Failure(module: module.name, reason: "it belongs to no package", log: "")
    }
    let copy = try await PrivateCopy(of: workspace, at: place.folders.copy, leavingOut: place.folders.own)
    try place.folders.prepare(arms: [package.key])
    let scratch = place.folders.scratch(package.key)
    try ResolvedDependencies(of: workspace).provide(scratch, for: package.key, resolvedIn: copy)
    let folder = copy.packagePaths[package.key] ?? copy.path
    let command =
      swiftBuild.command(package: folder, scratch: scratch.path, product: nil, module: module.name, mayResolve: true)
      + ["--enable-index-store"]
    if let words = try await place.failure(of: command, in: copy, timeoutSeconds: timeoutSeconds) {
      throw Failure(module: module.name, reason: words, log: place.log)
    }
    return Outcome(scratch: scratch.path, copy: folder, original: package.path)
  }
}
