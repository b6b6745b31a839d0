package import BuildAnalysis
import ModuleGraph

/// A module structure to which changes are applied in order.
///
/// It tracks the contents of every module, so that later changes of a proposal can refer to the results of earlier
/// ones: for example, a part of a split module can be merged with another module.
package struct ProposedStructure: Sendable {
  /// The recorded files of each module; empty if they are unknown.
  let files: [ModuleID: [ModuleFile]]
  let original: ModuleGraph
  let machine: BuildMachine
  let target: RecordedTarget

  private(set) var modules: [ModuleID: Module]
  private(set) var dependencies: DependencyLists
  private(set) var contents: [ModuleID: ModuleContents]
  var proposedMachine: BuildMachine
  var assumptions: [Assumption] = []

  /// - Parameters:
  ///   - built: the modules that the recorded build compiled.
  ///   - files: the files of these modules, as far as known.
  ///   - target: the name of the product or module that was built; `nil` if it was the whole package.
  init(
    _ graph: ModuleGraph, built: Set<ModuleID>, files: [ModuleID: [ModuleFile]], machine: BuildMachine,
    target: String? = nil
  ) {
    original = graph
    self.target = RecordedTarget(named: target, in: graph, built: built)
    self.files = files
    self.machine = machine
    proposedMachine = machine
    modules = Dictionary(graph.modules.map { ($0.id, $0) }) { first, _ in first }
    dependencies = DependencyLists(graph.dependencies)
    contents = Dictionary(
      uniqueKeysWithValues: built.map { id in
        let own = (files[id] ?? []).indices.map { ModuleContents.File(module: id, index: $0) }
        return (id, ModuleContents(files: own, origins: [id]))
      })
  }

  /// The proposed graph. Removed modules of products are replaced by the modules derived from them.
  var graph: ModuleGraph {
    var successors: [ModuleID: [ModuleID]] = [:]
    for (id, contents) in contents { for origin in contents.origins { successors[origin, default: []].append(id) } }
    return ModuleGraph(
      environment: original.environment, packages: original.packages,
      products: original.products.map { product in
        Product(
          name: product.name, package: product.package, kind: product.kind, linkage: product.linkage,
          modules: product.modules.flatMap { modules[$0] == nil ? (successors[$0] ?? []).sorted() : [$0] })
      }, modules: Array(modules.values), dependencies: Array(dependencies), failures: original.failures,
      warnings: original.warnings)
  }

  // MARK: Words

  /// The module with a name or an id.
  func module(_ word: String) throws(ProposalError) -> ModuleID {
    if let id = ModuleID(word), modules[id] != nil { return id }
    let found = modules.keys.filter { $0.name == word }.sorted()
    let own = found.filter { modules[$0]?.kind.isOutside != true }
    if own.count == 1 { return own[0] }
    if found.count == 1 { return found[0] }
    guard found.isEmpty else { throw .ambiguousModule(word, candidates: found.map(\.description)) }
    let wasThere = original.modules.contains { $0.name == word || $0.id.description == word }
    throw wasThere ? .moduleGone(word) : .unknownModule(word, nearest: modules.keys.map(\.name).nearest(to: word))
  }

  /// The module with a name or an id, if it can be divided, merged or hidden: it was compiled, and is not a tool of the
  /// build.
  func compiledModule(_ word: String) throws(ProposalError) -> ModuleID {
    let id = try module(word)
    guard let kind = modules[id]?.kind, kind != .macro, kind != .plugin, kind.hasSources else {
      throw .notDivisible(id, modules[id]?.kind ?? .other)
    }
    guard contents[id] != nil else { throw .notBuilt(id) }
    return id
  }

  /// The id of a new module in the package of another one.
  /// - Parameter former: modules that are replaced, whose names can be reused.
  func newModule(_ name: String, beside other: ModuleID, replacing former: [ModuleID]) throws(ProposalError) -> ModuleID
  {
    let id = ModuleID(package: other.package, name: name)
    guard !name.isEmpty, Module.compiledName(name).contains(where: \.isLetter), !name.contains("/") else {
      throw .invalidName(name)
    }
    if let free = former.first(where: { $0.name == name }) { return free }
    let compiledName = id.compiledName
    let same = modules.keys.filter { $0.compiledName == compiledName && !former.contains($0) }
    guard let first = same.min() else { return id }
    throw same.contains { $0.name == name } ? .nameExists(name) : .compiledNameExists(name, first.name)
  }

  // MARK: Parts of the structure

  func dependencies(of id: ModuleID) -> [Dependency] { dependencies.from(id).sorted() }
  func dependents(of id: ModuleID) -> [Dependency] { dependencies.to(id).sorted() }

  /// The modules that depend on a module directly.
  func directDependents(of id: ModuleID) -> Set<ModuleID> { Set(dependencies.to(id).map(\.from)) }

  func depends(_ from: ModuleID, on to: ModuleID) -> Bool { dependencies.from(from).contains { $0.to == to } }

  mutating func remove(_ removed: [Dependency]) { for dependency in removed { dependencies.remove(dependency) } }

  /// Adds a dependency of one module on another, unless it exists.
  mutating func connect(_ from: ModuleID, to: ModuleID, like other: Dependency? = nil) {
    guard from != to, !depends(from, on: to) else { return }
    let isProduct = from.package != to.package
    dependencies.insert(
      Dependency(
        from: from, to: to, kind: other?.kind ?? (isProduct ? .product : .target),
        product: isProduct ? other?.product ?? to.name : nil, condition: other?.condition))
  }

  mutating func removeModule(_ id: ModuleID) {
    modules[id] = nil
    contents[id] = nil
    remove(dependencies.from(id) + dependencies.to(id))
  }

  /// Adds or replaces a module.
  /// - Parameters:
  ///   - template: a module from which its languages and its path are taken.
  ///   - lines: `nil` if unknown.
  mutating func put(_ id: ModuleID, _ new: ModuleContents, kind: Module.Kind, like template: Module, lines: Int?) {
    var new = new
    new.files.sort()
    contents[id] = new
    modules[id] = Module(
      id: id, kind: kind, path: id == template.id ? template.path : nil,
      sources: new.newLines == nil ? (new.files.isEmpty ? nil : new.files.count) : 1, lines: lines,
      languages: template.languages)
  }

  /// The total lines of files; `nil` unless all are known.
  func lines(of files: [ModuleContents.File]) -> Int? {
    let counts = files.map { self.files[$0.module]?[$0.index].lines }
    return counts.contains(nil) ? nil : counts.reduce(0) { $0 + ($1 ?? 0) }
  }

  mutating func scale(_ id: ModuleID, by factor: Double) { contents[id]?.factor *= factor }
}

extension ModuleID {
  var compiledName: String { Module.compiledName(name) }
}

package struct BuildMachine: Hashable, Sendable {
  /// The number of logical processors.
  package var cores: Int
  /// The maximum number of jobs that the builder runs at once.
  package var jobs: Int
  /// Whether the number of jobs was stated; otherwise it equals that of the cores.
  package var isJobsStated: Bool
  /// When dependents may start.
  package var unblocking: Unblocking.Model
}
