package import Advice
import BuildAnalysis
import BuildRunner
package import Documents
import Reports
package import Workspace

/// Carries findings out in private copies, one at a time, and compares their builds with those of the working tree.
package struct AdviceProofSession {
  let workspace: WorkspaceRequest
  let configuration: LoadedConfiguration

  package init(workspace: WorkspaceRequest, configuration: LoadedConfiguration) {
    (self.workspace, self.configuration) = (workspace, configuration)
  }

  /// - Returns: `nil` for a finding that no change of manifests carries out. What cannot be built is `untried`.
  /// - Throws: `CancellationError`, and after a signal anything.
  package func proof(of finding: AdviceFinding, in loaded: LoadedWorkspace) async throws -> AdviceProof? {
    guard let change = finding.change else { return nil }
    if !workspace.isQuiet { Terminal.note("proving: \(finding.message)".visible) }
    do { return try await measured(change, in: loaded) } catch {
      if error is CancellationError || Interruption.receivedSignal != 0 { throw error }
      // The other findings, and what is known of this one, are reported all the same.
      let words = error is Reported ? "the reason is above" : "\(error)".visibleLines
      return .untried(reason: words.hasSuffix(".") ? String(words.dropLast()) : words)
    }
  }

  private func measured(_ change: AdviceChange, in loaded: LoadedWorkspace) async throws -> AdviceProof {
    if let obstacle = try obstacle(to: change, in: loaded) { return .untried(reason: obstacle) }
    let outcome = try await CompareService(request(for: change)).run(source(change, of: loaded))
    let cases = outcome.report.comparison.cases
    if let failure = cases.lazy.flatMap({ $0.failures.head + $0.failures.base }).first {
      return .untried(reason: "a build failed: \(failure.reason ?? failure.outcome.rawValue)")
    }
    let measured = cases.compactMap { found in
      found.wall.map { wall in
        AdviceProof.Measurement(
          arm: found.arm, scenario: found.scenario.rawValue, baseSeconds: wall.base, headSeconds: wall.head,
          ratio: wall.ratio, low: wall.low, high: wall.high, isFaster: wall.verdict == .faster,
          isSlower: wall.verdict == .slower, isDecided: ![.noisy, .tooFew].contains(wall.verdict))
      }
    }
    return measured.isEmpty ? .untried(reason: "nothing was built") : .measured(measured)
  }

  /// What would be built to prove a finding, as text; `nil` for one that no change of manifests carries out.
  package func plan(of finding: AdviceFinding, in loaded: LoadedWorkspace) async throws -> String? {
    guard let change = finding.change else { return nil }
    let title = "to prove: \(finding.message)".visible + "\n"
    if let obstacle = try obstacle(to: change, in: loaded) {
      return title + PlannedBuilds.none(because: obstacle).text
    }
    let plan = try await CompareService(request(for: change)).plan(of: source(change, of: loaded))
    return title + (plan?.summary ?? PlannedBuilds.none(because: "nothing that is built would change").text)
  }

  /// Why a change is not tried, as a clause.
  private func obstacle(to change: AdviceChange, in loaded: LoadedWorkspace) throws -> String? {
    guard loaded.root != nil else { return "there is no package at the workspace's root" }
    for edit in change.edits where try edit.changed(below: loaded.rootPath) == nil {
      return "\(edit.file) is not written in a way that can be changed"
    }
    return nil
  }

  private func request(for change: AdviceChange) -> CompareRequest {
    var request = CompareRequest()
    (request.workspace, request.isOfCombinedOnly, request.records) = (workspace, true, false)
    let rebuilds = change.rebuilt.map { Scenario.incremental(module: $0.description, change: .body) }
    request.scenarios = ([.clean] + [rebuilds].compactMap(\.self)).map(\.rawValue)
    return request
  }

  /// The working tree, and a changed copy of it.
  private func source(_ change: AdviceChange, of loaded: LoadedWorkspace) -> StateSource {
    StateSource(workingTree: workspace, configuration) { folders in
      let folder = folders.revision(.head)
      let copy = try await PrivateCopy(of: loaded, at: folder, leavingOut: [Path.absolute(workspace.cachePath)])
      let root = loaded.root.flatMap { copy.packagePaths[$0.key] } ?? copy.path
      for edit in change.edits {
        guard let changed = try edit.changed(below: root) else { continue }
        try WholeFile.write(changed, to: "\(root)/\(edit.file)")
      }
      return root
    }
  }
}

extension AdviceChange.Edit {
  /// The bytes of the changed file; `nil` if it is not as expected.
  fileprivate func changed(below root: String) throws -> [UInt8]? {
    let text = String(decoding: try InputFile.read(Path.normalized("\(root)/\(file)")), as: UTF8.self)
    return applied(to: text).map { Array($0.utf8) }
  }
}
