import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

struct QuestionCommandTests {
  private func ask(_ words: [String], _ shop: ShopWorkspace) async throws -> Tool.Outcome {
    try await shop.modgauge(words + ["--package-path", shop.path, "--cache-dir", shop.cache])
  }

  @Test func whyTellsThePathWithTheLinesOfTheManifest() async throws {
    let outcome = try await ask(["why", "shop-app", "Model"], try ShopWorkspace())
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        shop-app depends on Model in 3 steps:
          shop-app
          → Cart    Package.swift:9
          → Core    Package.swift:11
          → Model   Package.swift:13  product Model of shared
        Every path goes through Core.
        2 paths, all of them in 3 steps; --all-paths lists them.
        Imports:
          shop-app → Cart  Sources/shop-app/main.swift:1:8
          Cart → Core      Sources/Cart/Cart.swift:1:8
          Core → Model     Sources/Core/Core.swift:2:8

        """)
  }

  @Test func whyDrawsTheAnswer() async throws {
    let shop = try ShopWorkspace()
    let formats = ["svg", "png", "pdf", "dot", "mermaid"].flatMap { ["--format", $0] }
    let outcome = try await ask(["why", "shop-app", "Model", "--output", shop.output] + formats, shop)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output == "" && outcome.errors == "")
    let names = try FileManager.default.contentsOfDirectory(atPath: shop.output).sorted()
    #expect(names == ["why.dot", "why.mmd", "why.pdf", "why.png", "why.svg"])
    let dot = try String(contentsOfFile: shop.output + "/why.dot", encoding: .utf8)
    #expect(dot.contains("2 paths, in 3 steps"))
    #expect(dot.contains(" -> ") && !dot.contains("CFast"))
  }

  @Test func whyListsAllPathsAndTheStepsOfThem() async throws {
    let outcome = try await ask(["why", "shop-app", "Core", "--all-paths"], try ShopWorkspace())
    #expect(
      outcome.output == """
        shop-app depends on Core in 2 steps:
          shop-app → Cart → Core
          shop-app → Search → Core
        Their steps:
          Cart → Core        Package.swift:11
          Search → Core      Package.swift:12
          shop-app → Cart    Package.swift:9
          shop-app → Search  Package.swift:9
        2 paths, all of them in 2 steps.
        Imports:
          Cart → Core        Sources/Cart/Cart.swift:1:8
          Search → Core      Sources/Search/Search.swift:1:8
          shop-app → Cart    Sources/shop-app/main.swift:1:8
          shop-app → Search  Sources/shop-app/main.swift:2:8

        """)
  }

  @Test func whyNamesImportsThatNoManifestDeclares() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["Shop/Sources/Search/More.swift": "#if DEBUG\nimport Cart\n#endif\n"])
    let outcome = try await ask(["why", "Search", "Cart"], shop)
    #expect(
      outcome.output == """
        Search does not depend on Cart, nor Cart on Search.
        Imports:
          Search → Cart  Sources/Search/More.swift:2:8  if DEBUG

        """)
    let json = try await ask(["why", "Search", "Cart", "--format", "json"], shop).output
    #expect(json.contains(#""condition" : "DEBUG""#))
    #expect(try await JSONSchema.why.complaints(about: json) == "")
  }

  @Test func whatACutWouldChangeIsTold() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write([
      "Shop/.modgauge.yml": """
      rules:
        - { type: forbidden, from: "*-app", to: Cart }
        - { type: imports, find: unused }
        - { type: linked, modules: Cart }
      """
    ])
    let words = ["why", "shop-app", "Cart", "--if-cut"]
    let outcome = try await ask(words, shop)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      outcome.output == """
        Without shop-app → Cart:
          shop-app → Cart  Package.swift:9

        shop-app does not depend on Cart, nor Cart on shop-app.

        Lines to change:
          Sources/shop-app/main.swift:1:8

        What a change recompiles:
          a change in    modules  then  lines  then   saved
          Cart                 3     2      7     4  42.9 %
          each of the 8       25    24     57    54   5.3 %

        1 violation would vanish:
          forbidden  shop-app depends on Cart  Package.swift:9

        """)
    let markdown = try await ask(words + ["--format", "markdown"], shop).output
    #expect(markdown.hasPrefix("# Without shop-app → Cart\n"))
    #expect(markdown.contains("| Cart "))
    let json = try await ask(words + ["--format", "json", "--fail-if-any"], shop)
    #expect(json.exitCode == 0)
    #expect(try await JSONSchema.why.complaints(about: json.output) == "")
    let picture = try await ask(["why", "shop-app", "Core", "--if-cut"], shop)
    #expect(picture.exitCode == 2)
    #expect(
      picture.errors == """
        error: shop-app depends on Core only indirectly, so there is no dependency to cut. Show the path with `modgauge \
        why`, and cut one of its steps.

        """)
  }

  private static let questions: [(words: [String], code: Int32)] = [
    (["why", "shop-app", "Core"], 1), (["why", "Core", "shop-app"], 0), (["why", "Core", "Core"], 0),
    (["dependencies", "Cart"], 1), (["dependencies", "Model"], 0), (["dependents", "Model"], 1),
    (["dependents", "shop-app"], 0), (["cycles"], 0), (["cycles", "--collapse", "Cart*"], 0),
  ]

  @Test(arguments: questions)
  func onlyAFindingFailsAndOnlyIfItIsAskedTo(words: [String], code: Int32) async throws {
    let shop = try ShopWorkspace()
    let plain = try await ask(words, shop)
    #expect(plain.exitCode == 0, "\(plain.errors)")
    // What it is written as makes no difference.
    let failing = try await ask(words + ["--fail-if-any", "--format", "json"], shop)
    #expect(failing.exitCode == code)
    #expect(failing.errors == "")
    #expect(!failing.output.isEmpty)
  }

  @Test func aCycleAmongGroupsIsFoundAndFails() async throws {
    let shop = try ShopWorkspace()
    let words = ["cycles", "--collapse", "shop-app", "--collapse", "Co*", "--collapse", "C[aF]*"]
    let unknown = try await ask(words, shop)
    #expect(unknown.exitCode == 2)
    #expect(unknown.errors == "error: --collapse: no module of the workspace matches “C[aF]*”.\n")
    try shop.folder.write([
      ".modgauge.yml": "layers: [{ name: a, modules: [Cart, CFast] }, { name: b, modules: [Core] }]\n"
    ])
    let outcome = try await ask(["cycles", "--collapse", "layer", "--fail-if-any"], shop)
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.output == """
        1 set of nodes that depend on one another (2 of 7 nodes):

        1. a, b
           shortest cycle, 2 steps:
             a → b  Package.swift:11  Cart → Core
             b → a  Package.swift:13  Core → CFast
           removing this edge breaks all cycles (the minimum):
             b → a  Package.swift:13  Core → CFast

        """)
    #expect(outcome.errors.split(separator: "\n").count == 0)
  }

  @Test func dependentsAreListedWithTheirLinesAndTestsAreCounted() async throws {
    let shop = try ShopWorkspace()
    let direct = try await ask(["dependents", "Cart"], shop)
    #expect(
      direct.output == """
        2 modules depend on Cart directly, 2 in all, 5 lines:
          module    manifest          lines
          CartApp   Package.swift:10      2
          shop-app  Package.swift:9       3
        not shown: 1 test module (--include-tests)

        """)
    let all = try await ask(["dependencies", "CartTests", "--transitive"], shop)
    #expect(
      all.output == """
        CartTests depends on 1 module directly, 4 in all, 8 lines:
          depth  module  manifest          lines
          1      Cart    Package.swift:16      2
          2      Core                          3
          3      CFast                         2
          3      Model                         1

        """)
  }

  @Test func metricsAreWrittenInEveryFormat() async throws {
    let shop = try ShopWorkspace()
    let outcome = try await ask(
      ["metrics", "--output", shop.output] + ["text", "csv", "json", "markdown"].flatMap { ["--format", $0] }, shop)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == "" && outcome.errors == "")
    let names = try FileManager.default.contentsOfDirectory(atPath: shop.output).sorted()
    #expect(names == ["metrics.csv", "metrics.json", "metrics.md", "metrics.txt"])
    let json = try String(contentsOfFile: shop.output + "/metrics.json", encoding: .utf8)
    #expect(try await JSONSchema.metrics.complaints(about: json) == "")
    let top = try await ask(["metrics", "--sort", "lines", "--top", "1", "--format", "csv"], shop)
    let rows = top.output.split(separator: "\r\n")
    #expect(rows.count == 2)
    #expect(rows.last?.hasPrefix("Shop/Core,Core,1,3,2,2,4,2,1,2,0.5,") == true)
    let one = try await ask(["metrics", "--focus", "Core", "--depth", "0", "--format", "csv"], shop)
    #expect(one.output == top.output, "figures are those of the whole graph")
  }

  @Test func metricsShowAndSortByTheSecondsOfARecordedRun() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["run/run.json": try Run.recordedExample(rounds: 2).json()])
    let words = ["metrics", "--run", shop.folder.path + "/run", "--format", "csv", "--sort"]
    let outcome = try await ask(words + ["wall-seconds"], shop)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let rows = outcome.output.split(separator: "\r\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let seconds = rows.compactMap { Double($0[13]) }
    #expect(seconds.count > 1 && seconds == seconds.sorted(by: >))
    // Core took 4.125 and 4.25 s; nobody has measured CFast.
    #expect(rows.first { $0[1] == "Core" }?[12] == "4.1875")
    #expect(rows.first { $0[1] == "CFast" }?[12] == "")
    let nowhere = try await ask(["metrics", "--run", "/none"], shop)
    #expect(nowhere.exitCode == 2)
    #expect(nowhere.errors.hasPrefix("error: Cannot read `/none`: there is no such file or folder."))
  }

  @Test(arguments: [("why", "modgauge.why/1"), ("dependents", "modgauge.reach/1"), ("cycles", "modgauge.cycles/1")])
  func theAnswerIsThereForPrograms(command: String, schema: String) async throws {
    let shop = try ShopWorkspace()
    let words = ["why": ["shop-app", "Model", "--all-paths"], "dependents": ["Model"]][command] ?? []
    let outcome = try await ask([command] + words + ["--format", "json", "-o", shop.folder.path + "/a.txt"], shop)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == "")
    let text = try shop.folder.read("a.txt")
    #expect(text.contains("\"schema\" : \"\(schema)\""))
    let document = try #require(JSONSchema(rawValue: schema.replacing("/", with: "-")))
    #expect(try await document.complaints(about: text) == "")
  }

  @Test func theExtensionOfTheFileTellsTheFormat() async throws {
    let shop = try ShopWorkspace()
    #expect(try await ask(["cycles", "-o", shop.folder.path + "/a.json"], shop).exitCode == 0)
    #expect(try shop.folder.read("a.json").hasPrefix("{"))
    #expect(try await ask(["metrics", "-o", shop.folder.path + "/a.md"], shop).exitCode == 0)
    #expect(try shop.folder.read("a.md").hasPrefix("| module"))
  }

  private static let mistaken: [(words: [String], message: String)] = [
    (["why", "shop-ap", "Core"], "No module of the workspace matches “shop-ap”. Did you mean “shop-app”?"),
    (["dependents", "Shop/Cor"], "No module of the workspace matches “Shop/Cor”. Did you mean “Shop/Core”"),
    (
      ["why", "shop-app", "Core", "--exclude", "Core"],
      "“Core” is in the workspace, but the selection options exclude it; remove one of them."
    ),
  ]

  @Test(arguments: mistaken)
  func aNameThatMeansNothingIsAnErrorWithWhatComesNear(words: [String], message: String) async throws {
    let outcome = try await ask(words, try ShopWorkspace())
    #expect(outcome.exitCode == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("error: " + message))
  }

  @Test func aNameThatTwoPackagesHaveAsksWhichIsMeant() async throws {
    let shop = try ShopWorkspace()
    let manifest = try shop.folder.read("Shared/Package.swift")
    try shop.folder.write([
      "Shared/Package.swift": manifest.replacing(
        "[.target(name: \"Model\")]", with: "[.target(name: \"Model\"), .target(name: \"Core\")]"),
      "Shared/Sources/Core/Core.swift": "\n",
    ])
    let outcome = try await ask(["dependents", "Core"], shop)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors == "error: “Core” is the name of several modules; say which: Shop/Core, shared/Core.\n")
    #expect(try await ask(["dependents", "Shop/Core"], shop).exitCode == 0)
  }

  private static let unfitting: [(words: [String], message: String)] = [
    (["why", "A"], "Missing expected argument '<dependency>'"),
    (["why", "A", "B", "--limit", "3"], "--limit is for --all-paths."),
    (["why", "A", "B", "--all-paths", "--limit", "0"], "--limit must be 1 or more."),
    (["metrics", "--sort", "size"], "The value 'size' is invalid for '--sort <column>'"),
    (["metrics", "--top", "0"], "--top must be 1 or more."),
    (["metrics", "--sort", "cpu-seconds"], "--sort cpu-seconds needs a recorded build; name it with --run."),
    (["cycles", "--depth", "2"], "--depth requires --focus."),
  ]

  @Test(arguments: unfitting)
  func wordsThatDoNotFitTogetherAreNamed(words: [String], message: String) {
    #expect(ParsedArguments.refusal(words)?.contains(message) == true)
  }

  @Test func namesThatBreakOtherToolsAreTold() async throws {
    let folder = try TestFolder()
    try folder.write([
      "Package.swift": #"""
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "we\"ird",
        targets: [.target(name: "a\u{1B}[31mb|c,d", dependencies: ["<b>&amp;"]), .target(name: "<b>&amp;")])

      """#
    ])
    for words in [["dependents", "<b>&amp;"], ["metrics"], ["why", "<b>&amp;", "a\u{1B}[31mb|c,d"], ["cycles"]] {
      let outcome = try await Tool.built("modgauge")(
        words + ["--package-path", folder.path, "--cache-dir", folder.path + "/cache", "--quiet"])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(!outcome.output.contains("\u{1B}"))
    }
  }
}
