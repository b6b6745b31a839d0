package struct PlacedLine: Hashable, Sendable {
  /// Counted from 1.
  package let number: Int
  /// Whether the code on the line, such as a closure or a loop, computes the dependency instead of stating it.
  package let isComputed: Bool

  package init(_ number: Int, isComputed: Bool = false) {
    self.number = number
    self.isComputed = isComputed
  }
}

/// The lines on which a manifest declares the elements of SwiftPM's answer.
///
/// The search accepts any text and finds only lines: the meaning of the manifest is SwiftPM's answer. A line counts
/// only if SwiftPM's answer for the target contains the name on it, and no other line fits as well.
package struct ManifestLocations: Hashable, Sendable {
  package let file: String
  /// For each target, in SwiftPM's order, the line of each of its dependencies; `nil` if it is not certain.
  package let dependencies: [[PlacedLine?]]
  /// The same for the plugins that each target applies.
  package let plugins: [[PlacedLine?]]
  /// The line on which each target is declared, counted from 1.
  package let targets: [Int?]
  /// The line on which the package is declared.
  package let package: Int?

  package init(
    file: String, dependencies: [[PlacedLine?]], plugins: [[PlacedLine?]], targets: [Int?], package: Int?
  ) {
    (self.file, self.dependencies, self.plugins) = (file, dependencies, plugins)
    (self.targets, self.package) = (targets, package)
  }
}

extension ManifestLocations {
  /// Searches a manifest.
  ///
  /// - Parameters:
  ///   - manifest: SwiftPM's answer.
  ///   - text: the file that it evaluated.
  /// - Complexity: O(bytes).
  init(of manifest: Manifest, in text: LocationText, file: String) {
    var search = LocationSearch(text, targets: Set(manifest.targets.map(\.name)))
    self.file = file
    dependencies = manifest.targets.map { target in
      search.lines(of: target.dependencies.map(\.reference.place), in: target.name, .dependencies)
    }
    plugins = manifest.targets.map { target in
      let names = target.pluginUsages.map { LocationSearch.Reference(name: $0.name, form: .plugin) }
      return search.lines(of: names, in: target.name, .plugins)
    }
    targets = manifest.targets.map { search.declarationLine(of: $0.name) }
    package = search.packageLine
  }
}

extension ManifestTargetDependency.Reference {
  fileprivate var place: LocationSearch.Reference {
    switch self {
    case .target(let name): LocationSearch.Reference(name: name, form: .target)
    case .product(let name, _): LocationSearch.Reference(name: name, form: .product)
    case .byName(let name): LocationSearch.Reference(name: name, form: .byName)
    }
  }
}

/// The search for the dependencies of targets in one manifest.
struct LocationSearch {
  /// A dependency or plugin in SwiftPM's answer.
  struct Reference: Hashable {
    let name: String
    let form: LocationMention.Form
  }

  private var mentions: LocationMentions
  private var declarations: [String: [LocationDeclaration]] = [:]
  /// Statements that change targets without naming them.
  private var changes: [LocationDeclaration] = []
  /// The dependencies that functions add, by the start of their bodies.
  private var added: [Int: [LocationDeclaration.Role: [LocationMention]]] = [:]
  private var changed: [LocationDeclaration.Role: [LocationMention]] = [:]
  let packageLine: Int?

  init(_ text: LocationText, targets: Set<String>) {
    var names = LocationNames(text: text, definitions: LocationDefinition.all(in: text), targets: targets)
    let all = LocationDeclaration.all(in: text, names: &names, known: targets)
    mentions = LocationMentions(text: text, names: names)
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

  /// The line of each dependency of a target; `nil` if the manifest computes it, or several lines are possible.
  mutating func lines(of wanted: [Reference], in target: String, _ role: LocationDeclaration.Role) -> [PlacedLine?] {
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

  /// The names in a target's declarations and in the statements that change it. If there are several declarations, as
  /// in the branches of an `if`, those with the most names of SwiftPM's answer are used.
  private mutating func declared(
    by target: String, _ wanted: [Reference], _ role: LocationDeclaration.Role
  ) -> [LocationMention] {
    let all = declarations[target] ?? []
    let names = Set(wanted.map(\.name))
    let found = all.filter { $0.changes == nil }.map { mentions(in: $0, role) }
    let hits = found.map { mentions in Set(mentions.map(\.name)).intersection(names).count }
    let most = hits.max()
    let best = zip(found, hits).filter { $1 == most }.flatMap { $0.0 }
    return best + all.filter { $0.changes != nil }.flatMap { mentions(in: $0, role) }
  }

  private mutating func mentions(
    in declaration: LocationDeclaration, _ role: LocationDeclaration.Role
  ) -> [LocationMention] {
    var found = declaration.values(for: role).flatMap { mentions.found(in: $0) }
    // The dependencies that a function of the file adds to every target that it creates.
    for function in mentions.names.definitions[declaration.callee] ?? [] where function.parameters != nil {
      found += added(by: function, role)
    }
    return found
  }

  private mutating func added(by function: LocationDefinition, _ role: LocationDeclaration.Role) -> [LocationMention] {
    if let known = added[function.value.lowerBound]?[role] { return known }
    let found = mentions.found(in: function.value, argumentsCalled: role.rawValue)
    added[function.value.lowerBound, default: [:]][role] = found
    return found
  }

  /// The names in statements that change targets without naming them.
  private mutating func changed(_ role: LocationDeclaration.Role) -> [LocationMention] {
    if let known = changed[role] { return known }
    let found = changes.flatMap { mentions(in: $0, role) }
    changed[role] = found
    return found
  }

  private static func isMentioned(_ wanted: Reference, in mentions: [LocationMention]) -> Bool {
    mentions.contains { $0.name == wanted.name }
  }

  private static func lines(of wanted: [Reference], among mentions: [LocationMention]) -> [PlacedLine?] {
    let byName = Dictionary(grouping: mentions, by: \.name)
    var turns: [Reference: Int] = [:]
    let counts = Dictionary(grouping: wanted, by: { $0 }).mapValues(\.count)
    return wanted.map { wanted in
      let turn = turns[wanted, default: 0]
      turns[wanted] = turn + 1
      let lines = lines(of: wanted, among: byName[wanted.name] ?? [])
      if lines.count == 1 { return lines[0] }
      return lines.count == counts[wanted] ? lines[turn] : nil
    }
  }

  /// The lines with the exact form of a dependency, or else those with its plain name. Computed ones are used only if
  /// no line states the dependency.
  private static func lines(of wanted: Reference, among mentions: [LocationMention]) -> [PlacedLine] {
    let exact = mentions.filter { $0.form == wanted.form || ($0.form == nil && wanted.form == .byName) }
    let fitting = exact.isEmpty ? mentions.filter { $0.form == nil } : exact
    let isComputed = fitting.allSatisfy(\.isComputed)
    var lines: [PlacedLine] = []
    for mention in fitting where mention.isComputed == isComputed {
      let line = PlacedLine(mention.line, isComputed: isComputed)
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }
}
