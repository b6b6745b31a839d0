package import ModuleGraph

/// The roles of a workspace's modules, and what sample apps would compile, as tables.
package struct RolesReport: Report {
  package static let renderings: [Rendering<Self>] = [
    .text(Text.roles), .json(JSON.roles), .markdown(Markdown.roles),
  ]

  let shares: FeatureShares
  /// The workspace's name.
  let name: String
  /// The combined app's display name.
  let combined: String
  /// The recorded build from which seconds are estimated; `nil` without one.
  let estimate: BuildEstimate?
  /// The system for which the graph was read, on which some modules may not be buildable.
  let os: String
  /// `nil` if they were not read, or nothing has one.
  private let owners: ModuleOwners?
  private let labels: [ModuleID: String]
  /// The features that the combined app does not build.
  private let strangers: [String]
  /// The number of snippets that it builds.
  private let snippets: Int
  private let plugins: String?

  /// - Parameter graph: the graph of the shares.
  package init(
    _ shares: FeatureShares, of name: String, in graph: ModuleGraph, estimate: BuildEstimate? = nil,
    owners: ModuleOwners? = nil
  ) {
    self.owners = owners?.file == nil ? nil : owners
    (self.shares, self.name, self.estimate) = (shares, name, estimate)
    combined = shares.roles.combined.name(in: graph)
    os = graph.environment?.os.capitalizedName ?? "this machine"
    let built = Set(graph.builtModules(of: shares.roles.combined))
    plugins = Text.plugins(in: graph)
    snippets = graph.modules.count { $0.kind == .snippet && built.contains($0.id) }
    strangers = shares.roles.features.filter { !built.isSuperset(of: $0.modules) }.map(\.name)
    labels = graph.modules.labels
  }

  var roles: Roles { shares.roles }

  /// The owners of a module, those of most files first; `nil` if they are not known.
  func owners(of module: ModuleID) -> [String]? { owners?[module] }

  func label(_ id: ModuleID) -> String { labels[id] ?? id.description }

  /// The evidence as clauses, as in `an executable; its name says app`.
  func why(_ evidence: [RoleEvidence]) -> String { evidence.map(\.description).joined(separator: "; ") }
}

extension RolesReport {
  /// The combined app, without a row, or a feature.
  private typealias ShareRow = (name: String, part: FeatureShares.Part, feature: FeatureShares.Row?)

  private var shareRows: [ShareRow] {
    [(combined, shares.combined, nil)] + shares.rows.map { ($0.feature.name, $0.part, $0) }
  }

  var shareTable: Table {
    let isApp = roles.combined.module != nil
    let seconds: Column<ShareRow> = .figures("seconds, estimated") { row in
      Text.share(Figures.seconds(row.part.estimatedSeconds), row.feature?.secondsShare)
    }
    return Table(
      shareRows,
      columns: [
        .text("feature") { row in row.name + (row.feature == nil && isApp ? " (combined app)" : "") },
        .text("sample app") { row in row.feature.map { $0.sampleApp.map(label) ?? Figures.absent } ?? "" },
        .figures("modules") { Text.share(Figures.count($0.part.modules), $0.feature?.moduleShare) },
        .figures("files") { Text.share(Figures.count($0.part.sources), $0.feature?.sourceShare) },
        .figures("lines") { Text.share(Figures.count($0.part.lines), $0.feature?.lineShare) },
      ] + (estimate == nil ? [] : [seconds]) + [
        .text("only for it", phrase: { row in row.feature.map { .marginal($0.marginal) } ?? "" })
      ])
  }

  /// Every module with its role and the evidence, sorted by role and then by name.
  var roleTable: Table {
    let order = Dictionary(uniqueKeysWithValues: Role.allCases.enumerated().map { ($1, $0) })
    let sorted = roles.assignments.sorted {
      (order[$0.role] ?? 0, label($0.module), $0.module) < (order[$1.role] ?? 0, label($1.module), $1.module)
    }
    let owned: [Column<RoleAssignment>] =
      owners.map { owners in
        [.text("owners") { owners[$0.module].isEmpty ? Figures.absent : owners[$0.module].listed(atMost: 3) }]
      } ?? []
    return Table(
      sorted,
      columns: [
        .text("role") { $0.role.description }, .text("module") { label($0.module) },
      ] + owned + [.text("why") { why($0.evidence) }])
  }

  var headline: String {
    let found = "combined app: \(combined) (\(why(roles.combined.evidence)))"
    let isOfProducts = roles.features.contains { $0.evidence.contains { $0.basis == .product } }
    return isOfProducts ? found + "; features: the library products" : found
  }

  var notes: [Phrase] {
    let facts = [stranger, unassigned, externals, plugins, marginal, estimate?.sentence, withoutEstimate]
    let sentences = facts.compactMap(\.self) + obstacles
    return [alternatives.map { Phrase($0) }, overruling].compactMap(\.self) + sentences.map { Phrase($0) }
  }

  private var alternatives: String? {
    let sampleApps = Set(roles.assignments.filter { $0.role == .sampleApp }.map(\.module))
    let others = roles.combined.alternatives.filter { !sampleApps.contains($0) }
    guard !others.isEmpty else { return nil }
    return "Also an app: \(Self.list(others.map(label))). --combined chooses."
  }

  private var overruling: Phrase? {
    guard roles.isInferred else { return nil }
    return "What no option or configuration names was inferred; --combined, --feature and --sample-app, or "
      + "`combined:`, `features:`, `sample-apps:` and `layers:` in .modgauge.yml, override it."
  }

  private var unassigned: String? {
    guard snippets > 0 else { return nil }
    let are = snippets == 1 ? "1 is a snippet, which has" : "\(snippets) are snippets, which have"
    return "Of the \(Figures.counted(shares.combined.modules, "module")) of \(combined), \(are) no role."
  }

  private var stranger: String? {
    strangers.isEmpty ? nil : Text.stranger(Self.list(strangers), to: combined) + "."
  }

  private var externals: String? { Text.externals(shares.combined, of: combined) }

  private var marginal: String? {
    shares.rows.isEmpty ? nil : Text.marginal(of: combined, isWholePackage: roles.combined.module == nil)
  }

  private var withoutEstimate: String? {
    guard estimate != nil, shareRows.contains(where: { $0.part.estimatedSeconds == nil }) else { return nil }
    return "Seconds are not known (\(Figures.absent)) where the recorded build lacks a module."
  }

  private var obstacles: [String] { Text.obstacles(shareRows.map { ($0.name, $0.part) }, os: os) }

  static func list(_ names: [String]) -> String { names.listed(atMost: 8) }
}

extension Role {
  var description: String {
    switch self {
    case .combined: "combined app"
    case .sampleApp: "sample app"
    case .feature, .interface, .shared, .part, .outside: rawValue
    }
  }
}
