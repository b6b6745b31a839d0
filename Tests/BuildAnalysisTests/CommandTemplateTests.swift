import BuildAnalysis
import Testing

struct CommandTemplateTests {
  private let values: [CommandTemplate.Placeholder: String] = [
    .package: "/copy/My App", .scratch: "/scratch", .product: "App", .configuration: "debug", .jobs: "2",
  ]

  private func problem(_ words: [String]) -> CommandTemplate.Problem? {
    do {
      _ = try CommandTemplate(words)
      return nil
    } catch { return error }
  }

  @Test func everyPlaceholderIsReplacedWithinItsWord() throws {
    let template = try CommandTemplate([
      "build", "-C{package}", "{scratch}/{product}.{configuration}", "-j", "{jobs}", "plain",
    ])
    #expect(
      template.arguments(values) == ["build", "-C/copy/My App", "/scratch/App.debug", "-j", "2", "plain"])
    #expect(template.placeholders == Set(CommandTemplate.Placeholder.allCases))
  }

  @Test(arguments: [
    "a b", "\"; rm -rf ~ #", "$(touch x)", "`x`", "{jobs}", "{{product}}", "line\nend", "ü\u{202E}👍", "", "*", "\\",
  ])
  func aHostileValueStaysOneWordAndIsNotReadAgain(value: String) throws {
    let template = try CommandTemplate(["make", "{product}", "x{product}y"])
    #expect(template.arguments([.product: value, .jobs: "2"]) == ["make", value, "x\(value)y"])
  }

  @Test(arguments: [
    ("{{product}}", "{product}"), ("{}", "{}"), ("{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1}}"), ("{Product}", "{Product}"),
    ("{", "{"), ("{{", "{{"), ("}{product}{", "}App{"), ("{{product}", "{App"), ("{ product }", "{ product }"),
    ("{product}}", "App}"),
  ])
  func otherBracesStandForThemselves(word: String, result: String) throws {
    #expect(try CommandTemplate(["make", word]).arguments(values) == ["make", result])
  }

  @Test func whatCannotBeACommandIsRefused() {
    #expect(problem([]) == .noProgram && problem(["", "a"]) == .noProgram)
    #expect(problem(["make", "{produkt}"]) == .unknownPlaceholder("produkt"))
    #expect(problem(["make", "a\0b"]) == .zero)
  }

  @Test(arguments: [
    ["sh", "-c", "make {product}"], ["/bin/bash", "-euc", "x{package}"], ["env", "zsh", "-l", "-c", "{jobs}"],
  ])
  func noValueIsEverReadAsCode(words: [String]) {
    #expect(problem(words) == .inScript(word: words.last ?? ""))
  }

  @Test func aShellGetsValuesAsItsArguments() throws {
    let template = try CommandTemplate(["sh", "-c", "make \"$1\"", "sh", "{product}"])
    #expect(template.arguments([.product: "a; b"]) == ["sh", "-c", "make \"$1\"", "sh", "a; b"])
    #expect(template.arguments([:]) == nil)
    #expect(template.beginsWord(.product) && !template.beginsWord(.package))
  }
}
