/// Resolves a user's words in a graph: ids, names and patterns of modules.
struct ModuleNames {
  private let graph: ModuleGraph
  private let ids: [ModuleID]
  private let byWord: [String: [ModuleID]]
  private let areFiles: Bool

  /// - Parameter former: the current id of each module by its former one.
  /// - Complexity: O(modules).
  init(graph: ModuleGraph, former: [ModuleID: ModuleID] = [:]) {
    self.graph = graph
    ids = graph.modules.map(\.id)
    areFiles = graph.modules.first?.kind == .file
    let renamed = former.sorted { $0.key < $1.key }
    byWord = Dictionary(grouping: ids, by: \.name).merging(ids.map { ($0.description, [$0]) }) { named, _ in named }
      .merging(renamed.map { ($0.key.description, [$0.value]) }) { now, _ in now }
      .merging(Dictionary(grouping: renamed, by: \.key.name).mapValues { $0.map(\.value) }) { now, _ in now }
  }

  /// The modules with this id or name.
  func named(_ word: String) -> [ModuleID] { byWord[word] ?? [] }

  /// The modules that any of the words matches: an id, a name, or a pattern for either.
  ///
  /// - Parameters:
  ///   - flag: the option that the words were given to.
  ///   - patterns: whether the matches of patterns are returned; that patterns match something is checked in any case.
  func modules(_ words: [String], flag: String?, patterns: Bool = true) throws(SelectionError) -> [ModuleID] {
    var found: [ModuleID] = []
    for word in words {
      if let exact = byWord[word] {
        found += exact
        continue
      }
      let glob = Glob(word)
      let matches = ids.filter(glob.matches)
      guard !matches.isEmpty else {
        throw .unknown(
          word: word, subject: areFiles ? .file : .module, flag: flag, nearest: graph.modules(nearestTo: word))
      }
      if patterns { found += matches }
    }
    return found
  }

  /// The keys of the packages that any of the words matches.
  func packages(_ words: [String]) throws(SelectionError) -> Set<String> {
    let keys = Set(ids.map(\.package))
    var found: Set<String> = []
    for word in words {
      let glob = Glob(word)
      let matches = keys.filter { $0 == word || glob.matches($0) }
      guard !matches.isEmpty else {
        let subject: SelectionError.Subject = areFiles ? .folder : .package
        throw .unknown(word: word, subject: subject, flag: "--package", nearest: graph.packages(nearestTo: word))
      }
      found.formUnion(matches)
    }
    return found
  }
}
