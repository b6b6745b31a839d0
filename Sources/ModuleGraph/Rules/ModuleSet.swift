/// A subset of a graph's vertices.
struct ModuleSet: Hashable, Sendable {
  private let mask: [Bool]
  /// Sorted.
  let members: [Int]

  init(count: Int, where contains: (Int) -> Bool) {
    mask = (0..<count).map(contains)
    members = mask.indices.filter { [mask] in mask[$0] }
  }

  var isEmpty: Bool { members.isEmpty }
  var count: Int { members.count }

  func contains(_ vertex: Int) -> Bool { mask[vertex] }

  func subtracting(_ other: ModuleSet) -> ModuleSet {
    ModuleSet(count: mask.count) { mask[$0] && !other.mask[$0] }
  }
}
