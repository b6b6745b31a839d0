import ModuleGraph
import Reports
import Testing

struct PictureChoiceTests {
  private let chain = SelectedGraph(
    ModuleGraph(
      modules: (0..<60).map { Module(id: ModuleID(package: "P", name: "M\($0)Part"), kind: .regular) },
      dependencies: (1..<60).map {
        Dependency(from: ModuleID(package: "P", name: "M\($0 - 1)Part"), to: ModuleID(package: "P", name: "M\($0)Part"))
      }))

  /// Forty modules on one level, of which only ten are alike.
  private let fan: SelectedGraph = {
    func id(_ name: String) -> ModuleID { ModuleID(package: "P", name: name) }
    let (parts, bases) = ((0..<40).map { id("Part\($0)") }, (0..<4).map { id("Base\($0)") })
    return SelectedGraph(
      ModuleGraph(
        modules: ([id("App")] + parts + bases).map { Module(id: $0, kind: .regular) },
        dependencies: parts.enumerated().flatMap {
          [Dependency(from: id("App"), to: $1), Dependency(from: $1, to: bases[$0 % 4])]
        }))
  }()

  @Test(arguments: [
    (900.0, 400.0, true), (400, 900, true), (2900, 1500, true), (3700, 2000, false), (1300, 400, false),
    (400, 1300, false), (3000, 3000, false),
  ])
  func aReadablePictureIsNeitherTooLongNorTooSlimNorTooLarge(width: Double, height: Double, isReadable: Bool) {
    #expect(PictureSize(width: width, height: height).isReadable == isReadable)
  }

  @Test func theFirstLayoutThatCanBeReadIsTheLast() throws {
    var texts: [String] = []
    let found = PictureChoice(chain).readable { text, _ in
      texts.append(text)
      return (texts.count, PictureSize(width: texts.count == 2 ? 1000 : 9000, height: 500))
    }
    let chosen = try #require(found)
    #expect(texts.count == 2)
    try #require(texts.count > 1)
    #expect(chosen.drawing == 2 && chosen.text == texts[1])
    #expect(chosen.picture.nodeCount == 60)
    #expect(Set(texts).count == 2)
  }

  @Test func ofLargeLayoutsTheOneIsDrawnThatAScreenShowsLargest() throws {
    let sizes = [(1500.0, 2400.0), (1600, 2300), (2400, 1400), (2400, 1350)]
    var texts: [String] = []
    let found = PictureChoice(fan).readable { text, isWanted in
      let size = sizes[texts.firstIndex(of: text) ?? min(texts.count, 3)]
      texts.append(text)
      let whole = PictureSize(width: size.0, height: size.1)
      return (isWanted(whole) ? true : nil, whole)
    }
    let chosen = try #require(found)
    #expect(chosen.drawing && chosen.picture.nodeCount == 45)
    // Another way counts where it makes a difference: not the second one, nor those after the third.
    #expect(chosen.text == texts.dropFirst(2).first && chosen.text == texts.last && texts.count == Set(texts).count + 1)
  }

  @Test func whatWasDrawnAlthoughItWasNotWantedIsNotDrawnAgain() throws {
    var texts: [String] = []
    let found = PictureChoice(fan).readable { text, _ in
      texts.append(text)
      return (texts.count, PictureSize(width: 2400, height: texts.count == 2 ? 1200 : 1800))
    }
    let chosen = try #require(found)
    try #require(texts.count > 1)
    #expect(chosen.drawing == 2 && chosen.text == texts[1])
    #expect(texts.count > 2 && texts.count == Set(texts).count)
  }

  @Test func ranksOfAPictureThatAReaderCanMoveAreBoundedOnlyIfNothingElseServes() {
    func layouts(screens: Double, width: Double) -> Set<String> {
      var texts: Set<String> = []
      _ = PictureChoice(fan, screens: screens).readable { text, _ in
        texts.insert(text)
        return (0, PictureSize(width: width, height: 1250))
      }
      return texts
    }
    let all = layouts(screens: 1, width: 3400)
    let few = layouts(screens: 3, width: 3400)
    #expect(!few.isEmpty && few.isStrictSubset(of: all))
    #expect(layouts(screens: 3, width: 30_000).isSuperset(of: all))
    // A strip is not too large to be moved, but a screen shows little of it.
    #expect(layouts(screens: 3, width: 6000).isSuperset(of: all))
  }

  @Test func whatNoLayoutMakesReadableIsFolded() throws {
    let found = PictureChoice(chain).readable { text, _ in
      let nodes = text.split(separator: "shape=").count - 1
      return (nodes, PictureSize(width: Double(nodes) * 100, height: 1000))
    }
    let chosen = try #require(found)
    #expect(chosen.picture.nodeCount <= 30)
    #expect(chosen.picture.notes.first?.contains("folded") == true)
  }

  @Test func whereNothingHelpsTheLeastBadIsDrawnAndTheSearchEnds() throws {
    var texts: [String] = []
    let found = PictureChoice(chain).readable { text, isWanted in
      let size = PictureSize(width: texts.count == 2 ? 8000 : 9000, height: 1000)
      texts.append(text)
      return (isWanted(size) ? true : nil, size)
    }
    let chosen = try #require(found)
    #expect(chosen.drawing)
    try #require(texts.count > 2)
    #expect(chosen.text == texts.dropFirst(2).first && chosen.text == texts.last)
    #expect(texts.count <= 26)
  }

  @Test func aBudgetOfNothingFoldsNothing() {
    var style = PictureStyle()
    style.budget = nil
    let chosen = PictureChoice(chain, style: style).readable { _, _ in (0, PictureSize(width: 9000, height: 100)) }
    #expect(chosen?.picture.nodeCount == 60)
  }

  @Test func moreEdgesThanAReaderCanFollowAreFoldedBeforeAnyLayout() {
    var generator = SeededGenerator(seed: 3)
    let ids = (0..<100).map { ModuleID(package: "P", name: "M\($0)\(["Feature", "Client", "Core"][$0 % 3])") }
    let pairs = Set((0..<1500).map { _ in [generator.below(50), 50 + generator.below(50)] })
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular) },
      dependencies: pairs.map { Dependency(from: ids[$0[0]], to: ids[$0[1]]) })
    var counts: [Int] = []
    let chosen = PictureChoice(SelectedGraph(graph)).readable { text, _ in
      counts.append(text.split(separator: " -> ").count - 1)
      return (0, PictureSize(width: 1000, height: 1000))
    }
    #expect(counts.count == 1)
    #expect((chosen?.picture.edges.count ?? .max) <= PictureStyle.edgeBudget)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func boundedRanksLeadDownwardAndKeepTheirBreadth(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let ids = (0..<80).map { ModuleID(package: "P", name: "Module\($0)") }
    let pairs = Set((0..<120).map { _ in [generator.below(80), generator.below(80)] }).filter { $0[0] < $0[1] }
    let graph = SelectedGraph(
      ModuleGraph(
        modules: ids.map { Module(id: $0, kind: .regular) },
        dependencies: pairs.map { Dependency(from: ids[$0[0]], to: ids[$0[1]]) }))
    let text = DOT.text(GraphPicture(graph), Arrangement(direction: .down, breadth: 700))
    #expect(text.contains("minlen="))
    #expect(!text.contains("dir=back"), "a graph without cycles has no edge against its ranks")
  }
}
