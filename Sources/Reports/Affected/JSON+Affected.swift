import Documents
import ModuleGraph

extension JSON {
  package static func affected(_ report: AffectedReport) throws -> String {
    let (affected, states) = (report.affected, report.states)
    return try pretty([
      "schema": "modgauge.affected/1",
      "base": ["name": states.base, "commit": states.baseCommit] as Object,
      "head": ["name": states.head, "commit": states.headCommit] as Object,
      "files": report.fileCount, "unowned": report.unowned,
      "everything": affected.impact.ofEverything.sorted(),
      "items": report.items.map { item -> Object in
        [
          "kind": item.kind.rawValue, "id": item.id, "name": item.name, "distance": item.distance,
          "causes": affected.causes(of: item.module),
          // From the item's module to the one that the change touches.
          "path": affected.path(of: item.module),
        ]
      },
    ])
  }

  /// A plan for Xcode that runs the affected tests alone: the format of its `.xctestplan` files.
  package static func testPlan(_ report: AffectedReport) throws -> String {
    let paths = report.affected.graph.packages.keyed { ($0.key, $0.path) }
    let targets = report.items(of: .tests).map { item in
      let path = paths[item.module.package] ?? "."
      return [
        "target": [
          "containerPath": "container:\(path == "." ? "" : path)", "identifier": item.name, "name": item.name,
        ]
      ]
    }
    let configuration: Object = [
      "id": "A0000000-0000-4000-8000-000000000001", "name": AffectedReport.planName, "options": [:] as Object,
    ]
    return try pretty([
      "configurations": [configuration], "defaultOptions": [:] as Object, "testTargets": targets, "version": 1,
    ])
  }

  /// The matrix of a job of GitHub's workflows, on one line: `include` is empty if no test is affected.
  package static func githubMatrix(_ report: AffectedReport) throws -> String {
    let parts = report.testParts(report.partCount)
    let include = parts.enumerated().map { index, part -> Object in
      [
        "name": "\(index + 1) of \(parts.count)",
        "tests": part.modules.joined(separator: " "), "run": part.commands.joined(separator: " && "),
        "seconds": part.seconds?.milli,
      ]
    }
    return try JSONCodec.text(["include": include], .line)
  }
}

extension AffectedReport {
  /// The name of the configuration in our test plans, which tells them from a user's own.
  package static let planName = "modgauge affected"
}

extension TestPart {
  fileprivate var commands: [String] { groups.map { Shell.quoted(["swift", "test"] + $0.arguments) } }
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
