/// One module's dependency on another. Dependencies with equal ends, kind, product and condition are the same, wherever
/// they are declared.
package struct Dependency: Hashable, Sendable, Codable {
  package enum Kind: String, Sendable, Codable {
    /// On a module of the same package.
    case target
    /// On a module of another package, through one of its products.
    case product
    /// On a build-tool plugin that runs while the module is built.
    case plugin
    /// On a target that an Xcode target embeds in its product without linking it, such as an extension in an app.
    case embed
  }

  /// A place in a manifest or another file.
  package struct Location: Hashable, Sendable, Codable {
    /// The file's path, relative to the workspace's root.
    package let file: String
    /// Counted from 1.
    package let line: Int
    /// In bytes, from 1; absent if only the line is known.
    package let column: Int?

    package init(file: String, line: Int, column: Int? = nil) {
      self.file = file
      self.line = line
      self.column = column
    }
  }

  package let from: ModuleID
  package let to: ModuleID
  package let kind: Kind
  /// The name of the product in the manifest, for `product`, and for a plugin or an embedded product of another
  /// package.
  package let product: String?
  /// `nil` if the dependency is unconditional.
  package let condition: Condition?
  /// Where a manifest declares the dependency; `nil` if the manifest computes it, or no manifest declares it. Between
  /// files, the first line that uses the other one.
  package let location: Location?
  /// For a computed dependency, where the manifest declares the module, or else the package.
  package let computedNear: Location?
  /// The symbols of the other one that are used, the most used ones first; `nil` if unknown.
  package let symbols: [UsedSymbol]?

  package init(
    from: ModuleID, to: ModuleID, kind: Kind = .target, product: String? = nil, condition: Condition? = nil,
    location: Location? = nil, computedNear: Location? = nil, symbols: [UsedSymbol]? = nil
  ) {
    self.from = from
    self.to = to
    self.kind = kind
    self.product = product
    self.condition = condition
    self.location = location
    self.computedNear = computedNear
    self.symbols = symbols
  }
}

extension Dependency {
  /// What one entry of a manifest declares: a dependency on a module, or on all modules of a product.
  package struct Declaration: Hashable, Sendable {
    package let from: ModuleID
    /// The product's name, else the module's id.
    package let to: String
  }

  package var declaration: Declaration { Declaration(from: from, to: product ?? to.description) }
}

extension Dependency: Comparable {
  package static func < (left: Dependency, right: Dependency) -> Bool {
    if left.from != right.from { return left.from < right.from }
    if left.to != right.to { return left.to < right.to }
    return left.tieBreak.lexicographicallyPrecedes(right.tieBreak)
  }

  private var tieBreak: [String] {
    [kind.rawValue, product ?? "", condition?.description ?? ""]
  }
}

extension [Dependency] {
  /// Equal to `sorted()`, but compares the names of modules instead of those of the far more numerous dependencies.
  /// - Complexity: O(n + modules · log modules) and one look-up for each, unless many have both ends in common; O(n) if
  ///   they are sorted already.
  package func sortedByEnds() -> [Dependency] {
    if indices.dropFirst().allSatisfy({ !(self[$0] < self[$0 - 1]) }) { return self }
    var numbers = ModuleNumbers()
    var (froms, tos): ([Int], [Int]) = ([], [])
    for index in indices {
      // The dependencies of one module are mostly adjacent.
      let isSame = index > 0 && self[index].from == self[index - 1].from
      froms.append(isSame ? froms[index - 1] : numbers.number(of: self[index].from))
      tos.append(numbers.number(of: self[index].to))
    }
    let ranks = numbers.ranks
    var order = [Int](indices)
    for ends in [tos, froms] { order = order.sorted(byRank: { ranks[ends[$0]] }, of: ranks.count) }
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, froms[order[end]] == froms[order[start]], tos[order[end]] == tos[order[start]] {
        end += 1
      }
      if end - start > 1 { order[start..<end].sort { self[$0] < self[$1] } }
      start = end
    }
    return order.map { self[$0] }
  }
}

extension [Int] {
  /// A stable counting sort.
  fileprivate func sorted(byRank rank: (Int) -> Int, of ranks: Int) -> [Int] {
    var ends = [Int](repeating: 0, count: ranks + 1)
    for element in self { ends[rank(element) + 1] += 1 }
    for rank in 0..<ranks { ends[rank + 1] += ends[rank] }
    var sorted = self
    for element in self {
      sorted[ends[rank(element)]] = element
      ends[rank(element)] += 1
    }
    return sorted
  }
}

/// Numbers modules in the order in which they occur.
private struct ModuleNumbers {
  private var numbers: [ModuleID: Int] = [:]
  private var ids: [ModuleID] = []

  mutating func number(of id: ModuleID) -> Int {
    if let number = numbers[id] { return number }
    numbers[id] = ids.count
    ids.append(id)
    return ids.count - 1
  }

  /// The rank of each module, by its number, when they are sorted.
  var ranks: [Int] {
    var ranks = [Int](repeating: 0, count: ids.count)
    for (rank, number) in ids.indices.sorted(by: { ids[$0] < ids[$1] }).enumerated() { ranks[number] = rank }
    return ranks
  }
}

/// The condition of a dependency. Every part that is set must hold; at least one is set.
package struct Condition: Hashable, Sendable, Codable, CustomStringConvertible {
  /// As SwiftPM names them: `linux`, `macos`. Sorted; `nil` for any.
  package let platforms: [String]?
  /// `debug` or `release`; `nil` for either.
  package let configuration: String?
  /// Of these traits of the package, one must be enabled. Sorted; `nil` if none is required.
  package let traits: [String]?

  /// - Returns: `nil` if no part is set.
  package init?(platforms: [String] = [], configuration: String? = nil, traits: [String] = []) {
    guard !platforms.isEmpty || configuration != nil || !traits.isEmpty else { return nil }
    self.platforms = platforms.isEmpty ? nil : platforms.sorted()
    self.configuration = configuration
    self.traits = traits.isEmpty ? nil : traits.sorted()
  }

  /// The result of evaluating a condition for a partly known build.
  package enum Decision: Hashable, Sendable {
    case holds, fails
    /// The parts that remain undecided.
    case open(Condition)
  }

  /// Evaluates the condition for a build.
  /// - Parameters:
  ///   - platform: as SwiftPM names it in conditions; `nil` if it is not known.
  ///   - configuration: `debug` or `release`; `nil` if it is not known.
  ///   - enabled: the enabled traits of the package with the condition; `nil` if they are not known.
  package func decided(platform: String?, configuration: String? = nil, traits enabled: Set<String>?) -> Decision {
    if let platform, let platforms, !platforms.contains(platform) { return .fails }
    if let configuration, let wanted = self.configuration, wanted != configuration { return .fails }
    if let enabled, let traits, enabled.isDisjoint(with: traits) { return .fails }
    let rest = Condition(
      platforms: platform == nil ? platforms ?? [] : [], configuration: configuration == nil ? self.configuration : nil,
      traits: enabled == nil ? traits ?? [] : [])
    return rest.map { .open($0) } ?? .holds
  }

  /// As in `linux, macos; release; trait Foo`.
  package var description: String {
    [
      platforms.map { $0.joined(separator: ", ") },
      configuration,
      traits.map { "trait " + $0.joined(separator: ", ") },
    ].compactMap { $0 }.joined(separator: "; ")
  }
}
