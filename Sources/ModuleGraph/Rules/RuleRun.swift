/// What rules need besides the graph.
package struct RuleSettings: Hashable, Sendable {
  package var layers: Layers
  package var tags: Tags
  package var roles: RoleSettings
  /// Differences between imports and declared dependencies; absent if imports were not read.
  package var imports: ImportFindings?
  /// The imports themselves.
  package var uses: WorkspaceImports?
  /// Absent if no rule needs them.
  package var resources: WorkspaceResources?
  package var types: WorkspaceTypes?
  package var interfaces: WorkspaceInterfaces?
  package var mentions: WorkspaceMentions?
  package var owners: ModuleOwners?
  /// Absent if no rule needs them, or the history is not known.
  package var changeShares: ChangeShares?
  /// The graph at the merge base, with the modules under their current ids; absent if nothing is compared.
  package var earlier: ModuleGraph?

  package init(
    layers: Layers = Layers(), tags: Tags = Tags(), roles: RoleSettings = RoleSettings(),
    imports: ImportFindings? = nil
  ) {
    self.layers = layers
    self.tags = tags
    self.roles = roles
    self.imports = imports
  }
}

/// The check of one graph: what rules can ask about it, and what they found.
///
/// Vertices are the graph's modules, numbered in their order.
package struct RuleRun {
  let graph: ModuleGraph
  let settings: RuleSettings
  /// All modules of the graph: tests, snippets and products of other packages among them.
  let whole: SelectedGraph
  /// The modules that rules apply to by default: all but tests, snippets and products of other packages.
  let own: ModuleSet
  /// The edges between those.
  let ownEdges: IndexedGraph
  /// The name of each module in messages.
  let names: [String]
  private let vertices: [String: [Int]]
  private var matches: [String: [Int]] = [:]
  private lazy var layerOfVertex: [Int?] = modules.map { settings.layers.index(of: $0.id) }
  private lazy var foundRoles: Result<Roles, RoleError> = Result { () throws(RoleError) in
    try Roles(graph, settings: settings.roles)
  }

  /// The rule that is being checked.
  private(set) var rule = Rule(id: "", type: "")
  private(set) var violations: [Violation] = []
  private(set) var undecided: [RuleRemark] = []
  private(set) var problems: [RuleProblem] = []
  private(set) var improvements: [RuleRemark] = []

  init(_ graph: ModuleGraph, settings: RuleSettings) {
    self.graph = graph
    self.settings = settings
    let whole = SelectedGraph(graph, shown: Set(graph.modules.map(\.id)), layers: settings.layers)
    let own = ModuleSet(count: whole.nodes.count) { Selection().includes(whole.nodes[$0].modules[0].kind) }
    let edges = whole.edges.filter { $0.from != $0.to && own.contains($0.from) && own.contains($0.to) }
    self.whole = whole
    self.own = own
    ownEdges = IndexedGraph(vertexCount: whole.nodes.count, edges: edges.lazy.map { ($0.from, $0.to) })
    names = whole.labels
    let ids = graph.modules.enumerated().map { ($1.id.description, [$0]) }
    vertices = Dictionary(grouping: graph.modules.indices) { graph.modules[$0].name }
      .merging(ids) { named, _ in named }
  }

  var modules: [Module] { graph.modules }

  /// Checks one rule. Call it for each rule in order: findings are kept in the order of the calls.
  mutating func check(_ rule: Rule) {
    self.rule = rule
    rule.demand?.check(&self)
  }

  // MARK: What rules ask

  /// The index of a module's layer, counted from the top; `nil` if it is in none.
  mutating func layer(of vertex: Int) -> Int? { layerOfVertex[vertex] }

  /// Which modules are apps, features and sample apps; `nil` if a problem was recorded.
  mutating func roles() -> Roles? {
    switch foundRoles {
    case .success(let roles): return roles
    case .failure(let error):
      note(.roles(error))
      return nil
    }
  }

  func vertex(of id: ModuleID) -> Int? { vertices[id.description]?.first { modules[$0].id == id } }

  // MARK: What rules report

  /// Records a problem of the rule that is being checked.
  mutating func note(_ problem: RuleProblem.Problem, line: Int? = nil) {
    problems.append(RuleProblem(rule: rule.id, line: line ?? rule.line, problem: problem))
  }

  mutating func note(_ problem: RuleProblem.Problem, ofTagOn line: Int?) {
    problems.append(RuleProblem(rule: nil, line: line, problem: problem))
  }

  /// Records a problem of another rule.
  mutating func note(_ problem: RuleProblem.Problem, of rule: Rule) {
    problems.append(RuleProblem(rule: rule.id, line: rule.line, problem: problem))
  }

  /// Calls a closure without recording problems, which the check of another rule records.
  mutating func quietly<Value>(_ body: (inout RuleRun) -> Value) -> Value {
    let known = problems
    defer { problems = known }
    return body(&self)
  }

  mutating func leaveOpen(_ vertex: Int, _ message: String) {
    undecided.append(RuleRemark(rule: rule.id, module: modules[vertex].id, message: message))
  }

  /// Reports a figure that is better than before.
  mutating func improve(_ message: String, of vertex: Int) {
    improvements.append(RuleRemark(rule: rule.id, module: modules[vertex].id, message: message))
  }

  /// Reports a violation caused by one or more modules.
  /// - Parameters:
  ///   - places: where to change something, if not where the dependencies are declared.
  ///   - requirements: what packages require of others, if that is the cause.
  mutating func report(
    _ message: String, subject: [String], modules: [Int], path: [Int] = [], dependencies: [Dependency] = [],
    requirements: [PackageRequirement] = [], amount: Violation.Amount? = nil, places: [Dependency.Location]? = nil,
    remedy: Remedy? = nil
  ) {
    violations.append(
      Violation(
        rule: rule.id, severity: rule.severity, subject: subject, message: message,
        modules: modules.map { self.modules[$0].id }, path: path.map { self.modules[$0].id },
        dependencies: dependencies, requirements: requirements, amount: amount,
        places: places ?? Self.places(of: dependencies), remedy: remedy))
  }

  mutating func report(_ message: String, of vertex: Int, path: [Int] = [], amount: Violation.Amount? = nil) {
    report(
      message, subject: [modules[vertex].id.description], modules: [vertex], path: path,
      dependencies: path.count > 1 ? statements(along: path) : [], amount: amount)
  }

  /// Reports a violation by a dependency, direct or transitive.
  /// - Parameters:
  ///   - path: from the dependent to the forbidden dependency, both included.
  ///   - reason: the part of the message after the two names.
  mutating func report(path: [Int], _ reason: String = "") {
    guard let from = path.first, let to = path.last else { return }
    let between = path.dropFirst().dropLast().map { names[$0] }
    let way = between.isEmpty ? "" : " through \(between.joined(separator: ", "))"
    report(
      "\(names[from]) depends on \(names[to])\(way)\(reason)",
      subject: [modules[from].id.description, modules[to].id.description], modules: [from, to],
      path: between.isEmpty ? [] : path, dependencies: statements(along: path))
  }

  /// The dependencies that manifests declare for each step of a path.
  func statements(along path: [Int]) -> [Dependency] {
    zip(path, path.dropFirst()).flatMap { whole.edge(from: $0, to: $1)?.dependencies ?? [] }
  }

  /// Where the steps of a path are declared.
  func places(along path: some Collection<Int>) -> [Dependency.Location] {
    Self.places(of: statements(along: Array(path)))
  }

  private static func places(of dependencies: [Dependency]) -> [Dependency.Location] {
    dependencies.compactMap { $0.location ?? $0.computedNear }
  }

  // MARK: Words

  /// The modules that a name, an id or a pattern matches.
  mutating func vertices(matching word: String) -> [Int] {
    if let exact = vertices[word] { return exact }
    if let known = matches[word] { return known }
    let glob = Glob(word)
    let found = modules.indices.filter { glob.matches(modules[$0].id) }
    matches[word] = found
    return found
  }

  /// Whether a word is the name or id of a module, not a pattern.
  func isExact(_ word: String) -> Bool { vertices[word] != nil }
}
