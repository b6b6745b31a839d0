import ModuleGraph

/// The state while a module's declarations are generated: random numbers, names, and available models.
struct ModuleContext {
  let module: WorkspaceDescription.Module
  var random: SeededGenerator
  /// The module's own models so far.
  private(set) var models: [Model] = []
  /// Public models of the modules that the current file imports.
  var imported: [Model] = []
  /// Models of the module that are already `Comparable`; a second conformance would not compile.
  private var comparable: Set<Model> = []
  private var usedNames: Set<String> = []
  private let prefix: String

  init(module: WorkspaceDescription.Module, seed: UInt64) {
    self.module = module
    random = SeededGenerator(seed: seed, module: module.name)
    prefix = module.name.prefix(1).uppercased() + module.name.dropFirst()
  }

  mutating func accept(_ model: Model) {
    models.append(model)
  }

  /// An unused name for a type of this module, and the same name in a sentence.
  mutating func newName(_ suffix: String = "") -> (type: String, phrase: String) {
    let adjective = random.element(of: Vocabulary.adjectives) ?? ""
    let noun = random.element(of: Vocabulary.nouns) ?? ""
    var name = prefix + adjective + noun + suffix
    var number = 2
    while !usedNames.insert(name).inserted {
      name = prefix + adjective + noun + suffix + String(number)
      number += 1
    }
    return (name, Vocabulary.sentence(adjective: adjective, noun: noun))
  }

  /// Whether the next declaration is public: two in three in a library, none in modules that cannot be imported.
  mutating func isNextPublic() -> Bool {
    module.kind == .library && random.chance(65)
  }

  /// A random model to use, of this module or of one that the file imports.
  /// - Parameters:
  ///   - isPublic: whether it is used in a public declaration.
  ///   - level: the maximum level.
  /// - Returns: `nil` if there is no such model yet.
  mutating func model(forPublic isPublic: Bool, level: Int = Model.deepest) -> Model? {
    let foreign = imported.filter { $0.level <= level }
    let own = models.suffix(40).filter { $0.level <= level && (!isPublic || $0.isPublic) }
    if !foreign.isEmpty, own.isEmpty || random.chance(40) { return random.element(of: foreign) }
    return random.element(of: own)
  }

  /// A model of this module that is not `Comparable` yet; `nil` if there is none.
  mutating func modelToCompare() -> Model? {
    guard let model = random.element(of: models.suffix(40).filter { !comparable.contains($0) }) else { return nil }
    comparable.insert(model)
    return model
  }

  /// One or two lines of documentation.
  mutating func documentation(_ summary: String, indent: String = "") -> [String] {
    guard random.chance(65) else { return ["\(indent)/// \(summary)"] }
    return ["\(indent)/// \(summary)", "\(indent)///", "\(indent)/// \(random.element(of: Vocabulary.reasons) ?? "")"]
  }
}
