/// The modules of a workspace without tests and external products, numbered, with the properties that roles follow
/// from.
struct RoleGraph {
  let modules: [Module]
  /// An edge from each module to each that it depends on.
  let graph: IndexedGraph
  /// An edge from each module to each that depends on it.
  let dependents: IndexedGraph
  let heights: [Int]
  let names: [RoleName]
  let folders: [RoleFolder]
  private let indices: [ModuleID: Int]
  /// The program that embeds each embedded module.
  private let embedders: [Int: Int]
  /// The combined app, which counts as a user whatever its name.
  var app: Int?
  /// The display name of each module: its name, or its id if the name is not unique.
  private let labels: [String]

  /// - Complexity: O(modules + dependencies).
  init(_ whole: ModuleGraph) {
    let selected = SelectedGraph(whole)
    let packages = Dictionary(whole.packages.map { ($0.key, $0) }) { first, _ in first }
    modules = selected.nodes.map { $0.modules[0] }
    graph = selected.graph
    dependents = graph.reversed
    heights = graph.heights
    let folders = modules.map { RoleFolder($0, package: packages[$0.package]) }
    names = zip(modules, folders).map { module, folder in
      // Xcode calls the module of every app package `AppModule`.
      let isApp = module.kind == .app && folder.isPlayground
      return RoleName(isApp ? packages[module.package]?.name ?? module.name : module.name)
    }
    self.folders = folders
    indices = Dictionary(modules.enumerated().map { ($1.id, $0) }) { first, _ in first }
    embedders = Dictionary(
      selected.edges.filter { $0.dependencies.allSatisfy { $0.kind == .embed } }.map { ($0.to, $0.from) }
    ) { first, _ in first }
    let counts = Dictionary(modules.map { ($0.name, 1) }, uniquingKeysWith: +)
    labels = modules.map { counts[$0.name] == 1 ? $0.name : $0.id.description }
  }

  func index(_ id: ModuleID) -> Int? { indices[id] }
  func id(_ index: Int) -> ModuleID { modules[index].id }
  func label(_ index: Int) -> String { labels[index] }
  func embedder(of index: Int) -> Int? { embedders[index] }

  /// The given modules and all that they depend on, directly or not.
  /// - Complexity: O(modules + dependencies).
  func reach(_ origins: some Sequence<Int>) -> Set<Int> { Set(graph.levels(from: origins).joined()) }

  /// The lines of all modules whose lines are known.
  func lines(of modules: Set<Int>) -> Int { modules.reduce(0) { $0 + (self.modules[$1].lines ?? 0) } }

  func isProgram(_ index: Int) -> Bool { [.executable, .app, .tool].contains(modules[index].kind) }

  /// Whether it consists of sources that others depend on.
  func isLibrary(_ index: Int) -> Bool {
    [.regular, .framework, .staticLibrary, .dynamicLibrary].contains(modules[index].kind)
  }

  /// Whether a program is a sample app by its name or folder, whatever it depends on.
  func isSample(_ index: Int) -> Bool {
    isProgram(index)
      && (names[index].sampleWord != nil || folders[index].sampleFolder != nil || folders[index].isPlayground)
  }

  /// Whether a program may be the sample app of a module that it depends on and is named after, as `NFCApp` is of
  /// `NFC`.
  func isNamedAfterDependency(_ index: Int) -> Bool {
    guard isProgram(index), let stem = names[index].appStem else { return false }
    return graph.successors(of: index).contains { isLibrary($0) && names[$0].featureStem == stem.words }
  }

  /// The modules that depend on one directly, without sample apps and programs that an app embeds or that run beside
  /// it, which do not count as users.
  func users(of index: Int) -> [Int] {
    dependents.successors(of: index).filter { exception($0) == nil }
  }

  /// Which of its dependents do not count as users.
  func exceptions(_ index: Int) -> RoleEvidence.Exceptions {
    RoleEvidence.Exceptions(dependents.successors(of: index).compactMap(exception))
  }

  private func exception(_ dependent: Int) -> RoleEvidence.Exceptions? {
    if dependent == app { return nil }
    if isSample(dependent) || isNamedAfterDependency(dependent) { return .sampleApps }
    let isBeside = [.extension, .xpcService, .bundle, .plugin, .snippet].contains(modules[dependent].kind)
    return isBeside || embedders[dependent] != nil ? .extensions : nil
  }

  /// Whether it is an interface by its name, or if the name alone is too weak, also by another module; and the modules
  /// that implement it.
  func interface(_ index: Int) -> (evidence: [RoleEvidence], implementations: [Int])? {
    guard isLibrary(index) else { return nil }
    let name = names[index]
    // `HomeInterface` is implemented by what is called `Home`, `HomeFeature` or `HomeLive`, and depends on it.
    let implementations = dependents.successors(of: index).filter { implements($0, index) }
    let found = implementations.map { RoleEvidence.implementedBy(label($0)) }
    if let word = name.interfaceWord { return ([.nameSays(word)] + found, implementations) }
    return implementations.isEmpty ? nil : (found, implementations)
  }

  private func implements(_ index: Int, _ interface: Int) -> Bool {
    guard isLibrary(index) else { return false }
    if names[index].implementedStem?.words == names[interface].words { return true }
    let words = names[interface].words
    let stem =
      names[interface].interfaceWord != nil ? Array(words.dropLast()) : names[interface].weakInterfaceStem?.words
    guard let stem else { return false }
    let name = names[index]
    return name.words == stem || name.featureStem == stem || name.implementedStem?.words == stem
  }
}
