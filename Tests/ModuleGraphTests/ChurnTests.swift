import ModuleGraph
import Testing

struct ChurnTests {
  private static func id(_ name: String) -> ModuleID { ModuleID(package: "P", name: name) }

  private static let places = SourceLocations(
    sources: ["Sources/A/New.swift": [id("A")], "Sources/A/Other.swift": [id("A")], "Sources/C/fast.c": [id("C")]],
    folders: ["Sources/A": id("A"), "Sources/C": id("C")], headerModules: [id("C")], packages: [""])

  private static func commit(
    _ number: Int, by author: String = "Ann", _ changes: (String, Commit.FileChange.Kind)...
  ) -> Commit {
    Commit(
      hash: "\(number)", time: number * 86_400, author: author, subject: "",
      changes: changes.map { .init(path: $0.0, kind: $0.1) })
  }

  /// - Parameter commits: newest first.
  private static func churn(_ commits: Commit...) -> Churn {
    Churn(CommitHistory(commits: commits, since: 0, end: 100 * 86_400, ending: .period, oldest: 0), in: places)
  }

  @Test func `changes under an earlier name are those of the file as it is called now`() {
    let churn = Self.churn(
      Self.commit(4, ("Sources/A/New.swift", .modified)),
      Self.commit(3, by: "Bob", ("Sources/A/New.swift", .renamed(from: "Old/Middle.swift"))),
      Self.commit(2, ("Old/Middle.swift", .renamed(from: "Old/First.swift"))),
      Self.commit(1, ("Old/First.swift", .modified)))
    #expect(churn.files["Sources/A/New.swift"]?.changes == 4)
    #expect(churn.files["Sources/A/New.swift"]?.authors == 2)
    #expect(churn.files.count == 1)
    #expect(churn.movedFiles == 1)
    #expect(churn.count(of: [Self.id("A")]).changes == 4)
  }

  @Test func `a source that is gone counts for its module, and apart`() {
    let churn = Self.churn(
      Self.commit(3, ("Sources/A/Gone.swift", .removed)), Self.commit(2, ("Sources/A/Gone.swift", .modified)),
      Self.commit(1, ("Elsewhere/Gone.swift", .removed)))
    #expect(churn.effects.map(\.modules) == [[Self.id("A")], [Self.id("A")], []])
    #expect(churn.files.isEmpty)
    #expect(churn.goneFiles == 1)
  }

  @Test func `a file that is there and no source is none`() {
    let churn = Self.churn(
      Self.commit(3, ("Sources/A/Excluded.swift", .modified)), Self.commit(2, ("Sources/A/data.json", .modified)),
      Self.commit(1, ("Sources/A/header.h", .modified)))
    #expect(churn.effects.allSatisfy { $0.modules.isEmpty })
  }

  @Test func `a header of a module in C is a file of it`() throws {
    let churn = Self.churn(Self.commit(1, ("Sources/C/include/fast.h", .modified)))
    try #require(!churn.effects.isEmpty)
    #expect(churn.effects[0].modules == [Self.id("C")])
    #expect(churn.files["Sources/C/include/fast.h"]?.changes == 1)
  }

  @Test func `a manifest is noticed where a package is`() {
    let churn = Self.churn(
      Self.commit(3, ("Package.swift", .modified)), Self.commit(2, ("Package@swift-6.0.swift", .modified)),
      Self.commit(1, ("Fixtures/Package.swift", .modified)))
    #expect(churn.effects.map(\.changesManifest) == [true, true, false])
  }

  @Test func `a file that moved to another module changes both`() throws {
    let churn = Self.churn(Self.commit(1, ("Sources/A/New.swift", .renamed(from: "Sources/C/New.swift"))))
    try #require(!churn.effects.isEmpty)
    #expect(churn.effects[0].modules == [Self.id("A"), Self.id("C")])
  }

  @Test func `a year is told from two weeks on`() {
    func factor(days: Int) -> Double? {
      CommitHistory(commits: [], since: 0, end: days * 86_400, ending: .period, oldest: nil).yearFactor
    }
    #expect(factor(days: 13) == nil)
    #expect(factor(days: 183).map { ($0 * 1e4).rounded() } == 19_959)
  }

  @Test func `a period that history does not fill begins with its oldest commit`() {
    let history = CommitHistory(commits: [], since: 10, end: 99, ending: .limit, oldest: 50)
    #expect(history.start == 50)
  }
}
