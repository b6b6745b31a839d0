/// The conditions at the current place of a file, while it is read.
struct ConditionStack {
  /// An `#if` that is still open.
  private struct Block {
    let line: Int
    /// The conditions of earlier branches.
    var earlier: [CompilationCondition] = []
    /// The condition of the current branch; absent in an `#else`.
    var branch: CompilationCondition?

    /// The condition under which the current branch is active.
    var conditions: [CompilationCondition] { earlier.map(\.negated) + (branch.map { [$0] } ?? []) }
  }

  private var blocks: [Block] = []
  /// The number of conditions in all open blocks, including earlier branches.
  private var count = 0
  /// The result of `current` since the last directive, so that all imports of a branch share it.
  private var answered: CompilationCondition??
  /// In the order of discovery.
  private(set) var unbalancedLines: [Int] = []

  /// With more conditions than that, nested or in sequence, the result is unreadable, so that each import stores few.
  static let longest = 64

  mutating func begin(_ condition: CompilationCondition, line: Int) {
    blocks.append(Block(line: line, branch: condition))
    count += 1
    answered = nil
  }

  /// Starts the next branch; `nil` for `#else`.
  mutating func next(_ condition: CompilationCondition?, line: Int) {
    // No branch may follow an `#else`.
    guard let last = blocks.indices.last, let branch = blocks[last].branch else { return unbalancedLines.append(line) }
    blocks[last].earlier.append(branch)
    blocks[last].branch = condition
    count += condition == nil ? 0 : 1
    answered = nil
  }

  mutating func end(line: Int) {
    guard let ended = blocks.popLast() else { return unbalancedLines.append(line) }
    count -= ended.earlier.count + (ended.branch == nil ? 0 : 1)
    answered = nil
  }

  /// Call at the end of the file.
  mutating func close() {
    unbalancedLines += blocks.map(\.line)
    blocks = []
  }

  /// The condition under which the current place is active.
  mutating func current() -> CompilationCondition? {
    if let answered { return answered }
    let condition: CompilationCondition? =
      count > Self.longest ? .unreadable : .all(of: blocks.flatMap(\.conditions))
    answered = .some(condition)
    return condition
  }
}
