/// Counts what builds compile, and finds what prevents them on the system for which the graph was read.
package struct BuildSurvey {
  private let modules: [ModuleID: Module]
  private let xcodeProjects: Set<String>
  private let imports: [ModuleID: MissingImport]
  /// `nil` if the graph's system is not known.
  private let os: String?

  /// - Parameter imports: by module, an import that does not exist on the graph's system.
  package init(_ graph: ModuleGraph, imports: [ModuleID: MissingImport] = [:]) {
    modules = Dictionary(graph.modules.map { ($0.id, $0) }) { first, _ in first }
    xcodeProjects = Set(graph.packages.filter { $0.toolsVersion == nil }.map(\.key))
    self.imports = imports
    os = graph.environment?.os
  }

  /// What a build of the given modules compiles.
  package func part(_ ids: [ModuleID], estimatedSeconds: Double? = nil) -> FeatureShares.Part {
    let built = ids.compactMap { modules[$0] }
    let own = built.filter { !$0.kind.isOutside }
    let compiled = own.filter { ![.binary, .system].contains($0.kind) }
    return FeatureShares.Part(
      modules: compiled.count, sources: own.tally(of: \.sources), lines: own.tally(of: \.lines),
      externalProducts: built.count - own.count, estimatedSeconds: estimatedSeconds, obstacles: obstacles(to: own))
  }

  /// At most one of each kind, of the first module by id; of targets of Xcode projects, that of an app rather than of
  /// what it embeds.
  private func obstacles(to modules: [Module]) -> [BuildObstacle] {
    let targets = modules.filter { xcodeProjects.contains($0.package) }
    let xcode = (targets.first { $0.kind == .app } ?? targets.first).map { BuildObstacle.xcodeTarget($0.id) }
    let app = modules.first { $0.kind == .app && !xcodeProjects.contains($0.package) }
    let appPackage = app.map { BuildObstacle.appPackage($0.id) }
    guard let os, os != "macos" else { return [xcode, appPackage].compactMap(\.self) }
    let binary = modules.first { $0.kind == .binary && $0.path?.hasSuffix(".xcframework") == true }
    let missing = modules.first { imports[$0.id] != nil }
    return [
      xcode, appPackage, binary.map { .appleBinary($0.id, os: os) },
      missing.flatMap { module in imports[module.id].map { .missingImport(module.id, $0, os: os) } },
    ].compactMap(\.self)
  }
}

extension ModuleGraph {
  /// Whether a module is the app of a `.swiftpm` package, which SwiftPM does not build.
  package func isAppOfPackage(_ id: ModuleID) -> Bool {
    modules.contains { $0.id == id && $0.kind == .app }
      && packages.contains { $0.key == id.package && $0.toolsVersion != nil }
  }
}
