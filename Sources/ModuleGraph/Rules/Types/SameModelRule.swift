/// Copies of a model type that do not differ.
struct SameModelRule: RuleType {
  static let name = "same-model"
  static let summary = """
    Types of the same name in several modules have the same stored properties or cases, with the same types as written; classes in \
    Objective-C headers the same properties, protocols the same methods, too. In `types`, `?` is what is the module's own: `YZ?User` \
    compares YZGUser with YZSUser. Computed and static properties, other methods and the order are ignored, and so are members under \
    `#if` and types that are private to a file. Violations are warnings unless `severity` says otherwise.
    """
  static let parameters = [
    RuleParameter("types", .patterns, "names of types; `Outer.Inner` for a nested type; `?` is the module's own part"),
    RuleParameter("files", .patterns, "names of the files in which they are, such as `*Service.h`; all if absent"),
    RuleParameter("modules", .modules, "the modules; all but tests if absent"),
  ]
  static let example = """
    id: models-agree
    type: same-model
    types: ["*DTO", User, User.Address, "YZ?GoodsModel"]
    comment: Each team has its copy of what the server sends.
    """
  static let reads = FileReadings.types
  static let severity = Rule.Severity.warning

  private let values: RuleValues
  private let types: CopyNames?
  private let words: (types: NamePatterns?, files: NamePatterns?)

  init(values: RuleValues) {
    self.values = values
    words = (values.patterns("types"), values.patterns("files"))
    types = words.types.map { CopyNames($0) }
  }

  /// What copies have in common.
  private struct Identity: Hashable, Comparable {
    let name: String
    /// In Objective-C, a class and a protocol may have the same name.
    let isProtocol: Bool

    init(name: String, _ type: WorkspaceTypes.Declared) {
      (self.name, isProtocol) = (name, type.type.kind == .protocol)
    }

    static func < (left: Self, right: Self) -> Bool {
      (left.name, left.isProtocol ? 1 : 0) < (right.name, right.isProtocol ? 1 : 0)
    }
  }

  /// A model of one module.
  private struct Copy {
    let vertex: Int
    let declared: WorkspaceTypes.Declared
    let model: Model

    var name: String { declared.type.name }
  }

  func check(_ run: inout RuleRun) {
    let chosen = run.select("modules", of: values)
    guard words.types != nil || words.files != nil else {
      return run.note(.cannotBreak(reason: "it names neither `types` nor `files`"))
    }
    guard let all = run.settings.types else { return }
    let declared = all.modules.values.lazy.flatMap(\.types)
    // Others may be in sources that could not be read.
    if !run.modules.contains(where: \.hasUnreadSources) {
      run.check(words.types, among: Set(declared.map(\.type.name)), "type")
      run.check(words.files, among: Set(declared.map(\.fileName)), "file")
    }
    // Most types have a name of their own, and nothing to be compared with.
    var counts: [Identity: Int] = [:]
    for type in declared {
      if let common = common(of: type) { counts[Identity(name: common.name, type), default: 0] += 1 }
    }
    let prefixes = SystemModules.all.union(run.modules.map(\.compiledName))
    var copies: [Identity: [Copy]] = [:]
    for vertex in chosen.members {
      if run.modules[vertex].hasUnreadSources {
        run.leaveOpen(vertex, "\(run.names[vertex]) may declare types in sources that could not be read")
      }
      guard let contents = all.modules[run.modules[vertex].id] else { continue }
      let meant = contents.types.compactMap { type in common(of: type).map { (type: type, common: $0) } }
      for (_, declared) in Dictionary(grouping: meant, by: { Identity(name: $0.type.type.name, $0.type) }).sorted(by: {
        $0.key < $1.key
      }) {
        let identity = Identity(name: declared[0].common.name, declared[0].type)
        guard counts[identity] ?? 0 > 1 else { continue }
        let models = declared.map {
          Model($0.type.type, aliases: contents.aliases, modules: prefixes, common: $0.common)
        }
        // A build contains one of several conditional declarations, and which one is unknown.
        if models.contains(where: { !$0.differences(from: models[0]).isEmpty }) {
          let name = declared[0].type.type.name
          run.leaveOpen(vertex, "\(run.names[vertex]) declares \(name) several times, under conditions")
        } else {
          copies[identity, default: []].append(Copy(vertex: vertex, declared: declared[0].type, model: models[0]))
        }
      }
    }
    for (_, copies) in copies.sorted(by: { $0.key < $1.key }) where copies.count > 1 { compare(copies, &run) }
  }

  /// - Returns: `nil` for a type that the rule does not mean.
  private func common(of type: WorkspaceTypes.Declared) -> CopyNames.Common? {
    if let files = words.files, !files.matches(type.fileName) { return nil }
    guard let types else { return CopyNames.Common(name: type.type.name, prefix: "") }
    return types.common(of: type.type.name)
  }

  /// Reports the copies that differ from the majority; of two, the second.
  private func compare(_ copies: [Copy], _ run: inout RuleRun) {
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
        "\(copy.name) in \(own) differs from \(copy.name == reference.name ? "that" : reference.name) in \(other): "
          + shown.joined(separator: "; ")
          + (rest > 0 ? "; and \(rest) more" : ""),
        subject: [copy.name, run.modules[copy.vertex].id.description], modules: [copy.vertex, reference.vertex],
        amount: Violation.Amount(differences.count, limit: 0, unit: "differences"),
        places: [copy.declared.location, reference.declared.location])
    }
  }

  /// Further ones are only counted.
  private static let mostDifferences = 8
}

extension WorkspaceTypes.Declared {
  fileprivate var fileName: String { location.file.split(separator: "/").last.map(String.init) ?? "" }
}
