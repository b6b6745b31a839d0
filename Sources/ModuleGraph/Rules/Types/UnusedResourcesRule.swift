import ImportSyntax

/// Resources that nothing mentions.
struct UnusedResourcesRule: RuleType {
  static let name = "unused-resources"
  static let summary = """
    Something mentions each file, image, color and string of a module: a source, an interface file, a property list or another \
    resource of the modules that are in one program with it, or a file that belongs to none. What may be named by a text that is \
    composed at run time is not decided.
    """
  static let parameters = [
    RuleParameter("modules", .modules, "the modules; all but tests if absent"),
    RuleParameter(
      "find", .choice(["all", "files", "assets", "strings"]), "files, entries of asset catalogs, or texts"),
    RuleParameter("except", .patterns, "names of files and catalog entries, and string keys, that may be unused"),
    RuleParameter("min-bytes", .number, "the size from which a resource is a violation; 1 if absent"),
  ]
  static let example = """
    id: no-dead-images
    type: unused-resources
    find: assets
    except: Flag*
    severity: warning
    """
  static let reads: FileReadings = [.resources, .mentions]

  let values: RuleValues

  private var find: String { values.choice("find") ?? "all" }
  private var except: NamePatterns? { values.patterns("except") }
  private var least: Int { values.number("min-bytes") ?? 1 }

  private typealias Item = WorkspaceResources.Item

  /// A resource of one or more modules, in one or more languages.
  private struct Subject: Hashable {
    let kind: Item.Kind
    let name: String
    /// Its file, without the folder of a language.
    let place: String
    let owners: [Int]

    /// The table of a string, else the folder.
    var group: String {
      if kind == .string { return place }
      let parts = place.split(separator: "/").dropLast(kind == .file ? 1 : 2)
      return parts.joined(separator: "/")
    }

    /// Whether names of a group seem to come from data, as those of flags and languages do.
    /// - Parameter unused: how many of them nothing mentions.
    func isLookedUpByData(_ unused: Int, of all: Int) -> Bool {
      guard kind == .string else { return unused >= 10 && 3 * unused > 2 * all }
      let isMain = place.split(separator: "/").last?.hasPrefix("Localizable.") == true
      return isMain ? unused >= 10 && 2 * unused > all : 3 * unused > all
    }
  }

  func check(_ run: inout RuleRun) {
    let chosen = run.select("modules", of: values)
    let (find, except) = (find, except)
    guard let resources = run.settings.resources, let mentions = run.settings.mentions else { return }
    var owners: [Dependency.Location: Set<Int>] = [:]
    var items: [Dependency.Location: Set<Item>] = [:]
    for vertex in run.modules.indices {
      for item in resources.items[run.modules[vertex].id] ?? [] where item.isNamedToBeUsed && item.isMeant(find) {
        owners[item.location, default: []].insert(vertex)
        items[item.location, default: []].insert(item)
      }
    }
    run.check(except, among: items.values.lazy.joined().map(\.name), "resource")
    var subjects: [Subject: [Item]] = [:]
    for (location, vertices) in owners where vertices.contains(where: chosen.contains) {
      for item in items[location] ?? [] where except?.matches(item.name) != true {
        let parts = location.file.split(separator: "/").filter { !$0.hasSuffix(".lproj") }
        let subject = Subject(
          kind: item.kind, name: item.name, place: parts.joined(separator: "/"), owners: vertices.sorted())
        subjects[subject, default: []].append(item)
      }
    }
    let programs = Programs(run.whole.graph)
    for (owners, subjects) in Dictionary(grouping: subjects, by: \.key.owners).sorted(by: {
      $0.key.lexicographicallyPrecedes($1.key)
    }) {
      check(subjects.map { ($0.key, $0.value) }, of: owners, programs.vertices(with: owners), mentions, &run)
    }
  }

  /// Checks the resources of the same modules.
  /// - Parameter seers: the modules that may mention them.
  private func check(
    _ subjects: [(Subject, [Item])], of owners: [Int], _ seers: [Int], _ mentions: WorkspaceMentions,
    _ run: inout RuleRun
  ) {
    if let unread = seers.first(where: { run.modules[$0].hasUnreadSources }) {
      run.leaveOpen(
        owners[0],
        "\(run.names[unread]) may mention resources of \(run.names[owners[0]]) in sources that could not be read")
      return
    }
    let packages = Set(seers.map { run.modules[$0].package })
    if let package = packages.sorted().first(where: { run.lacksLocalPackages($0) }) {
      run.leaveOpen(
        owners[0],
        "local packages on which \(package) depends are not here, and may mention resources of \(run.names[owners[0]])")
      return
    }
    let words = seers.compactMap { mentions.modules[run.modules[$0].id] } + [mentions.others]
    let search = NameSearch(words)
    var open: [String: [String]] = [:]
    var groups: [String: (all: Int, unused: [(subject: Subject, items: [Item])])] = [:]
    for (subject, items) in subjects.sorted(by: { ($0.0.place, $0.0.name) < ($1.0.place, $1.0.name) }) {
      groups[subject.group, default: (0, [])].all += 1
      switch search.answer(subject.name, subject.kind) {
      case .mentioned: break
      case .composed(let words): open[words, default: []].append(subject.name)
      case .nowhere: groups[subject.group]?.unused.append((subject, items))
      }
    }
    for (name, group) in groups.sorted(by: { $0.key < $1.key }) where !group.unused.isEmpty {
      if group.unused[0].subject.isLookedUpByData(group.unused.count, of: group.all) {
        open["the names in \(name), many of which nothing mentions", default: []] += group.unused.map(\.subject.name)
        continue
      }
      for (subject, items) in group.unused { report(subject, items, &run) }
    }
    guard !open.isEmpty else { return }
    let ways = open.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { words, names in
      "\(words) (\(names.listed(atMost: 2)))"
    }
    let count = FigureLimit.counted(open.values.reduce(0) { $0 + $1.count }, "resource", "resources")
    run.leaveOpen(
      owners[0],
      "\(count) of \(run.names[owners[0]]) that nothing mentions may be named at run time: \(ways.listed(atMost: 4))")
  }

  private func report(_ subject: Subject, _ items: [Item], _ run: inout RuleRun) {
    let bytes = items.reduce(0) { $0 + $1.bytes }
    guard bytes >= least else { return }
    let languages = Set(items.compactMap(\.language)).sorted()
    let shown =
      subject.kind == .string
      ? "the string “\(subject.name)”"
        + (languages.isEmpty
          ? "" : " (\(languages.count > 6 ? "\(languages.count) languages" : languages.joined(separator: ", ")))")
      : subject.name
    let who = subject.owners.map { run.names[$0] }.listed(atMost: 3)
    run.report(
      "nothing mentions \(shown) of \(who): \(FigureLimit.counted(bytes, "byte", "bytes"))",
      subject: [subject.kind.rawValue, subject.name, subject.place], modules: subject.owners,
      amount: Violation.Amount(bytes, limit: 0, unit: "bytes that nothing uses"),
      places: places(of: items))
  }
}

extension UnusedResourcesRule {
  /// One of each file; of a table, the one in the language that developers write.
  private func places(of items: [Item]) -> [Dependency.Location] {
    let places = Set(items.map(\.location)).sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    guard items[0].kind == .string else { return places }
    let first = ["/Base.lproj/", "/en.lproj/"].lazy.compactMap { folder in
      places.first { "/\($0.file)".contains(folder) }
    }.first
    return Array([first ?? places[0]])
  }
}

/// Which modules are in one program with others: at run time, each finds the resources of all.
private struct Programs {
  private let dependencies: IndexedGraph
  private let dependents: IndexedGraph

  init(_ graph: IndexedGraph) { (dependencies, dependents) = (graph, graph.reversed) }

  /// Sorted, with the given ones.
  /// - Complexity: O(modules + dependencies).
  func vertices(with start: [Int]) -> [Int] {
    Self.reached(in: dependencies, from: Self.reached(in: dependents, from: start))
  }

  private static func reached(in graph: IndexedGraph, from start: [Int]) -> [Int] {
    graph.distances(from: start).enumerated().filter { $0.element != nil }.map(\.offset)
  }
}

extension RuleRun {
  /// Whether a package depends on one in a folder that is not there.
  fileprivate func lacksLocalPackages(_ key: String) -> Bool {
    graph.packages.first { $0.key == key }?.dependencies.contains { dependency in
      dependency.requirement == "path" && !graph.packages.contains { $0.identity == dependency.identity }
    } ?? false
  }
}
