/// The conditions at the current position in a file that is being read.
struct ConditionStack {
  /// An `#if` that is still open.
  private struct Block {
    let line: Int
    var earlier: [CompilationCondition] = []
    /// The condition of the current branch; `nil` in an `#else`.
    var branch: CompilationCondition?

    /// The conditions that must all hold for the current branch to be active.
    var conditions: [CompilationCondition] { earlier.map(\.negated) + (branch.map { [$0] } ?? []) }
  }

  private var blocks: [Block] = []
  /// The number of conditions in all open blocks, including earlier branches.
  private var count = 0
  /// The cached result of `current` since the last directive, which all imports of a branch share.
  private var answered: CompilationCondition??
  /// The lines of unbalanced directives, in the order in which they were found.
  private(set) var unbalancedLines: [Int] = []

  /// The maximum number of conditions, nested or in sequence. With more, the result is unreadable, so that imports do
  /// not store many conditions.
  static let longest = 64

  mutating func begin(_ condition: CompilationCondition, line: Int) {
    blocks.append(Block(line: line, branch: condition))
    count += 1
    answered = nil
  }

  /// Starts the next branch.
  /// - Parameter condition: `nil` for `#else`.
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

  /// The condition of the current branch, without that of earlier ones and of blocks around it; `nil` in an `#else`, and
  /// outside of all blocks.
  var branch: CompilationCondition? { blocks.last?.branch }

  /// The condition under which the current position is active; `nil` if it is always active.
  mutating func current() -> CompilationCondition? {
    if let answered { return answered }
    let condition: CompilationCondition? =
      count > Self.longest ? .unreadable : .all(of: blocks.flatMap(\.conditions))
    answered = .some(condition)
    return condition
  }
}
