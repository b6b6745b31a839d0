/// Finds the lists in a manifest's text that an edit has to change.
struct EditLocations {
  let text: LocationText
  let names: LocationNames
  let declarations: [LocationDeclaration]
  private let untaken: [HostBranches.Untaken]
  private let all: [ManifestToken]

  /// Arguments that refer to targets without declaring them.
  private static let namingLabels: Set<String> = ["dependencies", "plugins"]
  /// Arguments of a package, in the order in which they must be.
  private static let order = [
    "products", "traits", "dependencies", "targets", "swiftLanguageModes", "swiftLanguageVersions", "cLanguageStandard",
    "cxxLanguageStandard",
  ]

  /// - Parameters:
  ///   - targets: the names of all targets in SwiftPM's answer.
  ///   - os: `linux` or `macos`.
  init(_ bytes: [UInt8], targets: Set<String>, os: String) {
    all = ManifestLexer.tokens(of: bytes)
    let branches = HostBranches(all, in: bytes, os: os)
    text = LocationText(bytes: bytes, tokens: branches.tokens)
    untaken = branches.untaken
    var names = LocationNames(text: text, definitions: LocationDefinition.all(in: text), targets: targets)
    declarations = LocationDeclaration.all(in: text, names: &names, known: targets)
    self.names = names
  }

  // MARK: Targets

  /// The place to add a dependency of a target.
  enum Site {
    case list(ItemList)
    /// There is no list yet: the arguments of the call, and the index of the argument to insert `dependencies:` before;
    /// `nil` for the end.
    case arguments(ItemList, before: Int?)
  }

  /// The place to add a dependency of a target.
  /// - Throws: `EditObstacle` if the place is ambiguous or computed.
  func site(ofDependenciesOf target: String) throws(EditObstacle) -> Site {
    let declaration = try declaration(of: target)
    guard let opening = declaration.opening, let arguments = ItemList(text, opening: opening) else {
      throw .computed(line: declaration.line)
    }
    guard let value = declaration.arguments.first(where: { $0.label == "dependencies" })?.value else {
      guard PackageDescription.takesDependencies(declaration.callee), arguments.label(0) == "name" else {
        throw .computed(line: declaration.line)
      }
      return .arguments(arguments, before: arguments.items.count > 1 ? 1 : nil)
    }
    guard let list = lists(in: value).first else { throw .computed(line: declaration.line) }
    return .list(list)
  }

  /// The call that declares a target.
  /// - Throws: `EditObstacle` if there is none, or more than one.
  func declaration(of target: String) throws(EditObstacle) -> LocationDeclaration {
    for branch in untaken {
      let text = LocationText(bytes: text.bytes, tokens: Array(all[branch.tokens]))
      if text.all.contains(where: { text.kind($0) == .string(isPlain: true) && text.text($0) == target }) {
        throw .otherHosts(directive: branch.directive, line: branch.line)
      }
    }
    let own = Self.calls(declaring: target, in: declarations)
    let whole = own.filter(\.isWhole)
    let found = own.count > 1 ? whole : own
    guard found.count == 1 else {
      throw own.isEmpty
        ? EditObstacle.notFound(target: target) : EditObstacle.severalPlaces(lines: own.map(\.line))
    }
    return found[0]
  }

  /// The calls that declare a target, or may: `.target(name:)` is also a dependency.
  private static func calls(
    declaring target: String, in declarations: [LocationDeclaration]
  ) -> [LocationDeclaration] {
    let nested = declarations.flatMap(\.arguments).filter { $0.label.map(namingLabels.contains) ?? false }
    return declarations.filter { declaration in
      declaration.changes == nil && declaration.targets == [target]
        && !nested.contains { $0.value.contains(declaration.opening ?? 0) }
    }
  }

  /// The first list item that names a dependency of a target.
  /// - Returns: the list, and the index of the item; `nil` if no list in the text names the dependency.
  /// - Throws: `EditObstacle` if the target's declaration is ambiguous, or if the item names other dependencies as
  ///   well.
  func item(named name: String, of target: String) throws(EditObstacle) -> (list: ItemList, index: Int)? {
    let declaration = try declaration(of: target)
    let changes = declarations.filter { $0.changes == .dependencies && $0.targets == [target] }
    var mentions = LocationMentions(text: text, names: names)
    for list in ([declaration] + changes).flatMap({ $0.values(for: .dependencies) }).flatMap(lists) {
      for (index, item) in list.items.enumerated() {
        let found = Set(mentions.found(in: item).map(\.name))
        if found == [name] { return (list, index) }
        if found.contains(name) { throw .computed(line: text.tokens[item.lowerBound].line) }
      }
    }
    return nil
  }

  /// Checks that the manifest's code, on any host, does not mention a dependency that the target does not have.
  /// - Throws: `EditObstacle.conditional` if it does, so that another declaration would be a second one elsewhere.
  func checkAbsence(of name: String, in target: String, known targets: Set<String>) throws(EditObstacle) {
    let whole = LocationText(bytes: text.bytes, tokens: all)
    var names = LocationNames(text: whole, definitions: LocationDefinition.all(in: whole), targets: targets)
    let declarations = LocationDeclaration.all(in: whole, names: &names, known: targets)
    var mentions = LocationMentions(text: whole, names: names)
    for declaration in declarations where declaration.targets.contains(target) || declaration.targets.isEmpty {
      let made = (names.definitions[declaration.callee] ?? []).filter { $0.parameters != nil }
      let found =
        declaration.values(for: .dependencies).flatMap { mentions.found(in: $0) }
        + made.flatMap { mentions.found(in: $0.value, argumentsCalled: LocationDeclaration.Role.dependencies.rawValue) }
      if let mention = found.first(where: { $0.name == name }) { throw .conditional(name: name, line: mention.line) }
    }
    let calls = Self.calls(declaring: name, in: declarations)
    if calls.count > 1,
      let other = calls.first(where: { $0.opening.map { Self.isAdded($0, in: whole) } ?? false && !$0.isWhole })
    {
      throw .conditional(name: name, line: other.line)
    }
    let known = declarations.flatMap { $0.extent(in: whole) } + Self.followed(in: whole, names.definitions)
    for index in whole.all where whole.kind(index) == .string(isPlain: true) && whole.text(index) == name {
      let isCompared = [index - 1, index + 1].contains { whole.isSign($0, "==") || whole.isSign($0, "!=") }
      if !isCompared, !known.contains(where: { $0.contains(index) }) {
        throw .conditional(name: name, line: whole.tokens[index].line)
      }
    }
  }

  /// Whether a call is added to a list that is not called `targets`: `more.append(.target(name: "Core"))`, `more += [.target(…)]`.
  private static func isAdded(_ opening: Int, in text: LocationText) -> Bool {
    guard let around = text.all.last(where: { $0 < opening && text.kind($0) == .opening && text.after($0) > opening })
    else { return false }
    let list: Int
    switch (text.isSign(around, "["), text.word(around - 1)) {
    case (true, _) where text.isSign(around - 1, "+="): list = around - 2
    case (true, _) where text.word(around - 2) == "contentsOf": list = around - 6
    case (false, "append"?), (false, "insert"?): list = around - 3
    default: return false
    }
    return text.word(list).map { $0 != "targets" } ?? false
  }

  /// Code whose names are followed where it is used, or are those of products and packages.
  private static func followed(
    in text: LocationText, _ definitions: [String: [LocationDefinition]]
  ) -> [Range<Int>] {
    let all = definitions.values.joined()
    let bodies = all.lazy.filter { $0.parameters != nil }.map(\.value)
    let constants = all.filter { definition in
      let value = definition.value
      return definition.parameters == nil && !bodies.contains { $0.overlaps(value) }
        && (definition.isAddition || text.isSign(value.lowerBound, "[") || value.count == 1)
        && (definition.isAddition || text.after(value.lowerBound) == value.upperBound)
    }
    let calls = text.all.filter { text.isSign($0 + 1, "(") && text.word($0).map(namingCalls.contains) ?? false }
    return constants.map(\.value)
      + calls.flatMap { call in
        text.word(call) == "Package" ? text.arguments(call + 1).prefix(1).map(\.value) : [text.inside(call + 1)]
      }
  }

  /// Functions of `PackageDescription` with names that are not those of dependencies of a target.
  private static let namingCalls: Set<String> = ["Package", "executable", "library", "package", "plugin", "trait"]

  // MARK: The package

  /// The place to add a package dependency, or an element of another list of the package.
  /// - Throws: `EditObstacle` if the place is ambiguous or computed.
  func packageSite(of label: String = "dependencies") throws(EditObstacle) -> Site {
    let calls = text.all.filter { text.word($0) == "Package" && text.isSign($0 + 1, "(") }
    guard calls.count == 1, let arguments = ItemList(text, opening: calls[0] + 1) else {
      throw calls.count > 1
        ? EditObstacle.severalPlaces(lines: calls.map { text.tokens[$0].line }) : EditObstacle.noPackage
    }
    if let value = text.arguments(calls[0] + 1).first(where: { $0.label == label })?.value {
      guard let list = lists(in: value).first else { throw .computed(line: text.tokens[value.lowerBound].line) }
      return .list(list)
    }
    let later = Self.order.drop { $0 != label }.dropFirst()
    let next = arguments.items.indices.first { arguments.label($0).map(later.contains) ?? false }
    return .arguments(arguments, before: next)
  }

  // MARK: Lists

  /// The literal lists in an expression: `[…]`, `[…] + other`, or a constant with such a value.
  private func lists(in value: Range<Int>) -> [ItemList] {
    if value.count == 1, let name = text.word(value.lowerBound) {
      let definitions = names.definitions[name] ?? []
      guard definitions.count == 1, definitions[0].parameters == nil, !definitions[0].isAddition else { return [] }
      return literals(in: definitions[0].value)
    }
    return literals(in: value)
  }

  private func literals(in value: Range<Int>) -> [ItemList] {
    var lists: [ItemList] = []
    var index = value.lowerBound
    while index < value.upperBound {
      let next = text.after(index)
      if text.isSign(index, "["), index == value.lowerBound || text.isSign(index - 1, "+"),
        next == value.upperBound || text.isSign(next, "+"), let list = ItemList(text, opening: index)
      {
        lists.append(list)
      }
      index = next
    }
    return lists
  }
}

/// Why a manifest's text cannot be edited.
package enum EditObstacle: Error, Hashable, Sendable {
  /// No call that declares a target has the target's name.
  case notFound(target: String)
  /// The list to change is not a literal.
  case computed(line: Int)
  case severalPlaces(lines: [Int])
  /// The target is also in a branch that this host does not take.
  case otherHosts(directive: String, line: Int)
  case noPackage
  /// The code that would be removed has a comment.
  case comment(line: Int)
  /// The code for the target mentions the dependency, but SwiftPM's answer does not have it here.
  case conditional(name: String, line: Int)
}

extension EditObstacle: CustomStringConvertible {
  /// The reason as a clause.
  package var description: String {
    switch self {
    case .notFound(let target): "it does not declare the target “\(target)” literally"
    case .computed(let line): "line \(line) computes the dependencies that would have to change"
    case .severalPlaces(let lines): "it is declared on lines \(lines.map(String.init).joined(separator: ", "))"
    case .otherHosts(let directive, let line): "a branch for other hosts also names it (line \(line), `\(directive)`)"
    case .noPackage: "it has no call of `Package`"
    case .comment(let line): "line \(line) has a comment about what would be removed"
    case .conditional(let name, let line):
      "line \(line) may declare “\(name)” under a condition that does not hold here"
    }
  }
}
