/// Generates the lines of one file up to a given length.
struct FileWriter {
  private(set) var lines: [String]
  private(set) var remaining: Int
  /// The name of the file: that of the first model that it declares. `nil` if there is none.
  private(set) var name: String?

  /// The number of lines of the shortest declaration, with the empty line before it.
  private static let shortest = 5
  /// How often another declaration is tried if one is too long for the rest of the file.
  private static let attempts = 6

  init(budget: Int, note: String) {
    lines = [note]
    remaining = budget - 1
  }

  mutating func append(imports modules: [String]) {
    guard !modules.isEmpty else { return }
    lines += [""] + modules.sorted().map { "import \($0)" }
    remaining -= modules.count + 1
  }

  mutating func append(_ declaration: Declaration, _ context: inout ModuleContext) {
    lines += [""] + declaration.lines
    remaining -= declaration.lines.count + 1
    guard let model = declaration.model else { return }
    context.accept(model)
    if name == nil { name = "\(model.name).swift" }
  }

  /// Appends declarations until fewer lines remain than the shortest one has.
  mutating func fill(_ context: inout ModuleContext) {
    var failures = 0
    while remaining >= Self.shortest {
      guard failures < Self.attempts else {
        append(context.constants(lines: min(remaining - 1, 40)), &context)
        continue
      }
      let declaration = context.nextDeclaration()
      if let declaration, declaration.lines.count < remaining {
        append(declaration, &context)
      } else {
        failures += 1
      }
    }
  }
}

extension ModuleContext {
  /// A declaration of a random kind; `nil` if that kind needs a model and there is none yet.
  fileprivate mutating func nextDeclaration() -> Declaration? {
    if module.kind == .test, random.chance(40), let model = model(forPublic: false) { return testCase([model]) }
    switch random.below(100) {
    case 0..<30: return record()
    case 30..<39: return choice()
    case 39..<53: return rawChoice()
    case 53..<61: return store()
    case 61..<74: return service()
    case 74..<78: return screen()
    case 78..<81: return reducer()
    case 81..<91: return loader()
    case 91..<95: return page()
    default: return conformances()
    }
  }
}
