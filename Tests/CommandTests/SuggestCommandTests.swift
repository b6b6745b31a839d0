import TestSupport
import Testing

/// `modgauge suggest` on the recording of `WhatIfCommandTests`.
@Suite struct SuggestCommandTests {
  private func suggest(
    _ recorded: WhatIfCommandTests.Recorded, _ words: [String], at folder: String? = nil
  ) async throws -> Tool.Outcome {
    let shop = recorded.shop
    return try await shop.modgauge(
      ["suggest", "--package-path", shop.path, "--cache-dir", shop.cache, folder ?? recorded.folder] + words)
  }

  @Test func `suggestions are told in every form, and their words are understood`() async throws {
    let recorded = try await WhatIfCommandTests.Recorded()
    let outcome = try await suggest(
      recorded, ["--format", "json", "--format", "markdown=\(recorded.shop.folder.path)/suggestions.md"])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try await JSONSchema.suggestions.complaints(about: outcome.output) == "")
    let page = try recorded.shop.folder.read("suggestions.md")
    #expect(page.hasPrefix("# Shop: worthwhile changes\n"), "\(page)")
    for line in page.split(separator: "\n") where line.contains("`modgauge what-if ") {
      let words = line.split(separator: "`").first { $0.hasPrefix("modgauge what-if ") } ?? ""
      let arguments = words.split(separator: " ").dropFirst(2).map { $0.filter { $0 != "'" } }
      let tried = try await recorded.whatIf(arguments)
      #expect(tried.exitCode == 0, "\(arguments) \(tried.errors)")
    }
  }

  @Test func `builds after changes are another goal`() async throws {
    let recorded = try await WhatIfCommandTests.Recorded()
    let outcome = try await suggest(recorded, ["--goal", "changes", "--max", "1", "--format", "json"])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try await JSONSchema.suggestions.complaints(about: outcome.output) == "")
    #expect(outcome.output.contains(#""goal" : "changes""#) && outcome.output.contains("changesBefore"))
  }

  @Test func `without a recorded build, cuts are ranked by lines`() async throws {
    let shop = try await WhatIfCommandTests.Recorded().shop
    func answer(_ words: [String]) async throws -> Tool.Outcome {
      try await shop.modgauge(
        ["suggest", "--package-path", shop.path, "--cache-dir", shop.cache] + words,
        environment: ["XDG_STATE_HOME": shop.folder.path + "/empty"])
    }
    let text = try await answer([])
    #expect(text.exitCode == 0, "\(text.errors)")
    #expect(text.output.contains("A change recompiles") && text.output.contains("`modgauge record`"), "\(text.output)")
    let json = try await answer(["--format", "json"])
    #expect(try await JSONSchema.suggestions.complaints(about: json.output) == "")
    #expect(json.output.contains("recompiledShare") && !json.output.contains("measuredSeconds"))
  }

  @Test func `a shallow clone is not taken for the whole history`() async throws {
    let recorded = try await WhatIfCommandTests.Recorded()
    let git = try Tool.named("git")
    let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"]
    for words in [["init", "--quiet"], ["add", "."], identity + ["commit", "--quiet", "--message", "first"]] {
      let outcome = try await git(["-C", recorded.shop.path] + words)
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
    }
    let head = try await git(["-C", recorded.shop.path, "rev-parse", "HEAD"]).output
    try recorded.shop.folder.write(["Shop/.git/shallow": head])
    let outcome = try await suggest(recorded, ["--goal", "changes", "--format", "text"])
    #expect(outcome.exitCode == 0 && outcome.errors.contains("note: this clone is shallow; "), "\(outcome.errors)")
  }

  @Test func `what cannot be is one error`() async throws {
    let recorded = try await WhatIfCommandTests.Recorded()
    let folder = try await suggest(recorded, [], at: recorded.shop.path)
    #expect(folder.exitCode == 2 && folder.errors.contains("There is no recorded build in "), "\(folder.errors)")
    let most = try await suggest(recorded, ["--max", "0"])
    #expect(most.exitCode == 64 && most.errors.contains("--max must be 1 or more."), "\(most.errors)")
    let goal = try await suggest(recorded, ["--goal", "fast"])
    #expect(goal.exitCode == 64)
    try recorded.shop.folder.write(["Shop/Sources/Cart/More.swift": "let more = 1\n"])
    let other = try await suggest(recorded, [])
    #expect(other.exitCode == 2 && other.errors.contains("is of another workspace or revision"), "\(other.errors)")
  }
}
