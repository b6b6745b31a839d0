/// A priority queue of pieces: smallest key first; if keys are equal, smallest index first.
///
/// A binary heap: Williams, “Algorithm 232: Heapsort”, CACM 7 (1964).
package struct PieceQueue {
  private var heap: [(key: Double, piece: Int)] = []

  package init() {}

  package var first: (key: Double, piece: Int)? { heap.first }

  /// - Complexity: O(log *n*).
  package mutating func insert(_ piece: Int, key: Double) {
    var index = heap.count
    heap.append((key, piece))
    while index > 0 {
      let above = (index - 1) / 2
      guard heap[index] < heap[above] else { return }
      heap.swapAt(index, above)
      index = above
    }
  }

  /// - Complexity: O(log *n*).
  package mutating func removeFirst() -> (key: Double, piece: Int)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var index = 0
    while true {
      let below = 2 * index + 1
      guard below < heap.count else { return first }
      let least = below + 1 < heap.count && heap[below + 1] < heap[below] ? below + 1 : below
      guard heap[least] < heap[index] else { return first }
      heap.swapAt(index, least)
      index = least
    }
  }
}
