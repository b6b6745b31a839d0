/// A protocol through which modules that do not know each other use one another: one declares it, another one provides it, and the
/// app puts the two together.
struct Contract: Hashable, Sendable {
  let name: String
  let module: String
  let kind: WorkspaceDescription.ContractKind

  /// The type that holds what the app puts in for the contracts of a module.
  static func registry(of module: String, _ kind: WorkspaceDescription.ContractKind) -> String {
    module.capitalizedFirst + kind.plural
  }

  var property: String { ModuleContext.lowerCamelCase(name) }

  /// The type with which a module provides it.
  func implementation(in provider: String) -> String { provider.capitalizedFirst + name }
}

extension WorkspaceDescription.ContractKind {
  /// The end of a protocol's name.
  var suffix: String { self == .service ? "Service" : "ViewBuilder" }
  fileprivate var plural: String { suffix + "s" }

  /// The protocol's function without its argument.
  fileprivate var function: String { self == .service ? "answer(to" : "makeView(of" }

  fileprivate func summary(_ phrase: String) -> String {
    self == .service
      ? "Answers questions about a \(phrase), whoever knows the answer."
      : "Builds the view of a \(phrase), whoever knows how."
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

// MARK: - Declarations

extension ModuleContext {
  /// A protocol for others to provide.
  mutating func contract(_ kind: WorkspaceDescription.ContractKind) -> (Contract, Declaration) {
    let (name, phrase) = newName(kind.suffix)
    let contract = Contract(name: name, module: module.name, kind: kind)
    return (
      contract,
      Declaration([
        "/// \(kind.summary(phrase))",
        "public protocol \(name): Sendable {",
        "  /// A line for each part.",
        "  func \(kind.function) number: Int) -> [String]",
        "}",
      ])
    )
  }

  /// The type that holds what the app puts in for the module's own contracts.
  func registry(of contracts: [Contract], _ kind: WorkspaceDescription.ContractKind) -> Declaration {
    var lines = [
      "/// What the app puts in for the protocols of \(module.name).",
      "public struct \(Contract.registry(of: module.name, kind)): Sendable {",
    ]
    lines += contracts.map { "  public var \($0.property): (any \($0.name))?" }
    return Declaration(lines + ["", "  /// Nothing is put in yet.", "  public init() {}", "}"])
  }

  /// The module's own answer to another module's contract.
  mutating func implementation(of contract: Contract) -> Declaration {
    let count = random.number(in: 2...5)
    let model = models.last { $0.isPublic }?.name
    let line = model.map { "\($0).placeholder(number + $0).summary" } ?? "String(number + $0)"
    return Declaration([
      "/// What \(module.name) provides for \(contract.module).",
      "public struct \(contract.implementation(in: module.name)): \(contract.name) {",
      "  /// Makes it without state.",
      "  public init() {}",
      "",
      "  public func \(contract.kind.function) number: Int) -> [String] {",
      "    (0..<\(count)).map { \(line) }",
      "  }",
      "}",
    ])
  }

  /// What a library asks of others through the contracts of a module.
  /// - Parameter contracts: those that the library does not provide itself; not empty.
  mutating func requests(_ contracts: [Contract]) -> Declaration {
    let asked = random.sample(min(3, contracts.count), of: contracts)
    let registry = Contract.registry(of: asked[0].module, asked[0].kind)
    var lines = [
      "/// What \(module.name) asks of modules that it does not know.",
      "public struct \(Self.requestsName(module.name, registry)): Sendable {",
      "  private let found: \(registry)",
      "",
      "  /// Asks what the app has put in.",
      "  public init(_ found: \(registry)) { self.found = found }",
      "",
      "  /// The lines of all that answer.",
      "  public var lines: [String] {",
      "    var lines: [String] = []",
    ]
    lines += asked.map {
      "    lines += found.\($0.property)?.\($0.kind.function): \(random.number(in: 1...9))) ?? []"
    }
    return Declaration(lines + ["    return lines", "  }", "}"])
  }

  static func requestsName(_ module: String, _ registry: String) -> String {
    "\(module.capitalizedFirst)\(registry)Requests"
  }
}
