/// The conditions that hold at a place of a file, while it is read.
struct ConditionStack {
  /// One `#if` that has not ended yet.
  private struct Block {
    let line: Int
    /// Of the branches that ended.
    var earlier: [CompilationCondition] = []
    /// Of the branch that is read; absent in an `#else`.
    var branch: CompilationCondition?
  }

  private var blocks: [Block] = []
  /// In the order in which they were found.
  private(set) var unbalancedLines: [Int] = []

  mutating func begin(_ condition: CompilationCondition, line: Int) {
    blocks.append(Block(line: line, branch: condition))
  }

  /// The next branch; `nil` for `#else`.
  mutating func next(_ condition: CompilationCondition?, line: Int) {
    // An `#else` has no branch, so nothing may follow it.
    guard let last = blocks.indices.last, let branch = blocks[last].branch else { return unbalancedLines.append(line) }
    blocks[last].earlier.append(branch)
    blocks[last].branch = condition
  }

  mutating func end(line: Int) {
    if blocks.popLast() == nil { unbalancedLines.append(line) }
  }

  /// At the end of the file.
  mutating func close() {
    unbalancedLines += blocks.map(\.line)
    blocks = []
  }

  /// All that has to hold here.
  var current: CompilationCondition? {
    .all(of: blocks.flatMap { block in block.earlier.map(\.negated) + (block.branch.map { [$0] } ?? []) })
  }
}
