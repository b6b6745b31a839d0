import ModuleGraph
import Testing

@testable import BuildRunner

/// The search for what builds need, with builds that are sets.
@Suite struct ProofSearchTests {
  @Test func oneBuildProvesThatNothingIsNeeded() async throws {
    let (proofs, builds) = try await search(count: 100) { _ in .builds }
    #expect(proofs == Array(repeating: .proven, count: 100))
    #expect(builds == 1)
  }

  @Test func whatIsNeededIsFoundByHalves() async throws {
    let (proofs, builds) = try await search(count: 64) { away in
      away.contains(37) ? .fails(error: "no such module") : .builds
    }
    #expect(proofs.enumerated().allSatisfy { $1 == ($0 == 37 ? .needed(error: "no such module") : .proven) })
    #expect(builds <= 1 + 2 * 6)
  }

  @Test func ofTwoThatCannotBothGoTheLaterOneIsNeeded() async throws {
    let (proofs, _) = try await search(count: 4) { away in
      away.isSuperset(of: [0, 3]) ? .fails(error: "undefined symbol") : .builds
    }
    #expect(proofs == [.proven, .proven, .proven, .needed(error: "undefined symbol")])
  }

  @Test func whatCannotBeTriedHoldsNothingUp() async throws {
    let (proofs, _) = try await search(count: 3) { away in
      away.contains(1) ? .untried(reason: "computed") : away.contains(2) ? .fails(error: "error") : .builds
    }
    #expect(proofs == [.proven, .untried(reason: "computed"), .needed(error: "error")])
  }

  @Test func nothingIsBuiltForNothing() async throws {
    #expect(try await search(count: 0) { _ in .builds }.builds == 0)
  }

  /// - Returns: the proofs in their order, and how often it was built. No set is built twice.
  private func search(
    count: Int, _ answer: @escaping (Set<Int>) -> ProofSearch.Answer
  ) async throws -> (proofs: [Proof], builds: Int) {
    var seen: [Set<Int>] = []
    var search = ProofSearch { away in
      #expect(!seen.contains(away))
      seen.append(away)
      return answer(away)
    }
    try await search.settle(count: count)
    #expect(search.proofs.count == count)
    return ((0..<count).compactMap { search.proofs[$0] }, seen.count)
  }
}
