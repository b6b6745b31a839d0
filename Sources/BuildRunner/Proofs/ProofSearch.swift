import ModuleGraph

/// Finds out which of several dependencies are needed, with few builds if most are not: all are removed at once, and if
/// that fails, each half separately.
///
/// Dependencies that are proven unused stay removed while the others are tried, so that all of them together can be
/// removed. If either of two dependencies can be removed, but not both, the later one is needed.
struct ProofSearch {
  enum Answer: Hashable, Sendable {
    case builds
    case fails(error: String)
    /// Nothing was built, for this reason.
    case untried(reason: String)
  }

  /// Proofs by index; complete after ``settle(count:)``.
  private(set) var proofs: [Int: Proof] = [:]
  private(set) var gone: Set<Int> = []
  /// Builds without the dependencies of these indices.
  let attempt: (Set<Int>) async throws -> Answer

  /// Settles the dependencies from 0 on.
  /// - Complexity: 1 build if none is needed, otherwise about 2 · log₂ count for each needed one.
  mutating func settle(count: Int) async throws { try await settle(0..<count) }

  /// - Parameter known: the result of removing these in addition to those already removed, if it was tried already.
  private mutating func settle(_ range: Range<Int>, known: Answer? = nil) async throws {
    guard !range.isEmpty else { return }
    let answer: Answer
    if let known { answer = known } else { answer = try await attempt(gone.union(range)) }
    if answer == .builds {
      gone.formUnion(range)
      for index in range { proofs[index] = .proven }
    } else if range.count == 1 {
      proofs[range.lowerBound] = answer.proof
    } else {
      let middle = range.lowerBound + range.count / 2
      try await settle(range.lowerBound..<middle)
      // If all of the first half is removed, this was tried.
      let isSame = gone.isSuperset(of: range.lowerBound..<middle)
      try await settle(middle..<range.upperBound, known: isSame ? answer : nil)
    }
  }
}

extension ProofSearch.Answer {
  fileprivate var proof: Proof {
    switch self {
    case .builds: .proven
    case .fails(let error): .needed(error: error)
    case .untried(let reason): .untried(reason: reason)
    }
  }
}
