import BuildAnalysis
import Workspace

/// A private copy of the workspace, with the files that are changed between builds. Arms that are built at once have
/// separate copies.
struct CopiedWorkspace: Sendable {
  let folders: BenchmarkFolders
  let copy: PrivateCopy
  let manifests: CopiedManifests
  /// The sources that are changed, by the module's name in scenarios.
  let sources: [String: CopiedSource]

  /// Creates the copy, replacing an earlier one.
  /// - Throws: `BenchmarkError`, `ArmError`, `CancellationError`.
  init(of subject: BuildSubject, in folders: BenchmarkFolders, changedBy scenarios: [Scenario]) async throws {
    self.folders = folders
    copy = try await PrivateCopy(
      of: subject.workspace, at: folders.copy, leavingOut: folders.own, with: subject.xcodeProjects)
    manifests = try CopiedManifests(of: copy)
    sources = try subject.sources(in: copy, changedBy: scenarios)
  }

  /// A copy for each arm, all of the same state.
  /// - Throws: `BenchmarkError.keepsChanging` if the workspace changed between two of them; as above.
  static func each(
    of arms: [PlannedArm], of subject: BuildSubject, in folders: BenchmarkFolders, changedBy scenarios: [Scenario]
  ) async throws -> [String: CopiedWorkspace] {
    var copies: [String: CopiedWorkspace] = [:]
    var first: PrivateCopy?
    for (index, arm) in arms.enumerated() {
      let copied = try await CopiedWorkspace(of: subject, in: folders.apart(index + 1), changedBy: scenarios)
      let contents = first?.contents ?? copied.copy.contents
      let changed = Set(contents.keys).union(copied.copy.contents.keys).filter {
        contents[$0] != copied.copy.contents[$0]
      }
      guard changed.isEmpty else { throw BenchmarkError.keepsChanging(files: changed.sorted()) }
      first = first ?? copied.copy
      copies[arm.arm.name] = copied
    }
    return copies
  }

  func restore() throws(BenchmarkError) {
    for source in sources.values { try source.restore() }
  }
}
