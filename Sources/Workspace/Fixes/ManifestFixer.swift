import ManifestSyntax
package import ModuleGraph

/// Changes manifests so that they declare what sources import, and nothing else.
///
/// Each change is the smallest edit of the text, in every variant of the manifest. It is kept if the manifests then
/// have the intended meaning, and the graph is the intended one; otherwise the former bytes are restored. After a
/// crash, ``recover(in:)`` restores them.
package struct ManifestFixer: Sendable {
  private let loader: WorkspaceLoader
  private let packagePath: String
  private let discovery: DiscoveryOptions
  private let stateFolder: String

  /// - Parameters:
  ///   - packagePath: the path from which the workspace was loaded.
  ///   - stateFolder: the folder for the former bytes meanwhile, absolute.
  package init(
    loader: WorkspaceLoader, packagePath: String, discovery: DiscoveryOptions, stateFolder: String
  ) {
    self.loader = loader
    self.packagePath = packagePath
    self.discovery = discovery
    self.stateFolder = stateFolder
  }

  package struct Outcome: Sendable {
    /// In its current state.
    package let workspace: LoadedWorkspace
    /// The changes and their files, in the order of the packages.
    package fileprivate(set) var made: [(remedy: Remedy, files: [String])] = []
    package fileprivate(set) var left: [Left] = []
    /// Manifests that another program changed at the same time, so that they were not restored.
    package fileprivate(set) var notPutBack: [String] = []
  }

  /// A remedy that was not made.
  package struct Left: Sendable {
    package let remedy: Remedy
    /// The reason, as a clause.
    package let reason: String
    /// What to write by hand, as the end of a sentence; empty if nothing would help.
    package let advice: [String]
    /// Where.
    package let location: Dependency.Location?
  }

  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    case busy
    case noState(folder: String, reason: String)

    package var description: String {
      switch self {
      case .busy: "Another modgauge is changing manifests. Wait until it has finished."
      case .noState(let folder, let reason):
        "The folder `\(folder.visible)`, in which manifests are kept while they are changed, cannot be used (\(reason)). "
          + "Name another with the variable XDG_STATE_HOME."
      }
    }
  }

  /// Fixes what can be fixed.
  /// - Parameter workspace: as just loaded.
  /// - Throws: `Failure`, `WorkspaceError`, `SubprocessError`, `CancellationError`; no manifest is changed then.
  package func fix(_ remedies: [Remedy], in workspace: LoadedWorkspace) async throws -> Outcome {
    var journal = try Self.journal(in: stateFolder)
    _ = journal.recover()
    let temporary = try await TemporaryFolder.held(in: loader.cacheFolder)
    let reader = try await loader.reader(in: temporary)
    var run = FixRun(workspace: workspace, reader: reader)
    do {
      for (key, remedies) in Dictionary(grouping: remedies, by: \.module.package).sorted(by: { $0.key < $1.key }) {
        guard let package = workspace.package(key) else { continue }
        try await run.mend(package, remedies, &journal)
      }
      let outcome = try await settled(run, remedies, &journal)
      withExtendedLifetime(temporary) {}
      return outcome
    } catch {
      _ = journal.putBack()
      throw error
    }
  }

  /// Loads the whole workspace again to check it.
  private func settled(
    _ run: FixRun, _ remedies: [Remedy], _ journal: inout ManifestJournal
  ) async throws -> Outcome {
    guard !run.made.isEmpty else {
      journal.close()
      return Outcome(workspace: run.workspace, left: run.left, notPutBack: run.notPutBack)
    }
    let obstacle: FixObstacle
    do {
      let after = try await loader.load(packagePath: packagePath, discovery: discovery)
      if run.plan.isMet(by: after.graph) {
        journal.close()
        return Outcome(workspace: after, made: run.made, left: run.left, notPutBack: run.notPutBack)
      }
      obstacle = .otherGraph
    } catch let error as WorkspaceError { obstacle = .workspaceFails(words: error.description) }
    let stuck = journal.putBack()
    return Outcome(
      workspace: run.workspace, left: run.left + run.made.map { run.refusal(of: $0.remedy, obstacle) },
      notPutBack: run.notPutBack + stuck)
  }

  static func journal(in folder: String) throws(Failure) -> ManifestJournal {
    let held: ManifestJournal?
    do { held = try ManifestJournal.held(in: folder) } catch { throw .noState(folder: folder, reason: error.reason) }
    guard let journal = consume held else { throw .busy }
    return journal
  }

  /// Restores files that a killed process left changed.
  /// - Parameter stateFolder: as in `init`.
  /// - Returns: sentences for the user, one for each file that was changed.
  package static func recover(in stateFolder: String) -> [String] {
    // Where nothing was ever fixed, nothing is made.
    guard Path.isFile(stateFolder + "/journal") else { return [] }
    let held: ManifestJournal?
    do { held = try ManifestJournal.held(in: stateFolder) } catch { return [] }
    guard var journal = consume held else { return [] }
    var seen: Set<String> = []
    return journal.recover().compactMap { path, recovered in
      // A file that was changed twice is put back twice.
      guard seen.insert(path).inserted else { return nil }
      return switch recovered {
      case .asBefore: nil
      case .putBack: "`\(path.visible)` was restored after an interrupted change."
      case .changedSince:
        "`\(path.visible)` was changed after an interrupted change, and is left as it is."
      case .unwritable(let reason):
        "`\(path.visible)` cannot be restored after an interrupted change (\(reason))."
      }
    }
  }
}

/// What was fixed so far.
private struct FixRun {
  let workspace: LoadedWorkspace
  let reader: ManifestReader
  private(set) var plan: FixPlan
  private(set) var made: [(remedy: Remedy, files: [String])] = []
  private(set) var left: [ManifestFixer.Left] = []
  private(set) var notPutBack: [String] = []

  init(workspace: LoadedWorkspace, reader: ManifestReader) {
    self.workspace = workspace
    self.reader = reader
    plan = FixPlan(workspace)
  }

  /// Changes the manifests of one package; one change after another if all together do not have the intended effect.
  mutating func mend(
    _ package: LoadedPackage, _ remedies: [Remedy], _ journal: inout ManifestJournal
  ) async throws {
    let (formerPlan, formerLeft, count) = (plan, left, journal.count)
    var found: [(remedy: Remedy, files: [String])] = []
    do {
      var edited = try await EditedManifest.all(of: package, with: reader)
      for remedy in remedies where !plan.isSettled(remedy) {
        do throws(FixObstacle) {
          let (changes, files) = try edited.make(remedy, by: plan)
          guard !files.isEmpty else { throw .namedAlready(remedy.name) }
          plan.take(remedy, changes)
          found.append((remedy, files))
        } catch { left.append(refusal(of: remedy, error)) }
      }
      try await edited.write(into: &journal)
      made += found
    } catch let obstacle as FixObstacle {
      notPutBack += journal.putBack(to: count)
      (plan, left) = (formerPlan, formerLeft)
      if remedies.count == 1 || found.isEmpty {
        left += remedies.map { refusal(of: $0, obstacle) }
      } else {
        for remedy in remedies { try await mend(package, [remedy], &journal) }
      }
    }
  }

  func refusal(of remedy: Remedy, _ obstacle: FixObstacle) -> ManifestFixer.Left {
    let package = workspace.package(remedy.module.package)
    // Under which condition somebody has to decide.
    let wish =
      if case .declare(let imported, let module, _) = remedy { Remedy.declare(imported, by: module) } else { remedy }
    let changes = package.flatMap { try? FixPlan(workspace).changes(for: wish, of: $0.manifest) } ?? []
    let location = workspace.declarations(of: [remedy.module])[remedy.module]
    // The line is that of the file that SwiftPM reads, and not of another variant.
    let isElsewhere = obstacle.file.map { $0.lastComponent != location?.file.lastComponent } ?? false
    return ManifestFixer.Left(
      remedy: remedy, reason: "\(obstacle)", advice: changes.map(\.advice), location: isElsewhere ? nil : location)
  }
}
