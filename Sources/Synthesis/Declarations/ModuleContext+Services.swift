extension ModuleContext {
  /// A protocol, a default implementation in an extension, and a struct that conforms.
  mutating func service() -> Declaration? {
    let isPublic = isNextPublic()
    guard let model = model(forPublic: isPublic)?.name, let other = self.model(forPublic: isPublic)?.name else {
      return nil
    }
    let access = isPublic ? "public " : ""
    let (name, phrase) = newName("Providing")
    let (client, _) = newName("Client")
    let limit = random.number(in: 5...50)
    var lines = documentation("Where a \(phrase) comes from \(random.element(of: Vocabulary.purposes) ?? "").")
    lines += [
      "\(access)protocol \(name): Sendable {",
      "  /// One page of values, counted from 0.",
      "  ///",
      "  /// - Parameters:",
      "  ///   - page: \(random.element(of: Vocabulary.purposes) ?? "").",
      "  ///   - limit: how many values a page has at most.",
      "  func fetch(page: Int, limit: Int) async throws -> [\(model)]",
      "  /// What is shown while there is none.",
      "  func fallback(for value: \(other)) -> \(model)",
      "}",
      "",
      "extension \(name) {",
      "  /// All pages below the given number, one after the other.",
      "  \(access)func fetchAll(pages: Int) async throws -> [\(model)] {",
      "    var all: [\(model)] = []",
      "    for page in 0..<pages {",
      "      let next = try await fetch(page: page, limit: \(limit))",
      "      guard !next.isEmpty else { break }",
      "      all += next",
      "    }",
      "    return all.sorted { $0.rank < $1.rank }",
      "  }",
      "}",
      "",
      "/// Makes up its values; for previews and samples.",
      "\(access)struct \(client): \(name) {",
      "  private let values: [Int: \(model)]",
      "",
      "  /// Makes a client that knows as many values as asked for.",
      "  \(access)init(count: Int = \(limit)) {",
      "    values = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, \(model).placeholder($0)) })",
      "  }",
      "",
      "  \(access)func fetch(page: Int, limit: Int) async throws -> [\(model)] {",
      "    let range = (page * limit)..<((page + 1) * limit)",
      "    return range.compactMap { values[$0] }",
      "  }",
      "",
      "  \(access)func fallback(for value: \(other)) -> \(model) {",
      "    values[value.rank] ?? \(model).placeholder(value.summary.count)",
      "  }",
      "}",
    ]
    return Declaration(lines)
  }

  /// State, actions and a function that applies an action to the state.
  mutating func reducer() -> Declaration? {
    let isPublic = isNextPublic()
    guard let model = model(forPublic: isPublic)?.name, let detail = self.model(forPublic: isPublic)?.name else {
      return nil
    }
    let access = isPublic ? "public " : ""
    let (name, phrase) = newName("Feature")
    let step = random.number(in: 2...20)
    var lines = documentation("What the screen of the \(phrase) knows, and how it changes.")
    lines += [
      "\(access)struct \(name): Sendable {",
      "  /// Everything that the screen shows.",
      "  \(access)struct State: Equatable, Sendable {",
      "    \(access)var items: [\(model)] = []",
      "    \(access)var selection: \(detail)?",
      "    \(access)var query = \"\"",
      "    \(access)var isLoading = false",
      "    /// An empty screen.",
      "    \(access)init() {}",
      "  }",
      "",
      "  /// Everything that can happen on it.",
      "  \(access)enum Action: Sendable {",
      "    /// \(random.element(of: Vocabulary.reasons) ?? "")",
      "    case appear",
      "    /// \(random.element(of: Vocabulary.reasons) ?? "")",
      "    case received([\(model)])",
      "    /// \(random.element(of: Vocabulary.reasons) ?? "")",
      "    case selected(\(detail)?)",
      "    /// \(random.element(of: Vocabulary.reasons) ?? "")",
      "    case queryChanged(String)",
      "    /// \(random.element(of: Vocabulary.reasons) ?? "")",
      "    case moved(from: Int, to: Int)",
      "  }",
      "",
      "  /// Makes the feature.",
      "  \(access)init() {}",
      "",
    ]
    lines += application(access: access, step: step)
    return Declaration(lines + ["}"])
  }

  /// The function of a reducer that applies an action.
  private mutating func application(access: String, step: Int) -> [String] {
    [
      "  /// Applies an action.",
      "  ///",
      "  /// \(random.element(of: Vocabulary.reasons) ?? "")",
      "  /// - Returns: whether the screen has to ask the server.",
      "  \(access)func reduce(_ state: inout State, _ action: Action) -> Bool {",
      "    switch action {",
      "    case .appear:",
      "      state.isLoading = state.items.count < \(step)",
      "      return state.isLoading",
      "    case .received(let items):",
      "      state.items = items.filter { $0.rank > 0 }.sorted { $0.rank > $1.rank }",
      "      state.isLoading = false",
      "      return false",
      "    case .selected(let detail):",
      "      state.selection = detail",
      "      return detail.map { $0.rank > \(step) } ?? false",
      "    case .queryChanged(let query) where query.count > \(random.number(in: 1...3)):",
      "      state.query = query",
      "      return true",
      "    case .queryChanged(let query):",
      "      state.query = query",
      "      return false",
      "    case .moved(let from, let to):",
      "      guard state.items.indices.contains(from), state.items.indices.contains(to) else { return false }",
      "      state.items.swapAt(from, to)",
      "      return false",
      "    }",
      "  }",
    ]
  }
}
