import BuildAnalysis
import BuildRunner
package import Documents
package import Foresight
import ModuleGraph
import Platform
package import Reports
import Synthesis
package import Workspace

/// Writes a proposed structure as a workspace that builds: with the real sources if only manifests change, otherwise
/// with synthesized ones.
package struct MaterializationSession {
  /// Absolute; new or empty.
  let folder: String
  let workspace: WorkspaceRequest

  package init(folder: String, workspace: WorkspaceRequest) { (self.folder, self.workspace) = (folder, workspace) }

  /// - Throws: `MaterializationError` unless the folder is new or empty, can be written, and is outside the workspace.
  package func check(_ loaded: LoadedWorkspace) throws(MaterializationError) {
    let destination = Self.destination(of: folder)
    for place in [loaded.rootPath] + loaded.packages.map(\.path) {
      let way = Path.relative(destination, to: place)
      if way != "..", !way.hasPrefix("../") { throw .insideWorkspace(folder, package: place) }
    }
    try write([])
    let above = Self.existing(destination)
    guard (try? FileStatus(of: destination, followsLast: false))?.kind != .link else { throw .occupied(folder) }
    guard Path.isFolder(above) else { throw .unwritable(folder, reason: "`\(above.visible)` is not a folder") }
    do { try FileSystem.demand([.write, .execute], to: above) } catch {
      throw .unwritable(folder, reason: FileReason.description(of: error))
    }
  }

  private func write(_ files: [SynthesizedFile]) throws(MaterializationError) {
    do throws(ResultFiles.Failure) {
      try ResultFiles.write(files.map { ($0.path, $0.bytes) }, below: folder, mayReplace: false)
    } catch {
      guard case .unwritable(let path, let reason, _) = error else { throw .occupied(folder) }
      throw .unwritable(path, reason: reason)
    }
  }

  package enum MaterializationError: Error, CustomStringConvertible {
    case occupied(String)
    case insideWorkspace(String, package: String)
    case unwritable(String, reason: String)

    package var description: String {
      switch self {
      case .occupied(let path): "`\(path.visible)` is not an empty folder. Name a new one."
      case .insideWorkspace(let path, let package):
        "`\(path.visible)` is inside `\(package.visible)`, which is part of the workspace: what is written there would be taken for "
          + "its sources and packages. Name a folder outside."
      case .unwritable(let path, let reason):
        "Cannot write `\(path.visible)`: \(reason). Name another folder."
      }
    }
  }

  /// The path without symbolic links, even if its last parts do not exist yet.
  private static func destination(of path: String) -> String {
    let existing = existing(path)
    return (Path.canonical(existing) ?? existing) + path.dropFirst(existing == "/" ? 0 : existing.count)
  }

  /// The path itself, or the nearest folder above it that exists.
  private static func existing(_ path: String) -> String {
    path.upwards.first { Path.canonical(String($0)) != nil }.map(String.init) ?? "/"
  }

  package func write(_ forecast: Forecast, of loaded: LoadedWorkspace) async throws -> Materialization {
    // The recording of a build may lie between the first check and this.
    try check(loaded)
    do {
      let changes = try ManifestChanges(forecast.proposal, of: loaded)
      let place = try await Interruption.cancelling { try await writeSources(changes, of: loaded) }
      return Materialization(
        folder: place, method: .sources,
        reason: changes.count == 0
          ? "The proposal changes neither sources nor manifests."
          : "Only manifests change (\(Figures.counted(changes.count, "dependency", "dependencies"))).")
    } catch let obstacle as TrialManifest.Obstacle {
      let description = WorkspaceDescription(of: forecast, named: loaded.name)
      try write(try synthesize(description))
      return Materialization(
        folder: folder, method: .synthesized, reason: "The real sources would not build: \(obstacle.reason).")
    }
  }

  /// - Returns: the folder of the package at the root.
  /// - Throws: `TrialManifest.Obstacle` if a manifest cannot be changed accordingly.
  private func writeSources(_ changes: ManifestChanges, of loaded: LoadedWorkspace) async throws -> String {
    let cache = Path.absolute(workspace.cachePath)
    // A copy replaces its folder, and would replace a link to it.
    let copy = try await PrivateCopy(of: loaded, at: Self.destination(of: folder), leavingOut: [cache, folder])
    do { try await write(changes, of: loaded, into: copy) } catch let obstacle as TrialManifest.Obstacle {
      try copy.remove()
      throw obstacle
    }
    return loaded.root.flatMap { copy.packagePaths[$0.key] } ?? copy.path
  }

  private func write(_ changes: ManifestChanges, of loaded: LoadedWorkspace, into copy: PrivateCopy) async throws {
    let loader = try workspace.loader(workspace.foundConfiguration())
    for key in changes.packages {
      guard let package = loaded.package(key), let path = copy.packagePaths[key] else { continue }
      let manifest = try await TrialManifest(
        of: package, in: path, loader: loader, os: loaded.graph.environment?.os ?? "")
      try await manifest.write(
        without: changes.removed[key] ?? [], with: changes.added[key] ?? [], in: loaded)
    }
  }
}

/// The dependencies that a proposal removes and adds, by package, if it changes nothing else.
private struct ManifestChanges {
  private(set) var removed: [String: [[Dependency]]] = [:]
  private(set) var added: [String: [Dependency]] = [:]

  var packages: [String] { Set(removed.keys).union(added.keys).sorted() }
  var count: Int { removed.values.reduce(0) { $0 + $1.count } + added.values.reduce(0) { $0 + $1.count } }

  /// - Throws: `TrialManifest.Obstacle` if the real sources would not build.
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
  /// A workspace whose modules have the predicted dependencies, and about the number of lines that gives each its
  /// predicted cost.
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
  /// - Parameter lines: raised to the minimum that the generated code needs.
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
