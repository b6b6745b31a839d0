import Documents
import ModuleGraph

extension JSON {
  /// `modgauge.affected/1`.
  package static func affected(_ report: AffectedReport) throws -> String { try pretty(Document(report)) }

  /// A plan for Xcode that runs the affected tests alone.
  package static func testPlan(_ report: AffectedReport) throws -> String { try pretty(TestPlan(report)) }

  /// The matrix of a job of GitHub's workflows, on one line: `include` is empty if no test is affected.
  package static func githubMatrix(_ report: AffectedReport) throws -> String {
    let parts = report.testParts(report.partCount)
    return try JSONCodec.text(
      GitHubMatrix(include: parts.enumerated().map { .init($0 + 1, of: parts.count, $1) }), .line)
  }
}

private struct Document: Encodable {
  struct State: Encodable {
    let name: String
    let commit: String?
  }

  struct Cause: Encodable {
    let kind: String
    let subject: String
    let detail: String?

    init(_ cause: ChangeCause) { (kind, subject, detail) = (cause.kind.rawValue, cause.subject, cause.detail) }
  }

  struct Item: Encodable {
    let kind: String
    let id: String
    let name: String
    let distance: Int
    let causes: [Cause]
    /// From the item's module to the one that the change touches.
    let path: [Dependency]
  }

  let schema = "modgauge.affected/1"
  let base: State
  let head: State
  let files: Int
  let unowned: [String]
  let everything: [Cause]
  let items: [Item]

  init(_ report: AffectedReport) {
    base = State(name: report.states.base, commit: report.states.baseCommit)
    head = State(name: report.states.head, commit: report.states.headCommit)
    files = report.fileCount
    unowned = report.unowned
    everything = report.affected.impact.ofEverything.sorted().map(Cause.init)
    items = report.items.map { item in
      Item(
        kind: item.kind.rawValue, id: item.id, name: item.name, distance: item.distance,
        causes: report.affected.causes(of: item.module).map(Cause.init), path: report.affected.path(of: item.module))
    }
  }
}

/// The format of Xcode's `.xctestplan` files.
private struct TestPlan: Encodable {
  struct Configuration: Encodable {
    let id = "A0000000-0000-4000-8000-000000000001"
    let name = AffectedReport.planName
    let options: [String: String] = [:]
  }

  struct Entry: Encodable {
    struct Target: Encodable {
      let containerPath: String
      let identifier: String
      let name: String
    }

    let target: Target
  }

  let configurations = [Configuration()]
  let defaultOptions: [String: String] = [:]
  let testTargets: [Entry]
  let version = 1

  init(_ report: AffectedReport) {
    let paths = Dictionary(
      report.affected.graph.packages.map { ($0.key, $0.path) }, uniquingKeysWith: { first, _ in first })
    testTargets = report.items(of: .tests).map { item in
      let path = paths[item.module.package] ?? "."
      return Entry(
        target: .init(containerPath: "container:\(path == "." ? "" : path)", identifier: item.name, name: item.name))
    }
  }
}

extension AffectedReport {
  /// The name of the configuration in our test plans, which tells them from a user's own.
  package static let planName = "modgauge affected"
}

private struct GitHubMatrix: Encodable {
  struct Part: Encodable {
    let name: String
    /// Names of modules, separated by spaces.
    let tests: String
    /// A shell's commands, joined by `&&`.
    let run: String
    let seconds: Double?

    init(_ number: Int, of count: Int, _ part: TestPart) {
      name = "\(number) of \(count)"
      tests = part.modules.joined(separator: " ")
      run = part.commands.joined(separator: " && ")
      seconds = part.seconds?.milli
    }
  }

  let include: [Part]
}

extension TestPart {
  /// One for each package.
  fileprivate var commands: [String] { groups.map { Shell.words(["swift", "test"] + $0.arguments) } }
}

extension YAML {
  /// A dynamic child pipeline of GitLab with a job for each part. GitLab rejects one without jobs, so that a job says so if
  /// no test is affected.
  package static func gitlabPipeline(_ report: AffectedReport) -> String {
    let parts = report.testParts(report.partCount)
    guard !parts.isEmpty else { return "no affected tests:\n  script:\n    - \"true\"\n" }
    return parts.enumerated().map { index, part in
      "\(scalar("affected tests \(index + 1) of \(parts.count)")):\n  script:\n"
        + part.commands.map { "    - \(scalar($0))\n" }.joined()
    }.joined(separator: "\n")
  }
}
