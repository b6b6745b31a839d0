package import ModuleGraph
package import Reports
package import Workspace

extension RolesReport {
  /// - Parameters:
  ///   - graph: the workspace's, to which the conditions of the builds in question are applied.
  ///   - estimate: `nil` without a recorded build.
  /// - Throws: `RoleError`.
  package init(
    on loaded: LoadedWorkspace, as graph: ModuleGraph, settings: RoleSettings, estimate: RecordedEstimate? = nil
  ) throws {
    let roles = try Roles(graph, settings: settings, unreadProject: loaded.unreadProject)
    try roles.checkComparable(in: graph)
    let shares = FeatureShares(
      roles, in: graph, imports: loaded.missingImports, estimates: estimate?.estimates(in: graph) ?? .init())
    self.init(shares, of: loaded.name, in: graph, estimate: estimate?.source, owners: loaded.owners)
  }
}

extension LoadedWorkspace {
  /// The platform of builds: an Xcode app is built for another one than this machine's.
  package var platformOfApps: String? { graph.modules.contains { $0.kind == .app } ? nil : graph.environment?.os }

  /// By module, an import of something that exists only on Apple's platforms; empty there.
  package var missingImports: [ModuleID: MissingImport] {
    graph.environment?.os == "macos" ? [:] : appleImports(of: Set(graph.modules.map(\.id)))
  }
}
