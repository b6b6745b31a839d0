import Configuration
import Synthesis
import Testing

@Suite struct TemplateConfigurationTests {
  private func template(_ yaml: String) throws -> ScaffoldTemplate {
    try ScaffoldTemplate(yaml: Array(yaml.utf8), name: "feature", file: "template.yml")
  }

  @Test(arguments: BuiltInTemplates.all.keys.sorted())
  func `a built-in template is valid`(name: String) throws {
    let files = BuiltInTemplates.all[name] ?? []
    let description = try #require(files.first { $0.path == "template.yml" })
    var template = try template(String(decoding: description.bytes, as: UTF8.self))
    template.files = files.filter { $0.path != "template.yml" }
    let facts = ["product": "Cart", "productPackage": "Shop", "productPath": ".."]
    let made = try template.rendered(
      for: "Home", values: name.hasPrefix("sample-app") ? ["feature": "Cart"] : [:], common: "", facts: facts)
    // An app of Swift Playgrounds is a package of its own.
    let isPackage = name.hasSuffix(".swiftpm")
    #expect(made.modules.isEmpty == isPackage && !made.files.isEmpty && !template.summary.isEmpty)
    #expect(made.files.allSatisfy { ($0.module == nil) == isPackage })
  }

  @Test func `all keys are read`() throws {
    let made = try template(
      """
      summary: A screen
      suffix: Screen
      parameters:
        team: { default: "", pattern: "[a-z]*", help: Who owns it }
      modules:
        - { name: "{{module}}", kind: executable, layer: feature, dependencies: [Core], resources: [R], dependents: [app] }
      message: Done
      """)
    #expect(made.suffix == "Screen" && made.parameters.map(\.name) == ["team"] && made.message == "Done")
    #expect(made.modules.first?.kind == .executable && made.modules.first?.dependents == ["app"])
  }

  @Test func `an unknown key is told with the nearest one`() {
    #expect(throws: ConfigurationError.self) { try template("sumary: x") }
    do { _ = try template("modules:\n  - { name: A, dependecies: [] }") } catch {
      #expect("\(error)" == "template.yml:2: unknown key “dependecies”; did you mean “dependencies” or “dependents”?")
    }
  }
}
