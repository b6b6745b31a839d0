/// Where a manifest states what SwiftPM says of it.
///
/// The text is read for places alone, and tolerantly: what it computes is SwiftPM's answer. A place counts only where
/// the name that stands there is what the answer says for that target, and where no other place is as good.
package struct ManifestPlaces: Hashable, Sendable {
  /// The name of the file.
  package let file: String
  /// For each target, in SwiftPM's order, the line of each of its dependencies, counted from 1.
  package let dependencies: [[Int?]]
  /// The same for the plugins that it applies.
  package let plugins: [[Int?]]
  /// Where each target is declared.
  package let targets: [Int?]
  /// Where the package is.
  package let package: Int?
}

extension ManifestPlaces {
  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - manifest: SwiftPM's answer.
  ///   - text: the file that it evaluated.
  /// - Complexity: O(bytes).
  init(of manifest: Manifest, in text: PlaceText, file: String) {
    var search = PlaceSearch(text, targets: Set(manifest.targets.map(\.name)))
    self.file = file
    dependencies = manifest.targets.map { target in
      search.lines(of: target.dependencies.map(\.reference.place), in: target.name, .dependencies)
    }
    plugins = manifest.targets.map { target in
      let names = target.pluginUsages.map { PlaceSearch.Wanted(name: $0.name, form: .plugin) }
      return search.lines(of: names, in: target.name, .plugins)
    }
    targets = manifest.targets.map { search.declarationLine(of: $0.name) }
    package = search.packageLine
  }
}

extension ManifestTargetDependency.Reference {
  fileprivate var place: PlaceSearch.Wanted {
    switch self {
    case .target(let name): PlaceSearch.Wanted(name: name, form: .target)
    case .product(let name, _): PlaceSearch.Wanted(name: name, form: .product)
    case .byName(let name): PlaceSearch.Wanted(name: name, form: .byName)
    }
  }
}

/// The search for what targets name, in one manifest.
struct PlaceSearch {
  /// Something that SwiftPM's answer holds.
  struct Wanted: Hashable {
    let name: String
    let form: PlaceMention.Form
  }

  private var mentions: PlaceMentions
  private var declarations: [String: [PlaceDeclaration]] = [:]
  /// Those that name no target.
  private var changes: [PlaceDeclaration] = []
  /// What functions add, by where they begin.
  private var added: [Int: [PlaceDeclaration.Role: [PlaceMention]]] = [:]
  private var changed: [PlaceDeclaration.Role: [PlaceMention]] = [:]
  let packageLine: Int?

  init(_ text: PlaceText, targets: Set<String>) {
    var names = PlaceNames(text: text, definitions: PlaceDefinition.all(in: text), targets: targets)
    let all = PlaceDeclaration.all(in: text, names: &names, known: targets)
    mentions = PlaceMentions(text: text, names: names)
    packageLine = text.all.first { text.word($0) == "Package" && text.isSign($0 + 1, "(") }.map { text.tokens[$0].line }
    changes = all.filter(\.targets.isEmpty)
    for declaration in all {
      for target in Set(declaration.targets) { declarations[target, default: []].append(declaration) }
    }
  }

  func declarationLine(of target: String) -> Int? {
    let all = (declarations[target] ?? []).filter { $0.changes == nil }
    return (all.first(where: \.isWhole) ?? all.first)?.line
  }

  /// The line of each thing that a target names; `nil` where the manifest computes it, or more than one could be.
  mutating func lines(of wanted: [Wanted], in target: String, _ role: PlaceDeclaration.Role) -> [Int?] {
    guard !wanted.isEmpty else { return [] }
    let declared = declared(by: target, wanted, role)
    var lines = Self.lines(of: wanted, among: declared)
    guard lines.contains(nil) else { return lines }
    let elsewhere = Self.lines(of: wanted, among: changed(role))
    for (index, line) in elsewhere.enumerated()
    where lines[index] == nil && !Self.isMentioned(wanted[index], in: declared) {
      lines[index] = line
    }
    return lines
  }

  /// What the declarations of a target name: of several, as in the branches of an `if`, the one that says most of what
  /// SwiftPM does, and the changes.
  private mutating func declared(
    by target: String, _ wanted: [Wanted], _ role: PlaceDeclaration.Role
  ) -> [PlaceMention] {
    let all = declarations[target] ?? []
    let names = Set(wanted.map(\.name))
    let found = all.filter { $0.changes == nil }.map { mentions(in: $0, role) }
    let hits = found.map { mentions in Set(mentions.map(\.name)).intersection(names).count }
    let most = hits.max()
    let best = zip(found, hits).filter { $1 == most }.flatMap { $0.0 }
    return best + all.filter { $0.changes != nil }.flatMap { mentions(in: $0, role) }
  }

  private mutating func mentions(in declaration: PlaceDeclaration, _ role: PlaceDeclaration.Role) -> [PlaceMention] {
    var found = declaration.values(for: role).flatMap { mentions.found(in: $0) }
    // What a function of the file adds to every target that it makes.
    for function in mentions.names.definitions[declaration.callee] ?? [] where function.parameters != nil {
      found += added(by: function, role)
    }
    return found
  }

  private mutating func added(by function: PlaceDefinition, _ role: PlaceDeclaration.Role) -> [PlaceMention] {
    if let known = added[function.value.lowerBound]?[role] { return known }
    let found = mentions.found(in: function.value, argumentsCalled: role.rawValue)
    added[function.value.lowerBound, default: [:]][role] = found
    return found
  }

  /// What statements name that change targets without naming them.
  private mutating func changed(_ role: PlaceDeclaration.Role) -> [PlaceMention] {
    if let known = changed[role] { return known }
    let found = changes.flatMap { mentions(in: $0, role) }
    changed[role] = found
    return found
  }

  private static func isMentioned(_ wanted: Wanted, in mentions: [PlaceMention]) -> Bool {
    mentions.contains { $0.name == wanted.name }
  }

  private static func lines(of wanted: [Wanted], among mentions: [PlaceMention]) -> [Int?] {
    let byName = Dictionary(grouping: mentions, by: \.name)
    var turns: [Wanted: Int] = [:]
    let counts = Dictionary(grouping: wanted, by: { $0 }).mapValues(\.count)
    return wanted.map { wanted in
      let turn = turns[wanted, default: 0]
      turns[wanted] = turn + 1
      let lines = lines(of: wanted, among: byName[wanted.name] ?? [])
      if lines.count == 1 { return lines[0] }
      return lines.count == counts[wanted] ? lines[turn] : nil
    }
  }

  /// The lines on which something stands in its own form, else in none.
  private static func lines(of wanted: Wanted, among mentions: [PlaceMention]) -> [Int] {
    let exact = mentions.filter { $0.form == wanted.form || ($0.form == nil && wanted.form == .byName) }
    var lines: [Int] = []
    for mention in exact.isEmpty ? mentions.filter({ $0.form == nil }) : exact where !lines.contains(mention.line) {
      lines.append(mention.line)
    }
    return lines
  }
}
