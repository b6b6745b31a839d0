/// The symbols that have to be more visible for parts of a module to become modules of their own.
///
/// The symbols that another part uses come first. The rest follows from the language's rules, until nothing is added: a
/// member is no more visible than its type, a signature no more than the types in it, and a declaration that fulfils a
/// requirement no less than the type and the protocol.
struct Openings {
  private let graph: FileGraph
  /// The requirements of each protocol.
  private let requirements: [Int: [Int]]
  private var found: [Int: Division.Opening] = [:]
  private var pending: [Int] = []

  init(of graph: FileGraph, _ crossings: [Division.Crossing], _ partOf: [Int]) {
    self.graph = graph
    let all = graph.symbols.indices.filter { graph.symbols[$0].isRequirement }
    requirements = Dictionary(grouping: all) { graph.symbols[$0].container ?? $0 }
    let subclassed = Set(
      graph.edges.filter { partOf[$0.from] != partOf[$0.to] }.flatMap(\.uses).filter(\.isSubclassing).map(\.symbol))
    for symbol in Set(crossings.lazy.flatMap(\.uses).map(\.symbol)).sorted() {
      open(symbol, because: subclassed.contains(symbol) ? .subclassed : .used)
    }
    while let symbol = pending.popLast() { openWhatFollows(from: symbol) }
    // A requirement is known to be visible only when all else is.
    var count = -1
    while count != found.count {
      count = found.count
      for symbol in found.keys.sorted() { openWitnesses(of: symbol) }
      while let symbol = pending.popLast() { openWhatFollows(from: symbol) }
    }
  }

  /// Sorted by symbol, without those that are visible enough, and those that inherit their access.
  var all: [Division.Opening] {
    found.values.filter { opening in
      let symbol = graph.symbols[opening.symbol]
      if symbol.isRequirement || symbol.kind == .case { return false }
      guard let access = symbol.access else { return true }
      return access < opening.access
    }.sorted { $0.symbol < $1.symbol }
  }

  private mutating func open(_ symbol: Int, because reason: Division.Opening.Reason) {
    guard found[symbol] == nil else { return }
    found[symbol] = Division.Opening(symbol: symbol, access: reason == .subclassed ? .open : .package, reason: reason)
    pending.append(symbol)
  }

  private mutating func openWhatFollows(from symbol: Int) {
    if let container = graph.symbols[symbol].container { open(container, because: .container) }
    let visible = [symbol] + (requirements[symbol] ?? [])
    for demanded in visible.flatMap({ graph.symbols[$0].demands }) { open(demanded, because: .signature) }
  }

  /// Opens the members that fulfil visible requirements for a visible type.
  private mutating func openWitnesses(of type: Int) {
    for witness in graph.symbols[type].witnesses {
      let isVisible = witness.requirement.map { requirement in
        found[requirement] != nil || graph.symbols[requirement].container.map { found[$0] != nil } == true
          || (graph.effectiveAccess(of: requirement) ?? .internal) >= .package
      }
      if isVisible ?? true { open(witness.member, because: .requirement) }
    }
  }
}
