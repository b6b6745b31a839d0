import ModuleGraph
import Testing

@Suite struct WordTests {
  @Test func `lists name the first and count the others`() {
    #expect([String]().listed(atMost: 2) == "")
    #expect(["A", "B"].listed(atMost: 2) == "A, B")
    #expect(["A", "B", "C"].listed(atMost: 2) == "A, B and 1 more")
    #expect((0..<1236).map { "M\($0)" }.listed(atMost: 2) == "M0, M1 and 1,234 more")
    #expect([[], ["A"], ["A", "B"], ["A", "B", "C"]].map(\.inSentence) == ["", "A", "A and B", "A, B and C"])
  }

  @Test func `suggestions are a sentence, or end one`() {
    #expect(["A", "B"].suggestion == " Did you mean “A” or “B”?")
    #expect(["A"].suggestionInSentence == "; did you mean “A”?")
    #expect([String]().suggestion == "" && [String]().suggestionInSentence == "")
  }

  @Test func `counts have separators, and nouns their number`() {
    #expect([0, 999, 1000, -1_234_567].map(\.grouped) == ["0", "999", "1,000", "−1,234,567"])
    #expect(1.counted("file") == "1 file" && 2.counted("file") == "2 files")
    #expect(2.counted("dependency", "dependencies") == "2 dependencies")
  }
}
