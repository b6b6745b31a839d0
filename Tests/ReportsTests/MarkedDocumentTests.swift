import Reports
import Testing

/// Documents with parts that commands write.
struct MarkedDocumentTests {
  private func document(_ text: String) throws -> MarkedDocument { try MarkedDocument(Array(text.utf8)) }

  private func replacing(_ text: String, _ contents: [String]) throws -> String {
    String(decoding: try document(text).replacing(contents), as: UTF8.self)
  }

  @Test func `only what stands between markers is replaced, with the marker's indentation and line ends`() throws {
    let text = "a\r\n  <!-- modgauge: graph -->\r\nold\r\n  <!-- /modgauge -->  \r\nno end"
    let made = try replacing(text, ["x\n\ny"])
    #expect(
      made == "a\r\n  <!-- modgauge: graph -->\r\n\r\n  x\r\n\r\n  y\r\n\r\n  <!-- /modgauge -->  \r\nno end")
    #expect(try replacing(made, ["x\n\ny"]) == made)
    #expect(try document(made).parts.map(\.line) == [2])
  }

  @Test func `a marker holds a command with its arguments as in a shell`() throws {
    let text = "<!--modgauge: modgauge graph --title 'Our \"modules\"' -o \"a b.svg\" -->\n<!-- /modgauge -->\n"
    #expect(try document(text).parts.map(\.arguments) == [["graph", "--title", "Our \"modules\"", "-o", "a b.svg"]])
  }

  @Test func `a module without a diagram gets a part at the end, and one that has it does not`() throws {
    let text = "# Core"
    let made = try document(text).showing(["Core", "my core"])
    #expect(made.parts.map { $0.arguments.dropFirst(2).first } == ["Core", "my core"])
    #expect(
      String(decoding: made.replacing(["", ""]), as: UTF8.self).hasPrefix("# Core\n\n<!-- modgauge: graph --focus Core")
    )
    #expect(try made.showing(["my core"]).parts == made.parts)
    #expect(try document("").showing(["A"]).parts.map(\.line) == [1])
  }

  @Test func `markers in fenced code are examples`() throws {
    let example = "````md\n```\n<!-- modgauge: graph -->\n```\n<!-- /modgauge -->\n````\n"
    #expect(try document(example).parts.isEmpty)
    let part = "<!-- modgauge: graph -->\n<!-- /modgauge -->\n"
    for (marks, parts) in [("```", 0), ("~~~", 0), ("``", 1)] {
      #expect(try document("\(marks)\n\(part)\(marks)\n").parts.count == parts, "\(marks)")
    }
    #expect(try document("```\n```\n<!-- modgauge: graph -->\n```\n<!-- /modgauge -->\n").parts.count == 1)
  }

  @Test(arguments: [
    ("<!-- modgauge: graph -->\ntext", 1), ("\n<!-- /modgauge -->", 2),
    ("<!-- modgauge: graph -->\n<!-- modgauge: roles -->\n<!-- /modgauge -->", 1),
    ("<!-- modgauge: graph 'x -->\n<!-- /modgauge -->", 1), ("<!-- modgauge: -->\n<!-- /modgauge -->", 1),
  ])
  func `a marker without its counterpart or its command is an error with its line`(text: String, line: Int) {
    #expect { try document(text) } throws: { ($0 as? MarkedDocument.Problem)?.line == line }
  }
}
