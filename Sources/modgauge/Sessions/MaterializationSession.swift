import BuildAnalysis
import BuildRunner
import ModuleGraph
import Reports
import Synthesis
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a proposed structure as a workspace that builds: with the real sources where only manifests change, else with
/// synthesized ones.
struct MaterializationSession {
  /// Absolute; new or empty.
  let folder: String
  let workspace: WorkspaceOptions
  let manifests: ManifestOptions

  /// - Throws: `Occupied` unless the folder is new or empty.
  func check() throws {
    do throws(ResultFiles.Failure) { try ResultFiles.write([], below: folder, mayReplace: false) } catch {
      throw Occupied(path: folder)
    }
  }

  private struct Occupied: Error, CustomStringConvertible {
    let path: String

    var description: String { "`\(path.visible)` is not an empty folder. Name a new one with --materialize." }
  }

  func write(_ forecast: Forecast, of loaded: LoadedWorkspace) async throws -> Materialization {
    // The recording of a build may lie between the first check and this.
    try check()
    do {
      let changes = try ManifestChanges(forecast.proposal, of: loaded)
      let place = try await Interruption.cancelling { try await writeSources(changes, of: loaded) }
      return Materialization(
        folder: place, method: .sources,
        reason: changes.count == 0
          ? "The proposal changes neither sources nor manifests."
          : "Only manifests change (\(Figures.counted(changes.count, "dependency", "dependencies"))).")
    } catch let obstacle as TrialManifest.Obstacle {
      try empty()
      let description = WorkspaceDescription(of: forecast, named: loaded.name)
      let files = try synthesize(description)
      try ResultFiles.write(files.map { ($0.path, $0.bytes) }, below: folder, mayReplace: false)
      return Materialization(
        folder: folder, method: .synthesized, reason: "The real sources would not build: \(obstacle.reason).")
    }
  }

  /// Removes what was copied into the folder, not the folder itself, which may be a link or be there before.
  private func empty() throws {
    guard FileManager.default.fileExists(atPath: folder) else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  /// - Returns: the folder of the package at the root.
  /// - Throws: `TrialManifest.Obstacle` where a manifest cannot be changed so.
  private func writeSources(_ changes: ManifestChanges, of loaded: LoadedWorkspace) async throws -> String {
    let cache = Path.absolute(workspace.cacheDir)
    let copy = try await PrivateCopy(of: loaded, at: folder, leavingOut: [cache, folder])
    let loader = try workspace.loader(workspace.configuration(), reading: manifests)
    for key in changes.packages {
      guard let package = loaded.package(key), let path = copy.packagePaths[key] else { continue }
      let manifest = try await TrialManifest(
        of: package, in: path, loader: loader, os: loaded.graph.environment?.os ?? "")
      try await manifest.write(
        without: changes.removed[key] ?? [], with: changes.added[key] ?? [], in: loaded)
    }
    return loaded.root.flatMap { copy.packagePaths[$0.key] } ?? copy.path
  }
}

/// The dependencies that a proposal of nothing else removes and adds, by package.
private struct ManifestChanges {
  private(set) var removed: [String: [[Dependency]]] = [:]
  private(set) var added: [String: [Dependency]] = [:]

  var packages: [String] { Set(removed.keys).union(added.keys).sorted() }
  var count: Int { removed.values.reduce(0) { $0 + $1.count } + added.values.reduce(0) { $0 + $1.count } }

  /// - Throws: `TrialManifest.Obstacle` where the real sources would not do.
  init(_ proposal: Proposal, of loaded: LoadedWorkspace) throws(TrialManifest.Obstacle) {
    let unused = Set(
      loaded.imports.map { ImportFindings(of: loaded.graph, imports: $0).unused.flatMap(\.dependencies) } ?? [])
    for change in proposal.changes {
      switch change {
      case .cut(let from, let to):
        let cut = loaded.graph.dependencies.filter { $0.from.isNamed(from) && $0.to.isNamed(to) }
        guard let first = cut.first else { throw TrialManifest.Obstacle(reason: "no manifest states \(from) → \(to)") }
        guard unused.isSuperset(of: cut) else {
          throw TrialManifest.Obstacle(reason: "\(from) imports \(to), or may need it in another way")
        }
        removed[first.from.package, default: []].append(cut)
      case .add(let from, let to):
        let ends = [from, to].map { word in loaded.graph.modules.first { $0.id.isNamed(word) }?.id }
        guard let dependent = ends[0], let dependency = ends[1] else {
          throw TrialManifest.Obstacle(reason: "\(ends[0] == nil ? from : to) is no module of the workspace")
        }
        added[dependent.package, default: []].append(Dependency(from: dependent, to: dependency))
      case .cores, .jobs, .unblock: break
      case .cost, .interface, .merge, .move, .remove, .split:
        throw TrialManifest.Obstacle(reason: "“\(change)” needs other sources")
      }
    }
  }
}

extension ModuleID {
  fileprivate func isNamed(_ word: String) -> Bool { name == word || description == word }
}

private typealias GraphModule = Module

extension WorkspaceDescription {
  /// A workspace whose modules depend on one another as predicted, and have so many lines that each costs about as much
  /// as predicted.
  fileprivate init(of forecast: Forecast, named name: String) {
    let compiled = forecast.graphAfter.modules.filter { forecast.cpuSecondsByModule[$0.id] != nil }
    var names: [ModuleID: String] = [:]
    var taken: Set<String> = []
    for module in compiled {
      var name = GraphModule.compiledName(module.name)
      if Self.fault(of: name) != nil { name = "M" + name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }
      while !taken.insert(name.lowercased()).inserted { name += "2" }
      names[module.id] = name
    }
    let programs = Set(compiled.filter { [.executable, .app].contains($0.kind) }.map(\.id))
    let below = Dictionary(grouping: forecast.graphAfter.dependencies, by: \.from)
    let lines = forecast.equivalentLines
    let modules = compiled.map { module in
      let dependencies = Set((below[module.id] ?? []).map(\.to)).subtracting(programs).subtracting([module.id])
      return Module(
        module, named: names[module.id] ?? module.name, isProgram: programs.contains(module.id),
        dependencies: dependencies.compactMap { names[$0] }.sorted(), lines: lines[module.id] ?? 0)
    }
    let own = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    self.init(name: own.first?.isLetter == true ? own : "Proposal", modules: modules)
  }
}

extension WorkspaceDescription.Module {
  /// - Parameter lines: as many as the generated code needs at least, if they are fewer.
  fileprivate init(
    _ module: GraphModule, named name: String, isProgram: Bool, dependencies: [String], lines: Int
  ) {
    let kind: Kind = isProgram ? .executable : .library
    let fewest = Self(name: name, kind: kind, lines: 0, dependencies: dependencies).fewestLines
    let lines = min(max(lines, fewest), WorkspaceDescription.Limits.lines)
    let mostFiles = 1 + (lines - fewest) / WorkspaceDescription.Limits.linesPerFile
    let files = min(max(1, module.sources ?? lines / Self.linesPerFile), mostFiles)
    self.init(name: name, kind: kind, lines: lines, files: files, dependencies: dependencies)
  }
}
