/// One module's dependency on another. Two are the same when all but their places agrees.
package struct Dependency: Hashable, Sendable, Codable {
  package enum Kind: String, Sendable, Codable {
    /// On a module of the same package.
    case target
    /// On a module of another package, through one of its products.
    case product
    /// On a build-tool plugin that runs while the module is built.
    case plugin
    /// On a target that an Xcode target is built with and copies into its product, but does not link: an app's extension.
    case embed
  }

  /// Where a manifest states something.
  package struct Location: Hashable, Sendable, Codable {
    /// Relative to the workspace's root.
    package let file: String
    /// Counted from 1.
    package let line: Int

    package init(file: String, line: Int) {
      self.file = file
      self.line = line
    }
  }

  package let from: ModuleID
  package let to: ModuleID
  package let kind: Kind
  /// The product that the manifest names, for `product`, and for what is a plugin or embedded of another package.
  package let product: String?
  /// Absent where the dependency always holds.
  package let condition: Condition?
  /// Absent where the manifest computes the dependency, and where no manifest states it.
  package let location: Location?
  /// Where the manifest declares the module, or else the package; only for a dependency that the manifest computes.
  package let computedNear: Location?

  package init(
    from: ModuleID, to: ModuleID, kind: Kind = .target, product: String? = nil, condition: Condition? = nil,
    location: Location? = nil, computedNear: Location? = nil
  ) {
    self.from = from
    self.to = to
    self.kind = kind
    self.product = product
    self.condition = condition
    self.location = location
    self.computedNear = computedNear
  }
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
  /// The same as `sorted()`, but compares names for each module, not for each dependency, of which there are many more.
  /// - Complexity: O(n log n), and one look-up for each; O(n) where they are sorted already.
  package func sortedByEnds() -> [Dependency] {
    if indices.dropFirst().allSatisfy({ !(self[$0] < self[$0 - 1]) }) { return self }
    var numbers = ModuleNumbers()
    var (froms, tos): ([Int], [Int]) = ([], [])
    for index in indices {
      // What one module depends on mostly stands together.
      let isSame = index > 0 && self[index].from == self[index - 1].from
      froms.append(isSame ? froms[index - 1] : numbers.number(of: self[index].from))
      tos.append(numbers.number(of: self[index].to))
    }
    let ranks = numbers.ranks
    let keys = indices.map { ranks[froms[$0]] * ranks.count + ranks[tos[$0]] }
    let order = indices.sorted { keys[$0] == keys[$1] ? self[$0] < self[$1] : keys[$0] < keys[$1] }
    return order.map { self[$0] }
  }
}

/// Numbers for modules, in the order in which they are met.
private struct ModuleNumbers {
  private var numbers: [ModuleID: Int] = [:]
  private var ids: [ModuleID] = []

  mutating func number(of id: ModuleID) -> Int {
    if let number = numbers[id] { return number }
    numbers[id] = ids.count
    ids.append(id)
    return ids.count - 1
  }

  /// The place of each module, by its number, when they are sorted.
  var ranks: [Int] {
    var ranks = [Int](repeating: 0, count: ids.count)
    for (rank, number) in ids.indices.sorted(by: { ids[$0] < ids[$1] }).enumerated() { ranks[number] = rank }
    return ranks
  }
}

/// When a dependency holds. Every part that is stated must hold; a condition always states one.
package struct Condition: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Sorted, as SwiftPM names them: `linux`, `macos`. Absent: any.
  package let platforms: [String]?
  /// `debug` or `release`. Absent: either.
  package let configuration: String?
  /// Sorted. One of them must be enabled in the package. Absent: none is asked for.
  package let traits: [String]?

  /// - Returns: `nil` where nothing is stated, which is no condition.
  package init?(platforms: [String] = [], configuration: String? = nil, traits: [String] = []) {
    guard !platforms.isEmpty || configuration != nil || !traits.isEmpty else { return nil }
    self.platforms = platforms.isEmpty ? nil : platforms.sorted()
    self.configuration = configuration
    self.traits = traits.isEmpty ? nil : traits.sorted()
  }

  /// What is left to ask where some of a build is known.
  package enum Decision: Hashable, Sendable {
    case holds, fails
    /// The parts that nothing is known of.
    case open(Condition)
  }

  /// What it means for a build.
  /// - Parameters:
  ///   - platform: as SwiftPM names it in conditions; `nil` leaves it open.
  ///   - configuration: `debug` or `release`; `nil` leaves it open.
  ///   - enabled: the traits of the package that states it; `nil` leaves them open.
  package func decided(platform: String?, configuration: String? = nil, traits enabled: Set<String>?) -> Decision {
    if let platform, let platforms, !platforms.contains(platform) { return .fails }
    if let configuration, let wanted = self.configuration, wanted != configuration { return .fails }
    if let enabled, let traits, enabled.isDisjoint(with: traits) { return .fails }
    let rest = Condition(
      platforms: platform == nil ? platforms ?? [] : [], configuration: configuration == nil ? self.configuration : nil,
      traits: enabled == nil ? traits ?? [] : [])
    return rest.map { .open($0) } ?? .holds
  }

  /// `linux, macos; release; trait Foo`.
  package var description: String {
    [
      platforms.map { $0.joined(separator: ", ") },
      configuration,
      traits.map { "trait " + $0.joined(separator: ", ") },
    ].compactMap { $0 }.joined(separator: "; ")
  }
}
