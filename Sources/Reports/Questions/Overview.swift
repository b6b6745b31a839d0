package import ModuleGraph

/// What `modgauge` alone prints: a workspace on one screen, and what to try next.
package struct Overview: Sendable {
  /// The newest build of a kind. The date is as in `2026-02-03T04:05:06Z`, with or without its separators.
  package typealias Build = (name: String, what: String, date: String, command: String)

  private let metrics: GraphMetrics
  private let name: String
  private let roles: Roles?
  private let rules: Int?
  private let builds: [Build]
  private let options: String

  /// - Parameters:
  ///   - roles: `nil` if they are not clear.
  ///   - rules: the number of the configuration's rules; `nil` without a configuration.
  ///   - options: what the commands need besides, with a space before it.
  package init(
    _ metrics: GraphMetrics, of name: String, roles: Roles?, rules: Int?, builds: [Build], options: String
  ) {
    (self.metrics, self.name, self.roles) = (metrics, name, roles)
    (self.rules, self.builds, self.options) = (rules, builds, options)
  }

  package func text(_ style: TextStyle = .plain) -> String {
    Text.line("\(name): \(size)") + "\n" + Self.table(facts, style)
      + "\nWhat to try next:\n" + Self.table(suggestions, style)
      // Their paths are long.
      + builds.map { Text.line("  " + $0.command) }.joined()
  }

  private typealias Row = (name: String, value: String)

  private static func table(_ rows: [Row], _ style: TextStyle) -> String {
    let table = Table(rows, columns: [.text("") { $0.name }, .text("") { $0.value }])
    return Text.table(table, hasHeader: false, indent: "  ", style)
  }

  private var labels: [String] { metrics.graph.labels }

  private var size: String {
    let packages = Set(metrics.graph.nodes.flatMap(\.modules).map(\.package)).count
    return [
      Figures.counted(metrics.nodes.count, "module") + " in \(Figures.counted(packages, "package"))",
      metrics.lines.map { Figures.counted($0, "line") },
    ].compactMap(\.self).joined(separator: ", ")
  }

  private var facts: [Row] {
    let chain = metrics.longestChain
    let labels = labels
    let cycle = metrics.graph.graph.cyclicComponents.first.map { $0.map { labels[$0] }.listed(atMost: 4) }
    let steps = Figures.counted(chain.count - 1, "step")
    let rows: [Row?] = [
      ("app", app),
      ("cycles", cycle.map { "\(Figures.count(metrics.cycleCount)): \($0) depend on one another" } ?? "none"),
      chain.count < 2 ? nil : ("longest chain", "\(steps): " + Self.shortened(chain.map { labels[$0] })),
      ("rules", rules.map { "\(Figures.counted($0, "rule")) in .modgauge.yml" } ?? "none yet"),
      builds.isEmpty ? ("builds", "none recorded yet") : nil,
    ]
    return rows.compactMap(\.self) + builds.map { ($0.name, "\($0.what), \(Self.minute($0.date))") }
  }

  private var app: String {
    guard let roles else { return "not clear; modgauge roles says why" }
    let samples = roles.assignments.count { $0.role == .sampleApp }
    let features = Figures.counted(roles.features.count, "feature")
    let parts = [
      roles.features.isEmpty ? nil : features, samples == 0 ? nil : Figures.counted(samples, "sample app"),
    ].compactMap(\.self).joined(separator: " and ")
    return (roles.combined.module?.name ?? "none, so the whole package counts as one")
      + (parts.isEmpty ? "" : ", with \(parts)")
  }

  private var suggestions: [Row] {
    let ends = metrics.longestChain
    let labels = labels
    let why = ends.count < 3 ? nil : [ends[0], ends[ends.count - 1]].map { Shell.word(labels[$0]) }
    let rows: [Row?] = [
      ("modgauge graph\(options) -o graph.html", "the graph as a page to explore"),
      metrics.cycleCount == 0 ? nil : ("modgauge cycles\(options)", "the fewest dependencies to remove"),
      why.map { ("modgauge why\(options) \($0.joined(separator: " "))", "the paths between the two") },
      ("modgauge metrics\(options) --top 10", "what a change recompiles the most of"),
      rules == nil
        ? ("modgauge init\(options)", "rules that keep the structure as it is")
        : ("modgauge check\(options)", "whether the rules hold"),
      builds.isEmpty ? ("modgauge record\(options)", "what a build spends its time on") : nil,
      ("modgauge help", "all commands"),
    ]
    return rows.compactMap(\.self)
  }

  /// The ends of a long chain.
  private static func shortened(_ names: [String]) -> String {
    let shown = names.count <= 6 ? names : names.prefix(3) + ["…"] + names.suffix(2)
    return shown.joined(separator: " → ")
  }

  /// As in `2026-02-03 04:05`.
  private static func minute(_ date: String) -> String {
    let digits = date.filter(\.isWholeNumber)
    guard digits.count >= 12 else { return date }
    func part(_ start: Int, _ count: Int) -> Substring { digits.dropFirst(start).prefix(count) }
    return "\(part(0, 4))-\(part(4, 2))-\(part(6, 2)) \(part(8, 2)):\(part(10, 2)) UTC"
  }
}
