extension ModuleContext {
  /// A class with values and methods that query them with closures.
  mutating func store() -> Declaration? {
    let isPublic = isNextPublic()
    guard let model = model(forPublic: isPublic)?.name else { return nil }
    let access = isPublic ? "public " : ""
    let (name, phrase) = newName("Store")
    var lines = documentation("Keeps every \(phrase) \(random.element(of: Vocabulary.purposes) ?? "").")
    lines += [
      "\(access)final class \(name) {",
      "  private var items: [\(model)]",
      "  private var observers: [(Int) -> Void] = []",
      "  /// Counts the changes.",
      "  \(access)private(set) var revision = 0",
      "",
      "  /// Makes a store that already holds some items.",
      "  \(access)init(items: [\(model)] = []) {",
      "    self.items = items",
      "  }",
      "",
      "  /// Adds an item and tells the observers.",
      "  ///",
      "  /// - Parameter item: \(random.element(of: Vocabulary.purposes) ?? "").",
      "  \(access)func insert(_ item: \(model)) {",
      "    items.append(item)",
      "    revision += 1",
      "    observers.forEach { $0(revision) }",
      "  }",
      "",
      "  /// Is called with the revision after each change.",
      "  ///",
      "  /// - Parameter observer: is kept as long as the store; \(random.element(of: Vocabulary.reasons) ?? "")",
      "  \(access)func observe(_ observer: @escaping (Int) -> Void) {",
      "    observers.append(observer)",
      "  }",
    ]
    for question in random.sample(random.number(in: 2...4), of: Self.questions(model, access: access)) {
      lines += [""] + question
    }
    return Declaration(lines + ["}"])
  }

  private static func questions(_ model: String, access: String) -> [[String]] {
    [
      [
        "  /// The sum of all ranks.",
        "  \(access)var total: Int { items.map(\\.rank).reduce(0, +) }",
      ],
      [
        "  /// The items of the highest rank, highest first.",
        "  \(access)func top(_ limit: Int) -> [\(model)] {",
        "    Array(items.sorted { ($0.rank, $0.summary) > ($1.rank, $1.summary) }.prefix(limit))",
        "  }",
      ],
      [
        "  /// The items by the first letter of their summary.",
        "  \(access)func grouped() -> [String: [\(model)]] {",
        "    Dictionary(grouping: items) { String($0.summary.prefix(1)) }.mapValues { group in",
        "      group.sorted { $0.rank < $1.rank }",
        "    }",
        "  }",
      ],
      [
        "  /// The summaries that start with the text, each once.",
        "  \(access)func search(_ query: String) -> [String] {",
        "    let found = items.map(\\.summary).filter { $0.lowercased().hasPrefix(query.lowercased()) }",
        "    return Set(found).sorted()",
        "  }",
      ],
      [
        "  /// How many items there are of each rank.",
        "  \(access)var histogram: [Int: Int] {",
        "    items.reduce(into: [:]) { counts, item in counts[item.rank, default: 0] += 1 }",
        "  }",
      ],
      [
        "  /// Drops what is not wanted; says how many that were.",
        "  @discardableResult",
        "  \(access)func prune(where isUnwanted: (\(model)) throws -> Bool) rethrows -> Int {",
        "    let before = items.count",
        "    try items.removeAll(where: isUnwanted)",
        "    if items.count < before { revision += 1 }",
        "    return before - items.count",
        "  }",
      ],
    ]
  }

  /// An actor that loads values from a source that its caller provides.
  mutating func loader() -> Declaration? {
    let isPublic = isNextPublic()
    guard let model = model(forPublic: isPublic)?.name else { return nil }
    let access = isPublic ? "public " : ""
    let (name, phrase) = newName("Loader")
    var lines = documentation("Loads a \(phrase) once, \(random.element(of: Vocabulary.purposes) ?? "").")
    lines += [
      "\(access)actor \(name) {",
      "  private var cache: [Int: \(model)] = [:]",
      "  private let source: @Sendable (Int) async throws -> \(model)",
      "",
      "  /// Makes a loader that asks `source` for what it does not have yet.",
      "  \(access)init(source: @escaping @Sendable (Int) async throws -> \(model)) {",
      "    self.source = source",
      "  }",
      "",
      "  /// The value of one page, from the cache where possible.",
      "  \(access)func value(at page: Int) async throws -> \(model) {",
      "    if let cached = cache[page] { return cached }",
      "    let loaded = try await source(page)",
      "    cache[page] = loaded",
      "    return loaded",
      "  }",
      "",
      "  /// The pages that are there already, in order.",
      "  \(access)var pages: [Int] { cache.filter { $0.value.rank >= \(random.below(9)) }.keys.sorted() }",
      "}",
    ]
    return Declaration(lines)
  }
}
