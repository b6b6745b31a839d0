import ImportSyntax
import Testing

@Suite struct NameMentionTests {
  private func mentions(_ text: String) -> NameMentions { NameMentions(Array(text.utf8)) }

  private func compositions(_ text: String) -> [String] { mentions(text).compositions.map(\.description).sorted() }

  @Test(arguments: [
    "Image(\"foo-bar\")", "Asset.fooBar.image", "[UIImage imageNamed:@\"Foo Bar\"]", "\"icons/foo-bar.png\"",
    "<imageView image=\"foo-bar\"/>", "<string>Foo Bar</string>", "case foo_bar", "name: foo-bar@2x.png",
    "\"a\\(b ? \"foo bar\" : \"\")\"", "\"\"\"\nfoo\nbar\n\"\"\"", "// foo-bar", "\"foo\\nbar\"",
    "“\"foo\\u{2019}bar…\"",
  ])
  func `a name is mentioned in any case and punctuation`(text: String) {
    #expect(mentions(text).mentions(NameMentions.key(of: "foo-bar")), "\(text)")
  }

  @Test(arguments: ["foobarbaz", "\"foo\" , \"bar\"", "foo.baz", "", "\"", "\"\"\"", "foo(bar)"])
  func `another name is none`(text: String) {
    #expect(!mentions(text).mentions(NameMentions.key(of: "foo-bar")), "\(text)")
    #expect(!mentions(text).mentions(NameMentions.key(of: "…")), "\(text)")
  }

  @Test func `what is composed is known by its fixed parts`() {
    #expect(compositions("\"icon_\\(kind)\"") == ["icon_…"])
    #expect(compositions("\"a\\(b[\"x\"])c\\(d(e()))\"") == ["a…c…"])
    #expect(compositions("\"flag\" + code + \"Large\"") == ["flag…", "…large"])
    #expect(compositions("[NSString stringWithFormat:@\"tab_%02d_on\", i]") == ["tab_…_on"])
    #expect(compositions("let prefix = \"icon-\"") == ["icon-…"])
    #expect(compositions("[name stringByAppendingString:@\"Dark\"]") == ["…dark"])
    #expect(compositions("@\"one\" @\"two\"") == ["one…", "…two"])
    #expect(compositions("\"one\"\"two\"") == ["one…", "…two"])
    #expect(compositions("let text = \"Are you sure?\"; f(\"100 %\", \"a, b.\")").isEmpty)
  }

  @Test func `a composition matches what it can become`() throws {
    let icon = try #require(mentions("\"icon_\\(a)_\\(b)\"").compositions.first)
    #expect(icon.matches("icon_home_on") && !icon.matches("icon_home") && !icon.matches("my_icon_a_b"))
    #expect(!icon.isWeak)
    let any = try #require(mentions("\"\\(a)-\\(b)\"").compositions.first)
    #expect(any.isWeak && any.matches("filter-tick") && !any.matches("filter-tick") { $0 == "filter" })
  }

  @Test func `damaged texts are read to their end`() {
    for text in ["\"\\(", "\"\\", "\"a\\(\"b\\(\"c", "\"%", "\\u{", "\"\\u{ffff", ">", "\"\"\"a\\(b\n", "\u{E2}"] {
      for end in 0...text.utf8.count { _ = NameMentions(Array(text.utf8.prefix(end))) }
    }
    let deep = String(repeating: "\"\\(", count: 10_000)
    _ = mentions(deep)
    _ = mentions(String(repeating: "\"", count: 100_000))
  }
}
