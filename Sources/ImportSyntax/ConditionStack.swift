/// The conditions that hold at a place of a file, while it is read.
struct ConditionStack {
  /// One `#if` that has not ended yet.
  private struct Block {
    let line: Int
    /// Of the branches that ended.
    var earlier: [CompilationCondition] = []
    /// Of the branch that is read; absent in an `#else`.
    var branch: CompilationCondition?

    /// What has to hold in the branch that is read.
    var conditions: [CompilationCondition] { earlier.map(\.negated) + (branch.map { [$0] } ?? []) }
  }

  private var blocks: [Block] = []
  /// Of all blocks, branches that ended included.
  private var count = 0
  /// What `current` answered since the last directive, so that all imports of a branch share it.
  private var answered: CompilationCondition??
  /// In the order in which they were found.
  private(set) var unbalancedLines: [Int] = []

  /// More conditions than that, nested or one after another, are not told apart, so that each import holds few.
  static let longest = 64

  mutating func begin(_ condition: CompilationCondition, line: Int) {
    blocks.append(Block(line: line, branch: condition))
    count += 1
    answered = nil
  }

  /// The next branch; `nil` for `#else`.
  mutating func next(_ condition: CompilationCondition?, line: Int) {
    // An `#else` has no branch, so nothing may follow it.
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

  /// At the end of the file.
  mutating func close() {
    unbalancedLines += blocks.map(\.line)
    blocks = []
  }

  /// All that has to hold here.
  mutating func current() -> CompilationCondition? {
    if let answered { return answered }
    let condition: CompilationCondition? =
      count > Self.longest ? .unreadable : .all(of: blocks.flatMap(\.conditions))
    answered = .some(condition)
    return condition
  }
}
