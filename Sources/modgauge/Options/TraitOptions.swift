import ArgumentParser
import ModuleGraph
import Workspace

/// The traits of the root packages, as in SwiftPM's options.
struct TraitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Enable only these traits; default stands for the default ones.", valueName: "a,b"))
  var traits: String?

  @Flag(help: "Enable all traits.")
  var enableAllTraits = false

  @Flag(help: "Enable no trait.")
  var disableDefaultTraits = false

  func validate() throws {
    if [traits != nil, enableAllTraits, disableDefaultTraits].filter({ $0 }).count > 1 {
      throw ValidationError("--traits, --enable-all-traits and --disable-default-traits cannot be combined.")
    }
  }

  /// `nil` without such options: conditions on traits are then shown as conditions.
  var selection: TraitSelection? {
    if enableAllTraits { return .all }
    if disableDefaultTraits { return TraitSelection.none }
    return traits.map { .named($0.split(separator: ",").map(String.init)) }
  }

  /// The same traits as arguments for `swift build`.
  var buildArguments: [String] {
    (traits.map { ["--traits", $0] } ?? []) + (enableAllTraits ? ["--enable-all-traits"] : [])
      + (disableDefaultTraits ? ["--disable-default-traits"] : [])
  }

  /// The workspace's graph with conditions on traits, and on a platform, applied.
  /// - Parameter isBuilt: whether it is that of a build, which has the default traits without such options.
  /// - Throws: `UnknownName`.
  func graph(of workspace: LoadedWorkspace, platform: String?, isBuilt: Bool = false) throws -> ModuleGraph {
    let selection = selection ?? (isBuilt ? .defaults : nil)
    guard selection != nil || platform != nil else { return workspace.graph }
    let platforms = workspace.graph.platforms
    if let platform, !platforms.contains(platform) {
      let nearest = platforms.nearest(to: platform)
      let list = nearest.isEmpty ? ". Conditions name: " + platforms.sorted().joined(separator: ", ") : ""
      throw UnknownName(problem: "There is no platform “\(platform)”" + list, nearest: nearest)
    }
    if case .named(let names)? = selection {
      let known = Set(workspace.packages.flatMap { $0.manifest.traits.map(\.name) } + ["default", "defaults"])
      if let unknown = names.first(where: { !known.contains($0) }) {
        throw UnknownName(
          problem: "No package of the workspace has a trait “\(unknown)”",
          nearest: known.subtracting(["defaults"]).nearest(to: unknown))
      }
    }
    return workspace.graph.applyingConditions(
      platform: platform, traits: selection.map { workspace.enabledTraits($0) })
  }
}

/// An unknown trait or platform.
private struct UnknownName: Error, CustomStringConvertible {
  let problem: String
  let nearest: [String]

  var description: String { "\(problem).\(nearest.suggestion)" }
}
