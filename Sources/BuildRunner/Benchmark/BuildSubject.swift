package import BuildAnalysis
import ModuleGraph
package import Workspace

/// What a benchmark builds.
package struct BuildSubject: Sendable {
  package let workspace: LoadedWorkspace
  package let arms: [PlannedArm]
  /// The places of changes, by the module's name in scenarios.
  let sites: [String: ChangeSite]
  /// The folder of the user's workspace, which has downloads; the same as the workspace's, except for a revision.
  private let home: String

  package init(
    workspace: LoadedWorkspace, arms: [PlannedArm], sites: [String: ChangeSite] = [:], home: String? = nil
  ) {
    self.workspace = workspace
    self.arms = arms
    self.sites = sites
    self.home = home ?? workspace.rootPath
  }

  /// Where the user's packages are, by key.
  var originals: [String: String] {
    let root = workspace.rootPath
    return Dictionary(
      uniqueKeysWithValues: workspace.packages.map { package in
        (package.key, package.path.hasPrefix(root) ? home + package.path.dropFirst(root.count) : package.path)
      })
  }

  /// The Xcode projects and workspaces, absolute, if `xcodebuild` builds them.
  var xcodeProjects: [String] {
    let built = arms.filter { $0.arm.builder == Arm.xcodeBuilder }.map { "\(workspace.rootPath)/\($0.package)" }
    return built.isEmpty ? [] : Set(workspace.xcodeProjects + built).sorted()
  }

  /// As in `6.3.1`; `nil` if it is not known.
  package var toolchainVersion: String? { workspace.graph.environment?.toolchain }

  /// A run with this plan on this machine, before its first build.
  package func run(_ plan: Run.Plan) async -> Run {
    Run(
      started: Moment.now, environment: .current(compiler: "Swift \(toolchainVersion ?? "")"),
      workspace: await .current(workspace), plan: plan, arms: arms.map(\.arm))
  }
}

extension BuildSubject {
  /// Prepares the files of a copy that will be changed.
  func sources(
    in copy: PrivateCopy, changedBy scenarios: [Scenario]
  ) throws -> [String: CopiedSource] {
    var sources: [String: CopiedSource] = [:]
    for (name, site) in sites.sorted(by: { $0.key < $1.key }) {
      sources[name] = try site.source(
        of: workspace, in: copy, changes: Set(scenarios.compactMap { $0.change(in: name) }), named: name)
    }
    return sources
  }
}

extension ChangeSite {
  /// The file in a copy of the workspace.
  /// - Parameter name: the module's, for errors.
  /// - Throws: `ScenarioError.moduleNotBuilt` if the copy does not contain its package; `BenchmarkError`.
  func source(
    of workspace: LoadedWorkspace, in copy: PrivateCopy, changes: Set<SourceChange>, named name: String
  ) throws -> CopiedSource {
    let file: String
    if let package = workspace.package(module.package) {
      guard let place = copy.packagePaths[package.key] else { throw ScenarioError.moduleNotBuilt(name) }
      file = place + Path.normalized(workspace.rootPath + "/" + path).dropFirst(package.path.count)
    } else {
      file = Path.normalized("\(copy.root)/\(path)")
    }
    return try CopiedSource(path: file, in: copy.path, probe: probe, changes: changes)
  }
}
