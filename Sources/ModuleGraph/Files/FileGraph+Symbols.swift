extension FileGraph {
  /// Combines the information of an index about the files of a module.
  ///
  /// A file uses another one if it refers to, extends, inherits from, adopts or fulfils something that the other
  /// declares.
  /// - Parameter files: in any order. If several declare a symbol, the first by path counts.
  /// - Complexity: O(declarations + uses), and the sorting of the result.
  package init(module: ModuleID, folder: String, _ files: [FileSymbols]) {
    let files = files.sorted { $0.path < $1.path }
    var joined = JoinedSymbols(files)
    let symbols = joined.symbols()
    var edges: [Edge] = []
    var vertices: [File] = []
    for (index, file) in files.enumerated() {
      let uses = joined.uses(in: file, of: module)
      for (target, used) in Dictionary(grouping: uses.own, by: { symbols[$0.symbol].file }) where target != index {
        edges.append(Edge(from: index, to: target, uses: used))
      }
      // An index has `Core.Model`, written in Core, as an import of Core.
      let imports = file.imports.filter { $0 != Module.compiledName(module.name) }
      vertices.append(File(path: file.path, lines: file.lines, imports: imports, foreignUses: uses.foreign))
    }
    self.init(
      module: module, folder: folder, files: vertices, symbols: symbols, foreignSymbols: joined.foreignSymbols,
      edges: edges.sorted { ($0.from, $0.to) < ($1.from, $1.to) })
  }
}

/// The declarations of all files, numbered.
private struct JoinedSymbols {
  private let declarations: [(file: Int, declaration: FileSymbols.Declaration)]
  private let files: [FileSymbols]
  private let number: [String: Int]
  private(set) var foreignSymbols: [FileGraph.ForeignSymbol] = []
  private var foreignNumber: [String: Int] = [:]

  init(_ files: [FileSymbols]) {
    self.files = files
    var number: [String: Int] = [:]
    var declarations: [(file: Int, declaration: FileSymbols.Declaration)] = []
    for (index, file) in files.enumerated() {
      let sorted = file.declarations.sorted { ($0.line, $0.usr) < ($1.line, $1.usr) }
      for declaration in sorted where number[declaration.usr] == nil {
        number[declaration.usr] = declarations.count
        declarations.append((index, declaration))
      }
    }
    (self.declarations, self.number) = (declarations, number)
  }

  func symbols() -> [FileGraph.Symbol] {
    var demands = declarations.map { _ in Set<Int>() }
    var witnesses = declarations.map { _ in Set<FileGraph.Witness>() }
    for use in files.lazy.flatMap(\.uses) {
      guard let user = use.user.flatMap({ number[$0] }) else { continue }
      let used = number[use.usr]
      if let used, isPartOfInterface(use, of: user) { demands[user].insert(used) }
      if use.relation == .witness, let used {
        let requirement = use.requirement.flatMap { number[$0] }
        witnesses[user].insert(FileGraph.Witness(member: used, requirement: requirement))
      }
    }
    for (index, (_, declaration)) in declarations.enumerated() where !declaration.isImplicit {
      guard let container = declaration.container.flatMap({ number[$0] }) else { continue }
      for overridden in declaration.overrides {
        witnesses[container].insert(FileGraph.Witness(member: index, requirement: number[overridden]))
      }
    }
    return declarations.enumerated().map { index, entry in
      let (file, declaration) = entry
      return FileGraph.Symbol(
        name: declaration.name, qualifiedName: qualifiedName(of: index), kind: declaration.kind, file: file,
        line: declaration.line, access: declaration.access, isRequirement: declaration.isRequirement,
        isImplicit: declaration.isImplicit,
        container: declaration.container.flatMap { number[$0] }, demands: demands[index].sorted(),
        witnesses: witnesses[index].sorted { ($0.member, $0.requirement ?? -1) < ($1.member, $1.requirement ?? -1) })
    }
  }

  /// Whether a use belongs to the visible part of a declaration. An index does not distinguish a signature from a body:
  /// the declaration's line counts as its signature.
  private func isPartOfInterface(_ use: FileSymbols.Use, of user: Int) -> Bool {
    let declaration = declarations[user].declaration
    switch use.relation {
    case .base:
      return declaration.kind == .protocol || (declaration.kind == .class && use.kind == .class)
    case .reference:
      return use.kind.isType && use.line == declaration.line
    case .payload: return true
    case .extension, .override, .witness: return false
    }
  }

  /// Containers cannot contain themselves, but a damaged index could say so.
  private func qualifiedName(of symbol: Int) -> String {
    var names = [declarations[symbol].declaration.name]
    var container = declarations[symbol].declaration.container.flatMap { number[$0] }
    while let outer = container, names.count < 16 {
      names.append(declarations[outer].declaration.name)
      container = declarations[outer].declaration.container.flatMap { number[$0] }
    }
    return names.reversed().joined(separator: ".")
  }

  /// The uses of each symbol in a file, sorted by symbol: those of the module, and those of others.
  ///
  /// Symbols of the module that no file declares are generated by the compiler, and cannot be moved.
  mutating func uses(in file: FileSymbols, of module: ModuleID) -> (own: [FileGraph.Use], foreign: [FileGraph.Use]) {
    var (own, foreign): ([Int: FileGraph.Use], [Int: FileGraph.Use]) = ([:], [:])
    for use in file.uses {
      if let symbol = number[use.usr] {
        own[symbol] = use.added(to: own[symbol], symbol: symbol)
      } else if use.module != Module.compiledName(module.name) {
        let symbol = foreignNumber(of: use)
        foreign[symbol] = use.added(to: foreign[symbol], symbol: symbol)
      }
    }
    return (own.values.sorted { $0.symbol < $1.symbol }, foreign.values.sorted { $0.symbol < $1.symbol })
  }

  private mutating func foreignNumber(of use: FileSymbols.Use) -> Int {
    if let number = foreignNumber[use.usr] { return number }
    foreignNumber[use.usr] = foreignSymbols.count
    foreignSymbols.append(FileGraph.ForeignSymbol(module: use.module, name: use.name, kind: use.kind))
    return foreignSymbols.count - 1
  }
}

extension FileSymbols.Use {
  fileprivate func added(to former: FileGraph.Use?, symbol: Int) -> FileGraph.Use {
    FileGraph.Use(
      symbol: symbol, count: (former?.count ?? 0) + 1, line: min(former?.line ?? .max, line),
      isSubclassing: former?.isSubclassing == true || (relation == .base && kind == .class))
  }
}
