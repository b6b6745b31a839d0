import ModuleGraph
import Testing

@Suite struct IgnoreCommentTests {
  private func found(_ text: String) -> [String] {
    IgnoreComment.all(in: Array(text.utf8), of: "Package.swift").map { comment in
      "\(comment.place.line) \(comment.excusedLine) \(comment.rule) \(comment.reason ?? "–")"
    }
  }

  @Test func `a comment behind code excuses its own line, one above excuses the next line of code`() {
    #expect(
      found(
        """
        .target(name: "A", dependencies: [
          "B",  // modgauge:ignore apart until May
          // modgauge:ignore layers   see  the plan
          // another comment

          /* modgauge:ignore flat why */
          "C",
        ])
        """) == ["2 2 apart until May", "3 7 layers see the plan", "6 7 flat why"])
  }

  @Test func `one comment may excuse violations of several rules`() {
    #expect(
      found("// modgauge:ignore apart,flat, layers until May\nlet a = 1") == [
        "1 2 apart until May", "1 2 flat until May", "1 2 layers until May",
      ])
  }

  @Test func `a reason may be missing, and the file may end`() {
    #expect(found("// modgauge:ignore apart") == ["1 1 apart –"])
    #expect(found("let a = 1\n// modgauge:ignore") == ["2 2  –"])
    #expect(found("let a = 1 // modgauge:ignore a b\r\nlet b = 2\r\n") == ["1 1 a b"])
  }

  @Test func `comments in C excuse as well`() {
    let text = """
      #import <A/A.h>  // modgauge:ignore apart until May
      /* modgauge:ignore layers the plan
         modgauge:ignore flat why */
      @import B;
      const char *text = "// modgauge:ignore not this";
      char quote = '"';  /* modgauge:ignore last one */
      """
    let found = IgnoreComment.all(in: Array(text.utf8), of: "a.m", .c).map { comment in
      "\(comment.place.line) \(comment.excusedLine) \(comment.rule)"
    }
    #expect(found == ["1 1 apart", "2 4 layers", "3 4 flat", "6 6 last"])
  }

  @Test func `a source may begin with a mark of UTF-8, end lines in any way, and hold directives`() {
    #expect(found("\u{FEFF}// modgauge:ignore a b\rimport A\r") == ["1 2 a b"])
    #expect(found("#if A // modgauge:ignore a b\nimport A\n#endif\n") == ["1 1 a b"])
    #expect(found("let x = #/ \" /#  // modgauge:ignore a b\n") == ["1 1 a b"])
  }

  @Test func `who only speaks of the mark excuses nothing`() {
    #expect(found("/// Write `// modgauge:ignore a b` above it.\nlet x = 1\n// not modgauge:ignore a b\n").isEmpty)
    #expect(found("// modgauge:ignored a b\nlet x = 1\n").isEmpty)
    #expect(found("/**\n * modgauge:ignore a b\n */\nlet x = 1\n") == ["2 4 a b"])
  }

  @Test func `a mark within a string is none`() {
    #expect(found("let a = \"// modgauge:ignore a b\"\nlet b = \"\"\"\n  // modgauge:ignore c d\n  \"\"\"\n").isEmpty)
    #expect(found("let a = \"\"\"\n  x\n  \"\"\" // modgauge:ignore c d\n") == ["3 3 c d"])
  }
}
