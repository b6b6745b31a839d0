package import BuildAnalysis
import BuildRunner
import Documents
import Reports
import Workspace

/// The builds that a request would make, of which none was made.
package struct PlannedBuilds: Hashable, Sendable {
  /// What is built and how often, a clause for each kind of build: `1 clean build of Shop`.
  let builds: [String]
  /// Why nothing would be built, as a clause; `nil` if something would be.
  private let obstacle: String?
  /// The folder in which they would be made.
  let place: String
  /// `nil` if it is not known.
  let expected: ExpectedDuration?
  /// The builds that take so long, if not all of them do.
  let scope: String

  /// Of builds some of which are not clean.
  static let onlyClean = " for the clean build; how long the others take is unknown"
  static let firstOnly = " for the first; how long the second takes is unknown"

  package init(
    builds: [String], place: String, expected: ExpectedDuration? = nil, scope: String = ""
  ) {
    (self.builds, self.place, self.expected, self.scope, obstacle) = (builds, place, expected, scope, nil)
  }

  private init(obstacle: String) {
    (builds, place, expected, scope, self.obstacle) = ([], "", nil, "", obstacle)
  }

  /// Nothing.
  package static func none(because reason: String) -> PlannedBuilds {
    PlannedBuilds(obstacle: reason)
  }

  /// A line for each kind of build, the folder, and the time.
  package var text: String {
    if let obstacle { return ["nothing would be built: \(obstacle)"].lines }
    let duration =
      expected.map { $0.sentence(scope) } ?? "unknown: no run, recording or calibration covers these builds"
    return (builds.map { "would build: \($0)" } + ["in: \(place)", "expected duration: \(duration)"]).lines
  }
}

extension WorkspaceRequest {
  /// Calls a closure with folders of its own, since planning measures nothing and need not wait for a benchmark.
  func planning<Value>(_ body: (BenchmarkFolders) async throws -> Value) async throws -> Value {
    let temporary = try await TemporaryFolder.held(in: Path.absolute(cachePath))
    let own = "\(temporary.path)/plan-\(ProgramFile.processID)"
    let value = try await body(BenchmarkFolders(cache: own, workspaceRoot: root, output: own))
    withExtendedLifetime(temporary) {}
    return value
  }
}

extension [String] {
  fileprivate var lines: String { map { Text.printable($0) + "\n" }.joined() }
}

extension PlannedArm {
  /// How long clean builds of it take, by earlier runs; `nil` if that is not known.
  func expectedDuration(
    ofCleanBuilds count: Int = 1, of loaded: LoadedWorkspace, by swiftBuild: SwiftBuild
  ) async -> ExpectedDuration? {
    let plan = Run.Plan(
      arms: [arm.name], warmups: 0, rounds: count, seed: 0, configuration: swiftBuild.configuration)
    var run = await BuildSubject(workspace: loaded, arms: [self]).run(plan)
    run.calibration = CalibrationFile.read(for: run.environment)
    return FormerRuns(of: loaded.rootPath).expectedDuration(of: run)
  }
}
