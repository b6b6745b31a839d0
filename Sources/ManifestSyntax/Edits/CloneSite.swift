import ModuleGraph

/// A list in a manifest, or a series of statements, in which things are declared or named: where another one goes.
struct CloneSite {
  /// An item that names one thing.
  struct Item {
    let name: String
    /// The tokens of the item, and of its name.
    let range: Range<Int>
    let nameRange: Range<Int>
    /// The bracket of its arguments, if it has any.
    let opening: Int?
    let callee: String
    let index: Int
  }

  let text: LocationText
  /// `nil` for statements such as `targets.append(…)`.
  private let list: ItemList?
  /// Those with a wanted name, in the order of the file; never empty.
  private let items: [Item]
  /// The names of all items of the list.
  private let names: [Int: String]
  /// 0: declarations of targets; 1: elements that have arguments, or whose names become targets; 2: products and names.
  let rank: Int

  var count: Int { items.count }
  var place: Int { items[0].range.lowerBound }

  // MARK: Finding

  /// - Parameter wanted: the names to look for.
  static func all(in places: EditLocations, naming wanted: Set<String>) -> [CloneSite] {
    let text = places.text
    let declared = Dictionary(
      places.declarations.compactMap { declaration in
        declaration.opening.flatMap { opening in
          declaration.targets.count == 1 ? (opening, declaration.targets[0]) : nil
        }
      }, uniquingKeysWith: { first, _ in first })
    let extents = places.declarations.filter { $0.changes == nil }.flatMap { $0.extent(in: text) }
    var sites: [CloneSite] = []
    for opening in text.all where text.isSign(opening, "[") {
      guard let list = ItemList(text, opening: opening) else { continue }
      let items = list.items.enumerated().compactMap { Item($1, at: $0, in: text, declared: declared) }
      let found = items.filter { wanted.contains($0.name) }
      let isNested = extents.contains { $0.contains(opening) }
      let names = Dictionary(items.map { ($0.index, $0.name) }, uniquingKeysWith: { first, _ in first })
      // Those that are declared by the same function, the most first.
      for items in Dictionary(grouping: found, by: \.callee).values.sorted(by: {
        ($1.count, $0[0].index) < ($0.count, $1[0].index)
      }) {
        let isDeclared = items[0].opening.map { declared[$0] != nil } ?? false
        sites.append(
          CloneSite(
            text: text, list: list, items: items, names: names,
            rank: isDeclared && !isNested ? 0 : isNested || items[0].isReference ? 2 : 1))
      }
    }
    return sites + statements(in: text, declared: declared, naming: wanted)
  }

  /// `targets.append(.target(…))`.
  private static func statements(
    in text: LocationText, declared: [Int: String], naming wanted: Set<String>
  ) -> [CloneSite] {
    let items = text.all.compactMap { index -> Item? in
      guard text.word(index) == "append", text.isSign(index + 1, "("), text.kind(index - 1) == .period else {
        return nil
      }
      let inside = text.inside(index + 1)
      guard let item = Item(inside, at: 0, in: text, declared: declared),
        item.opening.map({ declared[$0] != nil }) == true,
        wanted.contains(item.name)
      else { return nil }
      return item
    }
    return items.isEmpty ? [] : [CloneSite(text: text, list: nil, items: items, names: [:], rank: 0)]
  }

  // MARK: The place

  /// Adds code for a name in the order of its neighbours, else behind the last one.
  func patches(_ code: String, _ name: String) -> [TextPatch] {
    guard let list else { return statement(code) }
    let last = items[items.count - 1].index
    if let own = names.first(where: { name == $0.value + "Tests" })?.key,
      items.allSatisfy({ names[$0.index - 1].map($0.name.hasPrefix) ?? false })
    {
      return list.inserting(code, after: own)
    }
    if isSorted, let next = items.first(where: { $0.name.lowercased() > name.lowercased() })?.index {
      return next > 0 ? list.inserting(code, after: next - 1) : list.inserting(code, before: 0)
    }
    let isTested = names[last + 1].map { $0 == names[last].map { $0 + "Tests" } } ?? false
    return list.inserting(code, after: isTested ? last + 1 : last)
  }

  private var isSorted: Bool {
    let all = items.map { $0.name.lowercased() }
    return all.count > 1 && zip(all, all.dropFirst()).allSatisfy(<)
  }

  private func statement(_ code: String) -> [TextPatch] {
    let item = items[items.count - 1]
    let layout = TextLayout(bytes: text.bytes)
    let end = text.tokens[item.range.upperBound].range.upperBound
    let start = layout.startOfLine(around: text.source(item.range.lowerBound).lowerBound)
    let head = String(decoding: text.bytes[start..<text.source(item.range.lowerBound).lowerBound], as: UTF8.self)
    return [TextPatch(at: layout.endOfLine(behind: end) ?? end, layout.newline(before: start) + head + code + ")")]
  }

  // MARK: Code

  /// What every target has that is declared here, without its item saying so.
  func implied(in places: EditLocations, of manifest: Manifest) -> Set<String> {
    var mentions = LocationMentions(text: text, names: places.names)
    let unsaid = items.compactMap { item -> Set<String>? in
      guard let target = manifest.targets.first(where: { $0.name == item.name }) else { return nil }
      // Without the function that declares it, which would be followed.
      let said = Set(mentions.found(in: item.opening.map { text.inside($0) } ?? item.range).map(\.name))
      return Set(target.dependencies.map(\.reference.name)).subtracting(said)
    }
    return unsaid.dropFirst().reduce(unsaid.first ?? []) { $0.intersection($1) }
  }

  /// The ways to declare a target like a neighbour.
  func codes(
    for target: NewTarget, implied: Set<String>, in places: EditLocations, of manifest: Manifest
  ) -> [String] {
    let stated = target.dependencies.filter { !implied.contains($0.reference.name) }
    // A neighbour that states dependencies shows how to; one that does not, how to leave them out.
    let last = items[items.count - 1]
    let model = items.last { (dependencies(of: $0, in: places) == nil) == stated.isEmpty } ?? last
    guard model.opening != nil || !isPlain(model) else {
      return stated.isEmpty && target.resources.isEmpty ? [SwiftString.quoted(target.name)] : []
    }
    let list = DependencyCode(text: text, places: places).list(stated, like: dependencies(of: model, in: places)?.value)
    let clone = ItemClone(text: text, item: model, dependencies: dependencies(of: model, in: places))
    return [true, false].compactMap {
      clone.code(for: target, dependencies: stated.isEmpty ? nil : list, keepsOthers: $0)
    }
  }

  private func isPlain(_ item: Item) -> Bool { item.range.count == item.nameRange.count }

  /// The argument of an item that lists its dependencies.
  private func dependencies(of item: Item, in places: EditLocations) -> LocationText.Argument? {
    guard let opening = item.opening else { return nil }
    let arguments = text.arguments(opening).dropFirst()
    if let labelled = arguments.first(where: { $0.label == "dependencies" }) { return labelled }
    var mentions = LocationMentions(text: text, names: places.names)
    return arguments.first { argument in
      text.isSign(argument.value.lowerBound, "[")
        && !(argument.label.map(LocationMentions.otherArguments.contains) ?? false)
        && mentions.found(in: argument.value).contains { places.names.targets.contains($0.name) }
    }
  }

  /// A name, or a product with that name, like a neighbour's.
  func code(naming name: String) -> String {
    let model = items[items.count - 1]
    let target = NewTarget(name: name, kind: .regular, dependencies: [])
    let clone = ItemClone(text: text, item: model, dependencies: nil)
    return clone.code(for: target, dependencies: nil, keepsOthers: true) ?? SwiftString.quoted(name)
  }
}

extension CloneSite.Item {
  /// - Returns: `nil` for an item that names nothing, or more than one thing.
  fileprivate init?(_ range: Range<Int>, at index: Int, in text: LocationText, declared: [Int: String]) {
    let brackets = range.prefix(8)
    let opening = brackets.first { text.isSign($0, "(") }
    if let opening, let name = declared[opening], let first = text.arguments(opening).first {
      self.init(
        name: name, range: range, nameRange: first.value, opening: opening, callee: text.word(opening - 1) ?? "",
        index: index)
      return
    }
    // The first string outside of inner brackets, such as that of `.target(kind: .test, name: "HomeTests")`.
    let reach = opening.map { text.inside($0) } ?? range
    let end = reach.first { text.kind($0) == .opening } ?? reach.upperBound
    guard let place = reach.first(where: { $0 < end && text.kind($0) == .string(isPlain: true) }) else { return nil }
    let callee = opening.flatMap { $0 < place ? text.word($0 - 1) : nil } ?? ""
    self.init(
      name: text.text(place), range: range, nameRange: place..<(place + 1),
      opening: opening.flatMap { $0 < place ? $0 : nil }, callee: callee, index: index)
  }

  /// Whether it refers to something that is declared elsewhere.
  fileprivate var isReference: Bool { ["library", "executable", "plugin", "product", "byName"].contains(callee) }
}

extension LocationText {
  /// The source of some tokens, with what is between them.
  func code(_ range: Range<Int>) -> String {
    guard let last = range.last else { return "" }
    return String(decoding: bytes[source(range.lowerBound).lowerBound..<source(last).upperBound], as: UTF8.self)
  }
}
