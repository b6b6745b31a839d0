/// Resources that exist in one module only.
struct UniqueResourcesRule: RuleType {
  static let name = "unique-resources"
  static let summary = """
    No two modules contain the same file, image, color or string. Files and images are compared by content, regardless of their \
    names; colors and strings by name and value.
    """
  static let parameters = [
    RuleParameter("modules", .modules, "the modules; all but tests if absent"),
    RuleParameter(
      "find", .choice(["all", "files", "assets", "strings"]), "files, entries of asset catalogs, or texts"),
    RuleParameter("except", .patterns, "names of files and catalog entries, and string keys, that may be duplicated"),
    RuleParameter("min-bytes", .number, "the total size of the copies from which they are a violation; 1 if absent"),
  ]
  static let example = """
    id: no-copies
    type: unique-resources
    find: assets
    except: AppIcon*
    min-bytes: 1000
    """
  static let reads = FileReadings.resources

  let values: RuleValues

  private var find: String { values.choice("find") ?? "all" }
  private var except: NamePatterns { values.patterns("except") ?? NamePatterns([]) }
  private var least: Int { values.number("min-bytes") ?? 1 }

  /// What two resources have in common if they are copies.
  private struct Identity: Hashable {
    let kind: WorkspaceResources.Item.Kind
    let contents: UInt64
    let name: String?
    let language: String?

    init(_ item: WorkspaceResources.Item) {
      (kind, contents) = (item.kind, item.contents)
      name = [.color, .string].contains(item.kind) ? item.name : nil
      language = item.language
    }
  }

  /// One resource in one module.
  private struct Copy {
    let vertex: Int
    let item: WorkspaceResources.Item
  }

  func check(_ run: inout RuleRun) {
    let chosen = run.select("modules", of: values)
    guard let resources = run.settings.resources else { return }
    var copies: [Identity: [Copy]] = [:]
    for vertex in chosen.members {
      for item in resources.items[run.modules[vertex].id] ?? [] where isMeant(item) {
        copies[Identity(item), default: []].append(Copy(vertex: vertex, item: item))
      }
    }
    let several = copies.mapValues { distinct($0, run) }.filter { Set($0.value.map(\.vertex)).count > 1 }
    for (identity, copies) in several where identity.kind != .string { report(copies, &run) }
    // A string is one finding, however many languages the same modules have it in.
    let texts = Dictionary(grouping: several.filter { $0.key.kind == .string }.values) { copies in
      TextKey(name: copies[0].item.name, modules: Set(copies.map(\.vertex)).sorted())
    }
    for (key, languages) in texts { report(key, languages, &run) }
  }

  /// Without those of a file that several targets of a project share, unless one contains the other, as an app contains
  /// its extension: targets for several platforms are different apps. Strings of a shared table are never copies, since
  /// a project would have a finding for each of its strings.
  private func distinct(_ copies: [Copy], _ run: RuleRun) -> [Copy] {
    guard Set(copies.map(\.item.location.file)).count < copies.count else { return copies }
    var kept: [Copy] = []
    for copy in copies {
      let isShared = kept.contains { other in
        other.item.location.file == copy.item.location.file && other.vertex != copy.vertex
          && (copy.item.kind == .string || !isNested(copy.vertex, other.vertex, run))
      }
      if !isShared { kept.append(copy) }
    }
    return kept
  }

  private func isNested(_ vertex: Int, _ other: Int, _ run: RuleRun) -> Bool {
    run.whole.edge(from: vertex, to: other) != nil || run.whole.edge(from: other, to: vertex) != nil
  }

  private struct TextKey: Hashable {
    let name: String
    let modules: [Int]
  }

  private func isMeant(_ item: WorkspaceResources.Item) -> Bool {
    item.isMeant(find) && !except.matches(item.name)
  }

  /// A file, or an entry of a catalog.
  private func report(_ copies: [Copy], _ run: inout RuleRun) {
    let first = copies[0].item
    let cost = first.bytes * (copies.count - 1)
    guard cost >= least else { return }
    let owners = copies.map { copy in
      run.names[copy.vertex] + (copy.item.name == first.name ? "" : " (as \(copy.item.name))")
    }
    report(
      "\(first.name) is in \(owners.joined(separator: ", ")); each copy costs \(FigureLimit.counted(first.bytes, "byte", "bytes"))",
      subject: [first.kind.rawValue, first.name, String(first.contents, radix: 16)], copies, cost, &run)
  }

  /// A string.
  private func report(_ key: TextKey, _ languages: [[Copy]], _ run: inout RuleRun) {
    let ordered = languages.sorted { ($0[0].item.language ?? "") < ($1[0].item.language ?? "") }
    let cost = ordered.reduce(0) { $0 + $1[0].item.bytes * ($1.count - 1) }
    guard cost >= least else { return }
    let names = key.modules.map { run.names[$0] }
    let codes = ordered.compactMap(\.[0].item.language)
    let words =
      codes.isEmpty ? "" : " (\(codes.count > 6 ? "\(codes.count) languages" : codes.joined(separator: ", ")))"
    let bytes = ordered.reduce(0) { $0 + $1[0].item.bytes }
    report(
      "the string “\(key.name)” is the same in \(names.joined(separator: ", "))\(words); each copy costs "
        + FigureLimit.counted(bytes, "byte", "bytes"),
      subject: ["string", key.name] + key.modules.map { run.modules[$0].id.description }, ordered.flatMap(\.self), cost,
      &run)
  }

  private func report(
    _ message: String, subject: [String], _ copies: [Copy], _ cost: Int, _ run: inout RuleRun
  ) {
    let first = copies.uniqued(by: \.vertex)
    run.report(
      message, subject: subject, modules: first.map(\.vertex),
      amount: Violation.Amount(cost, limit: 0, unit: "bytes of copies"),
      places: first.map(\.item.location))
  }
}
