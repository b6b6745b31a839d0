/// Copies of a model type that do not differ.
struct SameModelRule: RuleType {
  static let name = "same-model"
  static let summary = """
    Types of the same name in several modules have the same stored properties or cases, with the same types as written. Computed and \
    static properties, methods and the order are ignored, and so are members under `#if` and types that are private to a file.
    """
  static let parameters = [
    RuleParameter("types", .patterns, required: true, "names of types; `Outer.Inner` for a nested type"),
    RuleParameter("modules", .modules, "the modules; all but tests if absent"),
  ]
  static let example = """
    id: models-agree
    type: same-model
    types: ["*DTO", User, User.Address]
    comment: Each team has its copy of what the server sends.
    """
  static let reads = FileReadings.types

  private let types: NamePatterns
  private let modules: ModuleSelector?

  init(_ values: RuleValues) {
    types = values.patterns("types") ?? NamePatterns([])
    modules = values.modules("modules")
  }

  /// A model of one module.
  private struct Copy {
    let vertex: Int
    let declared: WorkspaceTypes.Declared
    let model: Model
  }

  func check(_ run: inout RuleRun) {
    let chosen = run.select(modules, "modules")
    guard let all = run.settings.types else { return }
    let counts = counts(in: all)
    // Others may be in sources that could not be read.
    if !run.modules.contains(where: \.hasUnreadSources) { run.check(types, among: counts.keys, "type") }
    // Most types have a name of their own, and nothing to be compared with.
    let names = Set(counts.lazy.filter { $0.value > 1 && types.matches($0.key) }.map(\.key))
    let prefixes = SystemModules.all.union(run.modules.map(\.compiledName))
    var copies: [String: [Copy]] = [:]
    for vertex in chosen.members {
      if run.modules[vertex].hasUnreadSources {
        run.leaveOpen(vertex, "\(run.names[vertex]) may declare types in sources that could not be read")
      }
      guard let contents = all.modules[run.modules[vertex].id] else { continue }
      let meant = contents.types.filter { names.contains($0.type.name) }
      for (name, declared) in Dictionary(grouping: meant, by: \.type.name).sorted(by: { $0.key < $1.key }) {
        let models = declared.map { Model($0.type, aliases: contents.aliases, modules: prefixes) }
        // A build contains one of several conditional declarations, and which one is unknown.
        if models.contains(where: { !$0.differences(from: models[0]).isEmpty }) {
          run.leaveOpen(vertex, "\(run.names[vertex]) declares \(name) several times, under conditions")
        } else {
          copies[name, default: []].append(Copy(vertex: vertex, declared: declared[0], model: models[0]))
        }
      }
    }
    for (name, copies) in copies where copies.count > 1 { compare(copies, name, &run) }
  }

  /// How often each type is declared.
  private func counts(in all: WorkspaceTypes) -> [String: Int] {
    var counts: [String: Int] = [:]
    for contents in all.modules.values {
      for declared in contents.types { counts[declared.type.name, default: 0] += 1 }
    }
    return counts
  }

  /// Reports the copies that differ from the majority; of two, the second.
  private func compare(_ copies: [Copy], _ name: String, _ run: inout RuleRun) {
    func agreeing(with copy: Copy) -> [Copy] { copies.filter { $0.model.differences(from: copy.model).isEmpty } }
    var standard = agreeing(with: copies[0])
    for copy in copies.dropFirst() {
      let same = agreeing(with: copy)
      if same.count > standard.count { standard = same }
    }
    let reference = standard[0]
    for copy in copies {
      let differences = copy.model.differences(from: reference.model)
      guard !differences.isEmpty else { continue }
      let (own, other) = (run.names[copy.vertex], run.names[reference.vertex])
      let shown = differences.prefix(Self.mostDifferences).map { $0.words(own, other) }
      let rest = differences.count - shown.count
      run.report(
        "\(name) in \(own) differs from that in \(other): \(shown.joined(separator: "; "))"
          + (rest > 0 ? "; and \(rest) more" : ""),
        subject: [name, run.modules[copy.vertex].id.description], modules: [copy.vertex, reference.vertex],
        amount: Violation.Amount(differences.count, limit: 0, unit: "differences"),
        places: [copy.declared.location, reference.declared.location])
    }
  }

  /// Further ones are only counted.
  private static let mostDifferences = 8
}
