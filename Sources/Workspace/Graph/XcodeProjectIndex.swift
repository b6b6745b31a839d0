import ModuleGraph

/// The targets of all projects in a workspace, by name, built file and id.
struct XcodeProjectIndex {
  /// A dependency on another target.
  struct Edge {
    let to: ModuleID
    /// Whether that target's product is copied into this one's, and not linked.
    var isEmbedded: Bool
    /// As SwiftPM names them, sorted; empty if it is unconditional.
    var platforms: [String]
  }

  /// A target that builds a file.
  private struct Builder {
    let module: ModuleID
    let file: String?
    let productID: String?
    let platforms: Set<String>

    func runs(on others: Set<String>) -> Bool {
      platforms.isEmpty || others.isEmpty || !platforms.isDisjoint(with: others)
    }
  }

  /// The targets of one project.
  private struct Targets {
    var byID: [String: Builder] = [:]
    var byName: [String: Builder] = [:]
    var byProduct: [String: Builder] = [:]
  }

  private var keys: [String: String] = [:]
  private var targets: [String: Targets] = [:]
  /// The targets that build a file, such as `Core.framework`, in the order of projects and targets.
  private var builders: [String: [Builder]] = [:]

  /// - Complexity: O(targets).
  init(projects: [XcodeProject], packageKeys: Set<String>, root: String) {
    let names = Dictionary(grouping: projects, by: \.name)
    for project in projects {
      let isUnique = names[project.name]?.count == 1 && !packageKeys.contains(project.name)
      let key = isUnique ? project.name : Path.relative(project.path, to: root)
      keys[project.path] = key
      var known = Targets()
      for target in project.file.targets where known.byName[target.name] == nil {
        let builder = Builder(
          module: ModuleID(package: key, name: target.name), file: target.productFile, productID: target.productID,
          platforms: target.platforms)
        known.byID[target.id] = builder
        known.byName[target.name] = builder
        if let product = target.productID, known.byProduct[product] == nil { known.byProduct[product] = builder }
        if let file = target.productFile { builders[file, default: []].append(builder) }
      }
      targets[project.path] = known
    }
  }

  func key(of project: String) -> String { keys[project] ?? project }

  /// - Returns: `nil` if another target of the project has the same name.
  func module(of target: XcodeTarget, in project: XcodeProject) -> ModuleID? {
    targets[project.path]?.byID[target.id]?.module
  }

  /// The targets that a target waits for: those that it names, and those that build what it links or copies, which
  /// Xcode finds implicitly. Without duplicates, in the order of the project.
  func edges(of target: XcodeTarget, in project: XcodeProject) -> [Edge] {
    let named = target.dependencies.compactMap { reference in
      builder(reference, in: project).map { (builder: $0, platforms: reference.platforms) }
    }
    let built = target.files.compactMap { file in
      builder(of: file, for: target, in: project, named: named.map(\.builder)).map { ($0.module, file) }
    }
    let filters = Dictionary(
      named.map { ($0.builder.module, [$0.platforms]) } + built.map { ($0, [$1.platforms]) }, uniquingKeysWith: +)
    let linked = Set(built.lazy.filter(\.1.isLinked).map(\.0))
    let copied = Set(built.map(\.0)).subtracting(linked)
    var seen: Set<ModuleID> = []
    return (named.map(\.builder.module) + built.map(\.0)).filter { seen.insert($0).inserted }.map { to in
      Edge(to: to, isEmbedded: copied.contains(to), platforms: (filters[to] ?? []).united)
    }
  }

  private func builder(_ reference: XcodeTarget.Reference, in project: XcodeProject) -> Builder? {
    guard let known = targets(of: reference.project, in: project) else { return nil }
    return reference.id.flatMap { known.byID[$0] } ?? known.byName[reference.name]
  }

  private func targets(of other: String?, in project: XcodeProject) -> Targets? {
    guard let other else { return targets[project.path] }
    return Path.canonical(project.place(other)).flatMap { targets[$0] }
  }

  /// The target that builds a file: a named target that builds it takes precedence; then the one that the project
  /// states; then one that builds a file of that name for the same platforms, in the same project first.
  private func builder(
    of file: XcodeTarget.BuiltFile, for target: XcodeTarget, in project: XcodeProject, named: [Builder]
  ) -> Builder? {
    let sameNamed = named.filter { $0.file == file.name }
    if let exact = sameNamed.first(where: { $0.productID == file.id }) { return exact }
    if let first = sameNamed.first(where: { $0.runs(on: target.platforms) }) ?? sameNamed.first { return first }
    if let exact = targets(of: file.project, in: project)?.byProduct[file.id] { return exact }
    guard file.isBuilt else { return nil }
    let own = file.project.flatMap { Path.canonical(project.place($0)) } ?? project.path
    let candidates = (builders[file.name] ?? []).filter { $0.runs(on: target.platforms) }
    return candidates.first { $0.module.package == key(of: own) } ?? candidates.first
  }
}
