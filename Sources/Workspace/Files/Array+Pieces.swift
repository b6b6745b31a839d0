extension Array where Element: Sendable {
  /// Transforms the array on all processors, a piece in each task, since most elements take less time than a task takes to
  /// begin.
  /// - Parameter transform: the results of a piece, in the order of its elements.
  /// - Returns: all results in the order of the elements.
  func inPieces<Result: Sendable>(
    _ transform: @escaping @Sendable (ArraySlice<Element>) -> [Result]
  ) async -> [Result] {
    let width = Swift.max(8, count / 128)
    guard count > width else { return transform(self[...]) }
    return await withTaskGroup(of: (start: Int, results: [Result]).self) { group in
      for start in stride(from: 0, to: count, by: width) {
        group.addTask { (start, transform(self[start..<Swift.min(start + width, count)])) }
      }
      let pieces = await group.reduce(into: []) { $0.append($1) }
      return pieces.sorted { $0.start < $1.start }.flatMap(\.results)
    }
  }
}
