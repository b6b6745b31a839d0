import BuildAnalysis
package import BuildRunner
package import Configuration
package import Documents
package import Foresight
package import ModuleGraph
import Reports
package import Workspace

/// Searches for leaks in a private copy: one build for each module.
package struct LeakSession {
  let workspace: WorkspaceRequest
  let build: BuildRequest
  let settings: BenchmarkSettings
  let loaded: LoadedWorkspace

  package init(
    workspace: WorkspaceRequest, build: BuildRequest, settings: BenchmarkSettings, loaded: LoadedWorkspace
  ) {
    (self.workspace, self.build, self.settings, self.loaded) = (workspace, build, settings, loaded)
  }

  /// - Parameters:
  ///   - hotspots: the modules that changed, in the order in which they are tried.
  ///   - limit: the maximum number of modules.
  /// - Returns: one for each module that has dependents and a Swift file to which a function can be added.
  package func leaks(of hotspots: Hotspots, limit: Int) async throws -> [PrivateChange] {
    let sites = sites(in: hotspots, limit: limit)
    guard !sites.isEmpty else { return [] }
    let toolchain = try Toolchain(at: workspace.toolchain)
    let swiftBuild = build.swiftBuild(swift: toolchain.swift, settings)
    let planned = try build.armSelection(loaded, swiftBuild).arm(named: nil)
    let request = MeasuringEnvironment.Request(
      loaded, workspace, output: workspace.cacheFolder(for: "leaks", of: loaded))
    if !workspace.isQuiet {
      Terminal.note(
        "searching for leaks by \(Figures.counted(sites.count, "build")) in a private copy, after a clean one")
    }
    defer { Terminal.live?.hide() }
    return try await MeasuringEnvironment.held(for: request.waiting(build.whileBusy)) { place in
      let recording = try await place.recording(
        of: swiftBuild, toolchain: toolchain, version: loaded.graph.environment?.toolchain)
      let search = LeakSearch(of: loaded, building: planned, with: swiftBuild, recording: recording, in: place) {
        module in
        let words =
          module.map { "building after a private change in \(Text.printable($0.name))" } ?? "a clean build first"
        Terminal.live?.show { String(words.prefix(max(0, Terminal.liveColumns - 1))) }
      }
      return try await Interruption.cancelling {
        try await search.trials(at: sites).map { PrivateChange($0, in: loaded.graph) }
      }
    }
  }

  /// What would be built. The parameters are those of ``leaks(of:limit:)``.
  package func plan(of hotspots: Hotspots, limit: Int) async throws -> PlannedBuilds {
    let names = sites(in: hotspots, limit: limit).map(\.module.name)
    guard !names.isEmpty else { return .none(because: "no changed module has dependents") }
    let swiftBuild = build.swiftBuild(swift: try Toolchain(at: workspace.toolchain).swift, settings)
    let planned = try build.armSelection(loaded, swiftBuild).arm(named: nil)
    return PlannedBuilds(
      builds: [
        "1 clean build of \(planned.arm.nameInSentence)",
        "\(Figures.counted(names.count, "build")) of it after a private change, in each of: \(names.joined(separator: ", "))",
      ],
      place: MeasuringEnvironment.Request(loaded, workspace, output: workspace.cacheFolder(for: "leaks", of: loaded))
        .folders
        .copy,
      expected: await planned.expectedDuration(of: loaded, by: swiftBuild), scope: PlannedBuilds.onlyClean)
  }

  private func sites(in hotspots: Hotspots, limit: Int) -> [ChangeSite] {
    Array(candidates(hotspots).lazy.compactMap { site(in: $0, hotspots) }.prefix(limit))
  }

  /// Changed modules with dependents, which a private change should not compile again.
  private func candidates(_ hotspots: Hotspots) -> [Module] {
    hotspots.nodes.flatMap { row -> [Module] in
      guard case .node(let node) = row.subject, row.again.modules > 1 else { return [] }
      return hotspots.graph.nodes[node].modules
    }.filter { $0.languages.contains("swift") && $0.kind == .regular }
  }

  /// The module's most changed file, or else the largest; `nil` if nothing can be added to any.
  private func site(in module: Module, _ hotspots: Hotspots) -> ChangeSite? {
    let place = Path.placeInRepository(of: loaded.rootPath) ?? ""
    let top = place.isEmpty ? loaded.rootPath : String(loaded.rootPath.dropLast(place.count + 1))
    let changed = hotspots.files.lazy.compactMap { row -> (path: String, changes: Int)? in
      guard case .file(let path, let owners) = row.subject, owners.contains(module.id), path.hasSuffix(".swift") else {
        return nil
      }
      return ("\(top)/\(path)", row.changes)
    }
    let most = changed.max { ($0.changes, $1.path) < ($1.changes, $0.path) }
    let named = most.flatMap { try? ChangeSite(of: module, in: loaded, for: [.private], named: [$0.path]) }
    return named ?? (try? ChangeSite(of: module, in: loaded, for: [.private], named: []))
  }
}

extension PrivateChange {
  /// What the build after a private change compiled again, and why.
  package init(_ trial: LeakSearch.Trial, in graph: ModuleGraph) {
    let modules = Timeline(trial.trace, graph: graph).modules
    let seconds = modules.map { ($0.module.name, Double($0.cpuMicroseconds) / 1e6) }
    self.init(
      of: trial.site.module, path: trial.site.path, remarks: DriverRemarks(log: trial.log),
      cpuSeconds: Dictionary(seconds, uniquingKeysWith: +),
      total: trial.trace.supervised.map { Double($0.userMicroseconds + $0.systemMicroseconds) / 1e6 })
  }
}
