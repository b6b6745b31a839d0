import Documents
import Foundation
import ModuleGraph
import TestSupport
import Testing

@Suite struct CheckCommandTests {
  private let shop: ShopWorkspace

  init() throws {
    shop = try ShopWorkspace()
    try shop.folder.write([
      "Shop/.modgauge.yml": """
      rules:
        - id: cart-alone
          type: forbidden
          from: Cart
          to: Core
          comment: Cart is to be built alone.
        - { id: tested, type: has-tests, modules: [Cart, Search], severity: warning }

      """
    ])
  }

  private func check(_ words: String...) async throws -> Tool.Outcome {
    try await shop.modgauge(["check", "--package-path", shop.path, "--cache-dir", shop.cache] + words)
  }

  /// Puts all files into a first commit of the branch `main`.
  private func commit() async throws {
    for words in [
      ["init", "--quiet", "--initial-branch", "main"], ["add", "--all"],
      ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "one"],
    ] {
      #expect(try await Tool.named("git")(["-C", shop.folder.path] + words).exitCode == 0)
    }
  }

  @Test func aBrokenRuleMakesTheExitCodeOne() async throws {
    let outcome = try await check()
    #expect(outcome.exitCode == 1 && outcome.errors == "")
    #expect(
      outcome.output == """
        cart-alone (forbidden): 1 error
          Cart is to be built alone.
          Cart depends on Core  Package.swift:11

        tested (has-tests): 1 warning
          no test module depends on Search  Package.swift:12

        Failed: 1 error, 1 warning (2 rules, 8 modules).

        """)
  }

  @Test(arguments: [
    (["--fail-on", "nothing"], 0), (["--rule", "tested"], 0), (["--rule", "tested", "--fail-on", "warning"], 1),
    (["--rule", "cart-alone"], 1),
  ])
  func theExitCodeFollowsSeverityAndChosenRules(words: [String], code: Int) async throws {
    let outcome = try await shop.modgauge(
      ["check", "--package-path", shop.path, "--cache-dir", shop.cache] + words)
    #expect(Int(outcome.exitCode) == code, "\(outcome.errors)")
  }

  @Test func oneRunWritesSeveralForms() async throws {
    let formats = ["text", "markdown", "json", "sarif", "junit", "github", "xcode", "svg"].flatMap { ["--format", $0] }
    let outcome = try await shop.modgauge(
      ["check", "--package-path", shop.path, "--cache-dir", shop.cache, "--output", shop.output] + formats)
    #expect(outcome.exitCode == 1 && outcome.errors == "", "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: shop.output).sorted()
    #expect(
      names == [
        "check.github", "check.json", "check.md", "check.sarif", "check.svg", "check.txt", "check.xcode", "check.xml",
      ])
    let xcode = try shop.folder.read("output/check.xcode")
    #expect(xcode.hasPrefix("\(shop.path)/Package.swift:11:1: error: Cart depends on Core [cart-alone]\n"))
    let svg = try shop.folder.read("output/check.svg")
    #expect(svg.contains("dependency that breaks a rule"))
  }

  @Test func aBaselineLetsKnownViolationsPassAndHoldsNoOthers() async throws {
    let file = shop.folder.path + "/known.json"
    let written = try await check("--write-baseline", file)
    #expect(written.exitCode == 0, "\(written.errors)")
    #expect(written.errors.hasPrefix("note: `\(file)` holds 2 violations\n"))
    #expect(try Baseline(json: Array(shop.folder.read("known.json").utf8)).entries.count == 2)
    let again = try await check("--baseline", file)
    #expect(again.exitCode == 0)
    #expect(again.output.hasSuffix("Passed: no new violations (2 rules, 8 modules).\n"))
    try change(#".target(name: "Cart", dependencies: ["Core"])"#, #".target(name: "Cart")"#)
    let mended = try await check("--baseline", file)
    #expect(mended.exitCode == 1)
    #expect(
      mended.output.contains(
        "\(file) lists a violation of cart-alone that no longer occurs: Shop/Cart, Shop/Core (--prune-baseline removes it)"
      ))
    #expect(try await check("--baseline", file, "--prune-baseline").exitCode == 0)
    #expect(try await check("--baseline", file).exitCode == 0)
    try change(#".target(name: "Cart")"#, #".target(name: "Cart", dependencies: ["Core"])"#)
    let back = try await check("--baseline", file)
    #expect(back.exitCode == 1 && back.output.contains("Cart depends on Core"))
  }

  @Test func aBaselineMayOnlyShrink() async throws {
    try change(#".target(name: "Cart", dependencies: ["Core"])"#, #".target(name: "Cart")"#)
    try shop.folder.write(["Shop/Tests/SearchTests/a.swift": "\n"])
    try change(
      #".target(name: "Unrelated")"#,
      #".target(name: "Unrelated"), .testTarget(name: "SearchTests", dependencies: ["Search"])"#)
    let file = shop.folder.path + "/known.json"
    let yaml = try shop.folder.read("Shop/.modgauge.yml")
    try shop.folder.write(["Shop/.modgauge.yml": yaml.replacing("from: Cart", with: "from: [Cart, Search]")])
    #expect(try await check("--write-baseline", file).exitCode == 0)
    try change(#".target(name: "Cart")"#, #".target(name: "Cart", dependencies: ["Core"])"#)
    let refused = try await check("--write-baseline", file)
    #expect(refused.exitCode == 2)
    #expect(
      refused.errors
        == "error: A baseline may only shrink, and `\(file)` would list more violations, or larger figures, of cart-alone. "
        + "Fix them, or add them with --force.\n")
    #expect(try await check("--write-baseline", file, "--force").exitCode == 0)
  }

  @Test func aCommentInTheManifestExcuses() async throws {
    try change(
      #".target(name: "Cart", dependencies: ["Core"])"#,
      ".target(name: \"Cart\",\n      // modgauge:ignore cart-alone until the split\n      dependencies: [\"Core\"])")
    let excused = try await check()
    #expect(excused.exitCode == 0, "\(excused.output)")
    #expect(excused.output.contains("1 violation is excused by comments."))
    try change("[\"Core\"])", "[\"CFast\"])")
    let useless = try await check()
    #expect(useless.exitCode == 1)
    #expect(useless.output.contains("“modgauge:ignore cart-alone” excuses nothing here; remove it"))
    try change("ignore cart-alone until", "ignore cart-alon until")
    let mistyped = try await check()
    #expect(mistyped.output.contains("“modgauge:ignore cart-alon” names no rule; did you mean “cart-alone”?"))
  }

  @Test func aPullRequestIsToldWhatIsNew() async throws {
    try await commit()
    let same = try await check("--base", "main")
    #expect(same.exitCode == 0, "\(same.errors)")
    #expect(same.output.contains("2 violations are known from the merge base with main.\n"))
    // The known violation is mended and another one made.
    let yaml = try shop.folder.read("Shop/.modgauge.yml")
    try shop.folder.write(["Shop/.modgauge.yml": yaml.replacing("to: Core", with: "to: [Core, Unrelated]")])
    try change(
      #".target(name: "Cart", dependencies: ["Core"])"#, #".target(name: "Cart", dependencies: ["Unrelated"])"#)
    let worse = try await check("--base", "main")
    #expect(worse.exitCode == 1)
    #expect(worse.output.contains("Cart depends on Unrelated"))
    #expect(worse.output.contains("fixed: cart-alone: Shop/Cart, Shop/Core\n"))
    #expect(!worse.output.contains("no test module"))
  }

  @Test func aBranchNeedsNoRulesToBeJudged() async throws {
    try await commit()
    try FileManager.default.removeItem(atPath: shop.path + "/.modgauge.yml")
    let same = try await check("--base", "main")
    #expect(same.exitCode == 0 && same.output == "Passed: no new violations (2 rules, 8 modules).\n", "\(same.errors)")
    try change(#".target(name: "Unrelated")"#, #".target(name: "Unrelated", dependencies: ["Cart"])"#)
    try change(
      #"dependencies: [.product(name: "Model", package: "Shared"), "CFast"]"#,
      #"dependencies: [.product(name: "Model", package: "Shared"), "CFast", "Unrelated"]"#)
    let worse = try await check("--base", "main", "--format", "markdown")
    #expect(worse.exitCode == 1)
    #expect(worse.output.contains("Cart → Core → Unrelated → Cart"))
    let picture = try #require(worse.output.firstRange(of: "```mermaid"))
    let findings = try #require(worse.output.firstRange(of: "#### new-cycle"))
    #expect(picture.lowerBound > findings.lowerBound)
    let plain = try await check()
    #expect(plain.exitCode == 2 && plain.errors.hasPrefix("error: There is no .modgauge.yml here or above"))
  }

  @Test func growthIsHeldAgainstItsLimitAndImprovementsAreSaid() async throws {
    try shop.folder.write([
      "Shop/.modgauge.yml": """
      rules:
        - { id: small, type: max-growth, of: lines, modules: Core, max: 2 }
        - { id: reach, type: max-growth, of: dependents }

      """
    ])
    try await commit()
    let core = try shop.folder.read("Shop/Sources/Core/Core.swift")
    try shop.folder.write(["Shop/Sources/Core/Core.swift": core + "\n\n\n"])
    let grown = try await check("--base", "main")
    #expect(grown.exitCode == 1)
    #expect(
      grown.output.contains("Core has 6 lines, 3 more than before; the limit is 2  Package.swift:13"), "\(grown.output)"
    )
    try shop.folder.write(["Shop/Sources/Core/Core.swift": core])
    try change(#".target(name: "Search", dependencies: ["Core"])"#, #".target(name: "Search")"#)
    let better = try await check("--base", "main")
    #expect(better.exitCode == 0)
    #expect(
      better.output.contains("better: reach: a change in Core recompiles 3 other modules, 1 fewer than before\n"),
      "\(better.output)")
  }

  @Test func importsAreReadInBothStatesWhereARuleAsks() async throws {
    try shop.folder.write([
      "Shop/.modgauge.yml": "rules: [{ type: imports, find: undeclared }]\n",
      "Shop/Sources/Unrelated/More.swift": "\nimport Core\n",
    ])
    let found = try await check()
    #expect(found.exitCode == 1 && found.errors == "")
    #expect(
      found.output.contains(
        "Unrelated imports Core and does not declare it; it may not be built yet  Sources/Unrelated/More.swift:2:8\n"))
    try await commit()
    let known = try await check("--base", "main")
    #expect(known.exitCode == 0 && known.output.contains("1 violation is known from the merge base with main."))
    try shop.folder.write(["Shop/Sources/Unrelated/Other.swift": "import Cart\n"])
    let new = try await check("--base", "main")
    #expect(new.exitCode == 1 && new.output.contains("Unrelated imports Cart") && !new.output.contains("Core"))
  }

  @Test func commentsInSourcesExcuseWhatStandsOnTheirLines() async throws {
    try shop.folder.write([
      "Shop/.modgauge.yml": "rules: [{ type: no-reexport }]\n",
      "Shop/Sources/Unrelated/More.swift":
        "// modgauge:ignore no-reexport until clients import Core\n@_exported import Core\n@_exported  import Cart\n",
    ])
    let one = try await check()
    #expect(one.exitCode == 1)
    #expect(
      one.output == """
        no-reexport: 1 error
          Unrelated re-exports Cart  Sources/Unrelated/More.swift:3:20

        1 violation is excused by comments.
        Failed: 1 error (1 rule, 8 modules).

        """)
    try shop.folder.write([
      "Shop/Sources/Unrelated/More.swift": "// modgauge:ignore no-reexport until clients import Core\nimport Core\n"
    ])
    let useless = try await check("--format", "xcode")
    #expect(useless.exitCode == 1)
    #expect(
      useless.output
        == "\(shop.path)/Sources/Unrelated/More.swift:1:1: error: “modgauge:ignore no-reexport” excuses nothing here; remove it "
        + "[unused-ignore]\n")
  }

  @Test func copiesOfResourcesAndModelsAreFoundInBothStates() async throws {
    try change(#".target(name: "Unrelated")"#, #".target(name: "Unrelated", resources: [.process("R")])"#)
    try shop.folder.write([
      "Shop/.modgauge.yml":
        "rules: [{ type: unique-resources }, { type: same-model, severity: error, types: User, modules: [Cart, Search, Core] }]\n",
      "Shop/Sources/Unrelated/R/en.lproj/L.strings": "\n\"ok\" = \"OK\";\n",
      "Shop/Sources/Cart/en.lproj/L.strings": "\"ok\" = \"OK\";\n",
      "Shop/Sources/Cart/User.swift": "struct User {\n  let id: Int\n}\n",
      "Shop/Sources/Search/User.swift": "struct User {\n  let id: Int\n}\n",
    ])
    let found = try await check()
    #expect(found.exitCode == 1, "\(found.errors)")
    #expect(
      found.output.hasPrefix(
        """
        unique-resources: 1 error
          the string “ok” is the same in Cart, Unrelated (en); each copy costs 4 bytes  Sources/Cart/en.lproj/L.strings:1
            and                                                                         Sources/Unrelated/R/en.lproj/L.strings:2

        """), "\(found.output)")
    try await commit()
    #expect(try await check("--base", "main").exitCode == 0)
    try shop.folder.write(["Shop/Sources/Core/User.swift": "public struct User { let id: String }\n"])
    let new = try await check("--base", "main", "--format", "github")
    #expect(new.exitCode == 1)
    #expect(
      new.output.hasPrefix(
        "::error file=Shop/Sources/Core/User.swift,line=1,col=15,title=same-model::User in Core differs from that in"))
  }

  @Test func rulesExplainThemselves() async throws {
    let rule = try await check("--explain", "cart-alone")
    #expect(rule.exitCode == 0)
    #expect(
      rule.output.hasPrefix("cart-alone: forbidden, error (\(shop.path)/.modgauge.yml:2)\nCart is to be built alone.\n")
    )
    #expect(try await check("--explain", "max-lines").output.contains("A module has at most `max` lines"))
    #expect(try await check("--explain", "stale-baseline").output.hasPrefix("stale-baseline\nEach entry"))
    let unknown = try await check("--explain", "max-line")
    #expect(unknown.exitCode == 2)
    #expect(
      unknown.errors
        == "error: There is no rule “max-line”, nor a rule type of that name. Did you mean “max-lines”?\n")
  }

  @Test(arguments: [
    (
      "rules: [{ type: forbidden, from: Kart, to: Core }]",
      "1: rule “forbidden”: no module of the workspace matches “Kart”; did you mean “Cart”?"
    ),
    ("rules:\n- { type: layers }", "2: rule “layers”: it requires layers; define them under `layers:`"),
    ("rules: []", nil),
  ])
  func badRulesAreErrorsWithTheirLine(yaml: String, error: String?) async throws {
    try shop.folder.write(["Shop/.modgauge.yml": yaml])
    let outcome = try await check()
    #expect(outcome.exitCode == 2 && outcome.output == "")
    let file = "\(shop.path)/.modgauge.yml"
    let expected =
      error.map { ":\($0)" }
      ?? " has no rules. Add some under `rules:`; `modgauge check --explain layers` shows an example."
    #expect(outcome.errors == "error: \(file)\(expected)\n")
  }

  @Test func wordsThatExcludeOneAnotherAreRefused() async throws {
    #expect(try await check("--base", "main", "--baseline", "x").exitCode == 64)
    #expect(try await check("--rule", "tested", "--prune-baseline").exitCode == 64)
    let nowhere = try await check("--write-baseline", shop.path + "/none/b.json")
    #expect(nowhere.exitCode == 2)
    #expect(nowhere.errors.hasSuffix(": there is no such folder. Name another place with --write-baseline.\n"))
    let none = try await check("--prune-baseline")
    #expect(none.exitCode == 2 && none.errors.hasPrefix("error: There is no baseline to prune."))
    let other = try await check("--rule", "testet")
    #expect(other.errors == "error: There is no rule “testet”. Did you mean “tested”?\n")
  }

  @Test func initWritesAConfigurationThatPassesAndThenHolds() async throws {
    try FileManager.default.removeItem(atPath: shop.path + "/.modgauge.yml")
    let words = ["init", "--package-path", shop.path, "--cache-dir", shop.cache]
    let first = try await shop.modgauge(words)
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(first.errors.hasSuffix("\nNext: modgauge check --package-path \(shop.path)\n"))
    #expect(try shop.folder.read("Shop/.modgauge.yml").contains("modules: [Cart, Search]"))
    #expect(try await check().exitCode == 0)
    try change(
      #".target(name: "Cart", dependencies: ["Core"])"#, #".target(name: "Cart", dependencies: ["Core", "Search"])"#)
    let worse = try await check()
    #expect(worse.exitCode == 1)
    #expect(worse.output.contains("Cart depends on Search: the modules of “features” are independent"))
    // Without this, `import Core` would go unseen as long as the build order is lucky.
    try shop.folder.write(["Shop/Sources/Unrelated/Unrelated.swift": "import Core\npublic let unrelated = 1\n"])
    #expect(try await check().output.contains("Unrelated imports Core and does not declare it"))
    let second = try await shop.modgauge(words)
    #expect(second.exitCode == 2)
    #expect(second.errors.hasSuffix(".modgauge.yml` already exists; replace it with --force.\n"))
    #expect(try await shop.modgauge(words + ["--force"]).exitCode == 0)
    #expect(try await check().exitCode == 0)
    let written = try shop.folder.read("Shop/.modgauge.yml")
    #expect(written.contains("baseline: .modgauge-baseline.json"))
    try shop.folder.write(["Shop/.modgauge.yml": "rulez: ["])
    #expect(try await shop.modgauge(words).exitCode == 2)
    let replaced = try await shop.modgauge(words + ["--force"])
    #expect(replaced.exitCode == 0 && replaced.errors.contains("The file is replaced"), "\(replaced.errors)")
    #expect(try shop.folder.read("Shop/.modgauge.yml") == written)
  }

  @Test func `a baseline may be named by its absolute path`() async throws {
    let place = shop.folder.path + "/elsewhere.json"
    try shop.folder.write(["Shop/.modgauge.yml": "rules: [{ id: small, type: max-lines, max: 1 }]\n"])
    let written = try await shop.modgauge(
      ["check", "--package-path", shop.path, "--cache-dir", shop.cache, "--write-baseline", place])
    #expect(written.exitCode == 0, "\(written.errors)")
    try shop.folder.write([
      "Shop/.modgauge.yml": "rules: [{ id: small, type: max-lines, max: 1 }]\nbaseline: \(place)\n"
    ])
    let checked = try await shop.modgauge(["check", "--package-path", shop.path, "--cache-dir", shop.cache])
    #expect(checked.exitCode == 0 && checked.output.contains("elsewhere.json"), "\(checked.output)\(checked.errors)")
  }

  /// Without them, the next check would fail in the packages that were left out.
  @Test func initKeepsTheSettingsThatItReadsTheWorkspaceWith() async throws {
    try shop.folder.write([
      ".modgauge.yml": "exclude: [Shop/Broken/**, '**/Old', Other]\nmanifest-env: { MODE: '1' }\n",
      "Shop/Broken/Package.swift": "// swift-tools-version: 6.0\nbroken",
    ])
    try FileManager.default.removeItem(atPath: shop.path + "/.modgauge.yml")
    let words = ["init", "--all", "--package-path", shop.path, "--cache-dir", shop.cache]
    let first = try await shop.modgauge(words)
    #expect(first.exitCode == 0, "\(first.errors)")
    let written = try shop.folder.read("Shop/.modgauge.yml")
    #expect(written.contains("exclude: [\"Broken/**\", \"**/Old\"]  # "))
    #expect(written.contains("manifest-env:\n  MODE: \"1\"\n"))
    #expect(try await check("--all").exitCode == 0)
    #expect(try await shop.modgauge(words + ["--force"]).exitCode == 0)
    #expect(try shop.folder.read("Shop/.modgauge.yml") == written)
  }

  private func change(_ old: String, _ new: String) throws {
    let manifest = try shop.folder.read("Shop/Package.swift")
    #expect(manifest.contains(old))
    try shop.folder.write(["Shop/Package.swift": manifest.replacing(old, with: new)])
  }
}
