import ModuleGraph
import Testing

/// `CODEOWNERS` as GitHub and GitLab read it.
struct CodeOwnersTests {
  private func owners(_ text: String, _ dialect: CodeOwners.Dialect = .github, of path: String) -> String {
    CodeOwners(text, dialect).owners(of: path).joined(separator: " ")
  }

  @Test(arguments: [
    ("*", "a/b.swift", true), ("*.swift", "a/b.swift", true), ("*.swift", "a/b.md", false),
    ("/Sources/", "Sources/A/a.swift", true), ("/Sources/", "App/Sources/a.swift", false),
    ("Sources/", "App/Sources/a.swift", true), ("Sources", "App/Sources/a.swift", true),
    ("/Sources", "SourcesOld/a", false),
    ("docs/*", "docs/a.md", true), ("docs/*", "docs/build/a.md", false), ("docs/*", "App/docs/a.md", false),
    ("/Sources/*/UI", "Sources/A/UI/b.swift", true), ("/Sources/*/UI/", "Sources/A/b.swift", false),
    ("**/Payments", "Sources/Payments/a.swift", true), ("/Sources/**/Test*", "Sources/A/B/Tests/a.swift", true),
    ("My\\ App/", "My App/a.swift", true), ("/a.swift", "a.swift", true), ("/", "a.swift", false),
  ])
  func `patterns match as in gitignore`(pattern: String, path: String, isOwned: Bool) {
    #expect(owners("\(pattern) @us", of: path) == (isOwned ? "@us" : ""))
  }

  @Test func `the last line that matches decides, and one without owners says that there are none`() {
    let text = "# all\n* @all me@example.org # us\n/Sources/Pay/ @pay\r\n/Sources/Pay/Legacy/\n"
    #expect(owners(text, of: "a") == "@all me@example.org")
    #expect(owners(text, of: "Sources/Pay/a.swift") == "@pay")
    #expect(owners(text, of: "Sources/Pay/Legacy/a.swift") == "")
  }

  @Test func `sections of GitLab give owners of their own, with their usual ones and exclusions`() {
    let text = """
      * @all
      [Docs][2] @docs
      *.md
      README.md @readme
      ^[iOS] @ios
      Sources/
      !Sources/Legacy/
      [docs]
      *.txt @text
      """
    #expect(owners(text, .gitlab, of: "a.md") == "@all @docs")
    #expect(owners(text, .gitlab, of: "x/README.md") == "@all @readme")
    #expect(owners(text, .gitlab, of: "Sources/a.swift") == "@all @ios")
    #expect(owners(text, .gitlab, of: "Sources/Legacy/a.swift") == "@all")
    // One section, whatever its case: its last line decides.
    #expect(owners(text, .gitlab, of: "a.txt") == "@all @text")
    // A path without a leading slash matches at any depth.
    #expect(owners("internal/a.md @us", .gitlab, of: "docs/internal/a.md") == "@us")
    #expect(owners("internal/a.md @us", .github, of: "docs/internal/a.md") == "")
  }

  @Test func `a module is owned by those of most of its files first`() {
    let stated = CodeOwners("*.swift @ios\nB*.swift @b\n/docs/ @docs", .github)
    let (a, none) = (ModuleID(package: "P", name: "A"), ModuleID(package: "P", name: "N"))
    let owners = ModuleOwners(
      stated, in: "CODEOWNERS", files: [a: ["B1.swift", "B2.swift", "C.swift"], none: ["n.c"]])
    #expect(owners[a] == ["@b", "@ios"] && owners[none].isEmpty)
    #expect(owners.of([a, a, none]) == ["@b", "@ios"])
  }

  @Test func `a rule wants an owner of each module, or one of those that count`() throws {
    var example = RuleExample(["App": ["Core"], "Core": []])
    #expect(try example.messages("owned").isEmpty)
    example.settings.owners = ModuleOwners.none
    #expect(try example.messages("owned") == ["there is no CODEOWNERS file, so no module has an owner"])
    let app = try #require(example.graph.modules.first { $0.name == "App" }?.id)
    example.settings.owners = ModuleOwners(
      CodeOwners("App @us/app", .github), in: "CODEOWNERS", files: [app: ["App/a.swift"]])
    #expect(try example.messages("owned") == ["Core has no owner"])
    let values = ["modules": RuleValues.Value.named("App"), "owners": .patterns(NamePatterns(["@us/core*"]))]
    #expect(
      try example.messages("owned", values) == ["App is owned by @us/app, which none of `owners` names"])
  }
}
