import Synthesis
import Testing

@Suite struct TemplateTests {
  private func template(
    _ files: [String: String] = [:], suffix: String? = nil, parameters: [ScaffoldTemplate.Parameter] = [],
    modules: [String] = ["{{module}}"]
  ) -> ScaffoldTemplate {
    var template = ScaffoldTemplate(
      name: "feature", summary: "", suffix: suffix, parameters: parameters,
      modules: modules.map {
        .init(name: $0, kind: .library, layer: nil, dependencies: [], resources: [], dependents: [])
      }, message: "Made {{module}}.")
    template.files = files.sorted { $0.key < $1.key }.map { .init(path: $0.key, bytes: Array($0.value.utf8)) }
    return template
  }

  private func rendered(
    _ template: ScaffoldTemplate, _ name: String = "Home", _ values: [String: String] = [:], common: String = ""
  ) throws -> RenderedTemplate {
    try template.rendered(for: name, values: values, common: common, facts: ["app": "App", "package": "Shop"])
  }

  private func words(_ template: ScaffoldTemplate, _ name: String = "Home", _ values: [String: String] = [:]) -> String?
  {
    do {
      _ = try rendered(template, name, values)
      return nil
    } catch { return "\(error)" }
  }

  @Test func `names and contents are filled in, and files belong to modules by their folder`() throws {
    let made = try rendered(
      template([
        "{{module}}/{{name}}View.swift": "struct {{name}}View<T> { let {{variable}}: T } // {{app}}\n",
        "docs/{{variable}}.md": "{{! a comment }}\n# {{name}} & {{package}}\n",
      ]), "QRCode")
    #expect(made.files.map(\.path) == ["docs/qrCode.md", "QRCodeView.swift"])
    let texts = Dictionary(
      uniqueKeysWithValues: made.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
    #expect(texts["QRCodeView.swift"] == "struct QRCodeView<T> { let qrCode: T } // App\n")
    #expect(texts["docs/qrCode.md"] == "# QRCode & Shop\n")
    #expect(made.files.map(\.module) == made.files.map { $0.path == "QRCodeView.swift" ? "QRCode" : nil })
    #expect(made.message == "Made QRCode.")
  }

  @Test func `nothing is escaped, and what is empty or false is left out with its line`() throws {
    let parameters: [ScaffoldTemplate.Parameter] = [
      .init(name: "type", standard: "[Int: Set<Int>]", pattern: nil, help: nil),
      .init(name: "ui", standard: "false", pattern: nil, help: nil),
      .init(name: "author", standard: "", pattern: nil, help: nil),
    ]
    let text = "{{#ui}}\nimport UI\n{{/ui}}\n{{^author}}\n// nobody\n{{/author}}\nlet x: {{type}}\n"
    let files = [
      "{{module}}/A.swift": text, "{{module}}/{{#ui}}UI.swift{{/ui}}": "",
    ]
    let without = try rendered(template(files, parameters: parameters))
    #expect(without.files.map(\.path) == ["A.swift"])
    #expect(
      without.files.first.map { String(decoding: $0.bytes, as: UTF8.self) } == "// nobody\nlet x: [Int: Set<Int>]\n")
    let with = try rendered(template(files, parameters: parameters), "Home", ["ui": "true", "author": "me"])
    #expect(with.files.map(\.path).sorted() == ["A.swift", "UI.swift"])
    #expect(
      with.files.contains { String(decoding: $0.bytes, as: UTF8.self) == "import UI\nlet x: [Int: Set<Int>]\n" })
  }

  @Test func `what is listed of a module is filled in, and what is then empty is left out`() throws {
    func template(_ dependencies: String...) -> ScaffoldTemplate {
      let module = ScaffoldTemplate.Module(
        name: "{{module}}", kind: .library, layer: nil, dependencies: dependencies, resources: ["{{name}}.json"],
        dependents: ["{{app}}"])
      return ScaffoldTemplate(
        name: "feature", summary: "", suffix: nil,
        parameters: [.init(name: "ui", standard: "false", pattern: nil, help: nil)], modules: [module], message: "")
    }
    let made = try #require(try rendered(template("{{name}}Core", "{{#ui}}UI{{/ui}}")).modules.first)
    #expect(made.dependencies == ["HomeCore"] && made.resources == ["Home.json"] && made.dependents == ["App"])
    #expect(words(template("{{nmae}}"))?.hasPrefix("template.yml: there is no variable “nmae”.") == true)
  }

  @Test(arguments: [
    ("Home", "Feature", "HomeFeature"), ("HomeFeature", "Feature", "HomeFeature"), ("Home", "", "Home"),
    ("HomeFeature", "", "HomeFeature"), ("HomeFeatureFeature", "Feature", "HomeFeature"),
  ])
  func `a suffix is added once`(name: String, suffix: String, module: String) throws {
    #expect(try rendered(template(suffix: suffix), name).modules.map(\.name) == [module])
    #expect(try rendered(template(), name, common: suffix).modules.map(\.name) == [module])
  }

  @Test func `the suffix of features is what all names end with, from a capital on`() {
    #expect(ModuleName.commonSuffix(of: ["HomeFeature", "CartFeature"]) == "Feature")
    #expect(ModuleName.commonSuffix(of: ["HomeFeatureKit", "CartFeatureKit"]) == "FeatureKit")
    #expect(ModuleName.commonSuffix(of: ["HomeFeature"]) == "")
    #expect(ModuleName.commonSuffix(of: ["Home", "Chrome"]) == "")
    #expect(ModuleName.commonSuffix(of: ["HomeFeature", "Feature"]) == "")
  }

  @Test(arguments: [
    ("", "“” is empty."), ("class", "“class” is a keyword of Swift."), ("../Home", "“../Home” is a path; give a name."),
    ("a/b", "“a/b” is a path; give a name."), ("..", "“..” is a path; give a name."), ("_", "“_” has no letter."),
    (
      "1st",
      "“1st” is no name of a module, which has letters, digits and underscores and begins with none of the digits."
    ),
    (
      "Büro",
      "“Büro” is no name of a module, which has letters, digits and underscores and begins with none of the digits."
    ),
  ])
  func `a name that no module can have is refused`(name: String, message: String) {
    #expect(words(template(), name) == message)
  }

  @Test func `mistakes in a template are told with the nearest name`() {
    #expect(
      words(template(["{{module}}/A.swift": "{{nmae}}"]))
        == "{{module}}/A.swift: there is no variable “nmae”. Did you mean “name”? There are app, module, name, package, "
        + "variable.")
    #expect(words(template(["A": "\n{{#name}}"])) == "A:2: a section has no end.")
    #expect(words(template(["A": "{{> other}}"])) == "A: partials are not supported; write the text out.")
    #expect(
      words(template(["../A": ""])) == "../A: it would be written to “../A”, outside of its folder.")
    #expect(words(template(["{{package}}/../../A": ""]))?.hasSuffix("outside of its folder.") == true)
    #expect(words(template(["A": "\0"])) == "A is not UTF-8 text. Templates contain only text.")
    #expect(
      words(template(modules: ["{{name}}", "home"]))
        == "The template would make two modules “home”. Give them other names in its template.yml.")
    #expect(words(template(["{{name}}": "", "Home": ""])) == "The template would write “Home” twice.")
  }

  @Test func `parameters are checked`() throws {
    let layer = ScaffoldTemplate.Parameter(name: "team", standard: nil, pattern: "[a-z]+", help: "Who owns it")
    let own = template(parameters: [layer])
    #expect(words(own) == "The template needs “team” (Who owns it). Give it with --set team=VALUE.")
    #expect(words(own, "Home", ["team": "A1"]) == "“A1” is no value of “team”, which must match [a-z]+ (Who owns it).")
    #expect(
      words(own, "Home", ["tema": "a"]) == "The template has no parameter “tema”. Did you mean “team”? It has team.")
    #expect(words(own, "Home", ["team": "a"]) == nil)
  }
}
