package import BuildAnalysis
package import ModuleGraph

extension Text {
  /// What sample apps would compile, and the role of each module with its evidence.
  package static func roles(_ report: RolesReport, _ style: TextStyle = .plain) -> String {
    let shares = report.shares.rows.isEmpty ? [] : [table(report.shareTable, style)]
    return
      ([wrapped(report.headline, style)] + shares + [
        table(report.roleTable, style), report.notes.map { wrapped(TextStyle.plain.text($0), style) }.joined(),
      ])
      .joined(separator: "\n")
  }

  package static func obstacles(to scopes: [ArmScope], in graph: ModuleGraph) -> [String] {
    obstacles(
      scopes.map { ($0.arm.name, $0.part) }, os: graph.environment?.os.capitalizedName ?? "this machine")
  }

  /// What cannot be built on the graph's system: each reason once, with everything that it applies to.
  static func obstacles(_ parts: [(name: String, part: FeatureShares.Part)], os: String) -> [String] {
    var order: [BuildObstacle] = []
    var names: [BuildObstacle: [String]] = [:]
    for (name, part) in parts {
      for obstacle in part.obstacles {
        if names[obstacle] == nil { order.append(obstacle) }
        names[obstacle, default: []].append(name)
      }
    }
    return order.map { "Cannot be built on \(os): \(RolesReport.list(names[$0] ?? [])): \($0.description)." }
  }

  /// What a command has inferred about roles, one sentence each; empty if the user named everything.
  /// - Parameter isAppAlone: whether features do not matter.
  package static func inferences(_ roles: Roles, in graph: ModuleGraph, isAppAlone: Bool = false) -> [String] {
    guard roles.isInferred else { return [] }
    let features = isAppAlone ? [] : roles.features.filter { !$0.evidence.contains(where: \.isConfigured) }
    var sentences: [String] = []
    if !roles.combined.evidence.contains(where: \.isConfigured) {
      sentences.append(
        "combined app: \(roles.combined.name(in: graph)) (\(roles.combined.evidence.map(\.description).joined(separator: "; ")))"
      )
    }
    let samples = (isAppAlone ? [] : roles.inferredSampleApps).compactMap { sample in
      roles.features.first { $0.sampleApps.contains(sample.module) }.map { "\(sample.module.name) of \($0.name)" }
    }
    // Most features are found in the same way; each way is mentioned once.
    let exceptions = RoleEvidence.Exceptions(features.flatMap(\.evidence).map(\.exceptions))
    func way(_ feature: Feature, isOne: Bool) -> String {
      feature.evidence.map { $0.words(ofOne: isOne, besides: exceptions) }.joined(separator: "; ")
    }
    let ways = Dictionary(grouping: features) { way($0, isOne: false) }
    sentences += ways.values.sorted { $0[0].name < $1[0].name }.map { features in
      let isOne = features.count == 1
      return
        "\(isOne ? "feature" : "features"): \(features.map(\.name).listed(atMost: mostListed)) (\(way(features[0], isOne: isOne)))"
    }
    if !samples.isEmpty { sentences.append("sample apps: \(samples.listed(atMost: mostListed))") }
    let shown = roles.features.filter { !$0.sampleApps.isEmpty && $0.sampleApps.allSatisfy(graph.isAppOfPackage) }
    if !isAppAlone, !shown.isEmpty {
      sentences.append(
        "sample apps that only Xcode on macOS builds, so that builds of their features stand for them: "
          + shown.map(\.name).listed(atMost: mostListed))
    }
    return sentences
  }

  /// The names on a line that a reader still takes in.
  static let mostListed = 24
}

extension RoleEvidence {
  fileprivate var exceptions: Exceptions {
    if case .onlyAppsDepend(_, _, let exceptions) = self { exceptions } else { [] }
  }

  /// The evidence for one module or several at once: a product has its module's name.
  /// - Parameter exceptions: dependents of one of them that do not count.
  fileprivate func words(ofOne isOne: Bool, besides exceptions: Exceptions) -> String {
    switch self {
    case .product: isOne ? "a library product" : "library products"
    case .nameSays(let word): isOne ? description : "their names say “\(word)”"
    case .onlyAppsDepend(let apps, let height, _):
      Self.onlyAppsDepend(apps: apps, height: height, besides: exceptions).description
    default: description
    }
  }
}

extension Markdown {
  package static func roles(_ report: RolesReport) -> String {
    let shares: [Block] = report.shares.rows.isEmpty ? [] : [.table(report.shareTable)]
    let head: [Block] = [
      .title("\(report.name): the app, its features and what they share"), .paragraph(Phrase(report.headline)),
    ]
    return document(head + shares + [.table(report.roleTable)] + .points(report.notes))
  }
}
