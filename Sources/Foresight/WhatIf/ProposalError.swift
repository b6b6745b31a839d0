import BuildAnalysis
package import ModuleGraph

/// The reason why a proposal cannot be applied to a recorded build.
package enum ProposalError: Error, Hashable, Sendable {
  case noChanges
  case unknownModule(String, nearest: [String])
  /// An earlier change of the proposal removed, split or merged it.
  case moduleGone(String)
  case ambiguousModule(String, candidates: [String])
  /// The module is in the graph, but the recorded build did not compile it.
  case notBuilt(ModuleID)
  /// A macro, a plugin or a module without sources.
  case notDivisible(ModuleID, Module.Kind)
  /// A program or tests, on which no module depends.
  case noInterface(ModuleID, Module.Kind)
  case noDependency(from: ModuleID, to: ModuleID, others: [String])
  /// The graph or the machine already is as proposed.
  case changesNothing(StructureChange)
  case onItself(ModuleID)
  /// Everything that was recorded is removed: the modules of the product or target, or if it was the whole package, none.
  case nothingLeft(of: [ModuleID])
  case nameExists(String)
  /// The compiler would give both modules one name.
  case compiledNameExists(String, String)
  case invalidName(String)
  case tooFewModules(StructureChange)
  case namedTwice(String)
  case mixedLanguages([ModuleID])
  /// Its headers are its interface already.
  case interfaceOfC(ModuleID)
  /// Executables, of which a module can have one at most.
  case severalPrograms([ModuleID])
  /// The module's files are unknown: it was compiled as a whole, or the trace omits them.
  case filesUnknown(ModuleID)
  /// Files that no pattern matches, sorted.
  case filesLeft([String], of: ModuleID)
  /// A file that belongs to several parts.
  case fileTwice(String, parts: [String])
  case matchesNoFile(pattern: String, of: ModuleID, files: [String])
  case movesAll(ModuleID)
  /// Modules that form a dependency cycle; the last one depends on the first.
  case cycle([ModuleID])
  /// Parts of a module that cannot become modules because they use one another; with these uses, never empty.
  case partsNeedOneAnother(of: ModuleID, [ProposedDivision.Need])
  case factor(Double)
  case count(Int)
}

extension ProposalError: CustomStringConvertible {
  private static let shown = 5

  package var description: String {
    switch self {
    case .noChanges: "No change was specified. Add one, such as --cut App-\u{3E}Core, or a file with --proposal."
    case .unknownModule(let word, let nearest):
      "There is no module “\(word)”."
        + (nearest.isEmpty ? " `modgauge graph` lists the modules." : nearest.suggestion)
    case .moduleGone(let word):
      "Module “\(word)” no longer exists: an earlier change of the proposal removed, split or merged it."
    case .ambiguousModule(let word, let candidates):
      "Several modules are named “\(word)”; name one of \(candidates.joined(separator: ", "))."
    case .notBuilt(let id): "The recorded build did not compile \(id.name), so its cost is unknown."
    case .notDivisible(let id, let kind):
      "\(id.name) cannot be split, merged, removed or put behind an interface, and its files cannot be moved: it is a module of "
        + "the kind \(kind.rawValue)."
    case .noInterface(let id, let kind):
      "\(id.name) cannot be put behind an interface: it is a module of the kind \(kind.rawValue)."
    case .noDependency(let from, let to, let others):
      "\(from.name) does not depend on \(to.name) directly. "
        + (others.isEmpty ? "It has no dependencies." : "It depends on \(others.listed(atMost: Self.shown)).")
    case .changesNothing(let change): "“\(change)” changes nothing."
    case .onItself(let id): "\(id.name) cannot depend on itself."
    case .nameExists(let name): "A module “\(name)” already exists; choose another name."
    case .nothingLeft(let ids) where ids.isEmpty: "All modules are removed: nothing is left to build."
    case .nothingLeft(let ids):
      "The recorded build is of \(ids.map(\.name).listed(atMost: Self.shown)): without it, nothing is left to build. To predict the "
        + "rest of the package, record the whole package with `modgauge record`, and name that recording."
    case .compiledNameExists(let name, let other):
      "“\(name)” and “\(other)” cannot both exist: both would be compiled as “\(Module.compiledName(name))”; choose another name."
    case .invalidName(let name): "“\(name)” cannot be the name of a module."
    case .tooFewModules(let change): "“\(change)” needs at least two modules."
    case .namedTwice(let name): "“\(name)” is named twice."
    case .mixedLanguages(let ids):
      "Files of \(ids.map(\.name).listed(atMost: Self.shown)) cannot be in one module: SwiftPM does not compile Swift and C "
        + "together."
    case .interfaceOfC(let id):
      "\(id.name) cannot be put behind an interface: it has no Swift files, and its headers are one already."
    case .severalPrograms(let ids):
      "\(ids.map(\.name).listed(atMost: Self.shown)) cannot be one module: each is a program with an entry point of its own."
    case .filesUnknown(let id):
      "The files of \(id.name) are not known: the trace does not name them, and there is no folder with its sources."
    case .filesLeft(let files, let id):
      "No pattern matches \(files.listed(atMost: Self.shown)) of \(id.name). Every file must belong to one part; one without "
        + "patterns, as in `\(id.name)=New:…,\(id.name):`, gets the rest."
    case .fileTwice(let file, let parts): "Several parts match \(file): \(parts.joined(separator: ", "))."
    case .matchesNoFile(let pattern, let id, let files):
      "“\(pattern)” matches no file of \(id.name), which has \(files.listed(atMost: Self.shown))."
        + (pattern.contains { "[{".contains($0) } ? " Only *, ** and ? are wildcards." : "")
    case .movesAll(let id): "The patterns match every file of \(id.name); merge the modules instead."
    case .cycle(let ids):
      "The modules would form a cycle: "
        + (ids + ids.prefix(1)).map(\.name).joined(separator: " → ") + "."
    case .partsNeedOneAnother(let id, let needs):
      "The files of \(id.name) need one another across the cut: \(needs.map(Self.words).joined(separator: "; ")). "
        + "Divide it differently, or see what holds the files together with `modgauge graph --files \(id.name) --seams 2`."
    case .factor(let factor): "A cost cannot be multiplied by \(factor): the factor must be from 0 to 1000000."
    case .count(let count):
      "“\(count)” is not a number of cores or jobs; it must be from 1 to \(StructureChange.counts.upperBound)."
    }
  }

  private static let shownSymbols = 3

  /// A need in words, such as `A → B (Cache of B1.swift in A1.swift, A2.swift)`.
  private static func words(_ need: ProposedDivision.Need) -> String {
    let symbols = need.symbols.map { "\($0.name) of \($0.file) in \($0.users.listed(atMost: shown))" }
    return "\(need.from) → \(need.to) (\(symbols.listed(atMost: shownSymbols)))"
      + (need.isOpposed ? ", while \(need.to) depends on \(need.from)" : "")
  }
}
