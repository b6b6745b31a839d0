import ArgumentParser
import Reports
import Workspace

struct PackagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "packages", _superCommandName: Program.name,
    abstract: "Lists the packages, and how their manifests were read.",
    discussion: """
      literal: read directly, since its meaning is certain; cached: SwiftPM's earlier answer to the same \
      manifest in the same environment; evaluated: read by SwiftPM.
      """)

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions

  @OptionGroup var result: ResultOptions<PackageList>

  func run() async throws {
    let places = try result.destinations(named: "packages")
    let loaded = try await workspace.request.load()
    try result.deliver(PackageList(loaded), to: places)
    try workspace.request.finish(loaded.graph)
  }
}

extension PackageList {
  fileprivate init(_ workspace: LoadedWorkspace) {
    let modules = Dictionary(grouping: workspace.graph.modules.filter { !$0.kind.isOutside }, by: \.package)
    let readings = Dictionary(workspace.packages.map { ($0.key, $0.reading) }, uniquingKeysWith: { first, _ in first })
    // A package with dangling dependencies was read nevertheless.
    let failures = Dictionary(grouping: workspace.graph.failures, by: \.package)
    let rows = workspace.graph.packages.map { package in
      Row(
        key: package.key, path: package.path, toolsVersion: package.toolsVersion,
        read: readings[package.key]?.way.rawValue,
        seconds: readings[package.key]?.seconds, modules: modules[package.key] ?? [],
        failure: failures[package.path]?.first?.message)
    }
    let read = Set(workspace.graph.packages.map(\.path))
    let failed = workspace.graph.failures.filter { !read.contains($0.package) }.map { failure in
      Row(
        key: failure.package, path: failure.path, toolsVersion: nil, read: nil, seconds: nil, modules: [],
        failure: failure.message)
    }
    self.init(packages: rows + failed, warnings: workspace.graph.warnings)
  }
}
