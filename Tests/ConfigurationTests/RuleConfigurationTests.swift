import Configuration
import ModuleGraph
import Testing

@Suite struct RuleConfigurationTests {
  private func configuration(_ text: String) throws -> WorkspaceConfiguration {
    try WorkspaceConfiguration(yaml: Array(text.utf8), file: ".modgauge.yml")
  }

  private func message(_ text: String) -> String? {
    do {
      _ = try configuration(text)
      return nil
    } catch { return "\(error)".replacing(".modgauge.yml:", with: "") }
  }

  @Test func everyKeyIsRead() throws {
    let read = try configuration(
      """
      tags: { payments: ["Pay*", Billing], legacy: Old }
      rules:
        - id: apart
          type: forbidden
          severity: warning
          comment: why
          from: { layer: feature, except: [A] }
          to: [Core*, { package: [P, Q], kind: external, tag: payments, modules: X }]
          transitive: true
        - { type: max-lines, max: 5000 }
        - { type: layers, closed: true, independent: [feature], exhaustive: false }
        - { type: acyclic, of: packages }
      """)
    #expect(
      read.tags
        == Tags([
          Tags.Tag(name: "payments", modules: ["Pay*", "Billing"], line: 1),
          Tags.Tag(name: "legacy", modules: ["Old"], line: 1),
        ]))
    var from = ModuleSelector.Term()
    (from.layers, from.except) = (["feature"], ["A"])
    var other = ModuleSelector.Term(modules: ["X"])
    (other.packages, other.kinds, other.tags) = (["P", "Q"], [.external], ["payments"])
    let values = RuleValues([
      "from": .modules(ModuleSelector([from], line: 7)),
      "to": .modules(ModuleSelector([ModuleSelector.Term(modules: ["Core*"]), other], line: 8)),
      "transitive": .flag(true),
    ])
    #expect(
      read.rules == [
        Rule(id: "apart", type: "forbidden", severity: .warning, comment: "why", values: values, line: 3),
        Rule(id: "max-lines", type: "max-lines", values: RuleValues(["max": .number(5000)]), line: 10),
        Rule(
          id: "layers", type: "layers",
          values: RuleValues([
            "closed": .layers(.all), "independent": .layers(.named(["feature"])), "exhaustive": .flag(false),
          ]), line: 11),
        Rule(id: "acyclic", type: "acyclic", values: RuleValues(["of": .choice("packages")]), line: 12),
      ])
  }

  @Test func namesOfWhatIsNoModuleAreReadWithTheirLine() throws {
    let read = try configuration("rules:\n- type: same-model\n  types: [User, \"*DTO\"]\n")
    try #require(!read.rules.isEmpty)
    #expect(read.rules[0].values["types"] == .patterns(NamePatterns(["User", "*DTO"], line: 3)))
  }

  @Test func theExamplesOfAllTypesAreRead() throws {
    for type in RuleTypes.all {
      let lines = type.example.split(separator: "\n").enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 }
      let read = try configuration("rules:\n" + lines.joined(separator: "\n"))
      #expect(read.rules.map(\.type) == [type.name])
    }
  }

  @Test(arguments: [
    ("- { type: layers, exhaustiv: true }", "2: unknown key “exhaustiv”; did you mean “exhaustive”?"),
    ("- { tpye: layers }", "2: unknown key “tpye”; did you mean “type”?"),
    ("- { id: a b, type: acyclic }", "2: a rule's “id” is a word without spaces and commas, not “a b”"),
    (
      "- { id: unused-ignore, type: acyclic }",
      "2: “unused-ignore” is the name of a built-in check; give the rule another id"
    ),
    ("- { id: a }", "2: the key “type” is missing"),
    ("- { type: layer }", "2: there is no rule type “layer”; did you mean “layers”?"),
    ("- { type: max-lines }", "2: the key “max” is missing"),
    ("- { type: max-lines, max: many }", "2: “max” must be a whole number from 0 to 1000000000, not many"),
    ("- { type: max-lines, max: -1 }", "2: “max” must be a whole number from 0 to 1000000000, not -1"),
    ("- { type: acyclic, of: files }", "2: “of” must be modules or packages or layers, not “files”"),
    ("- { type: layers, severity: fatal }", "2: “severity” must be info or warning or error, not “fatal”"),
    ("- { type: layers, exhaustive: yes }", "2: “exhaustive” must be true or false, not “yes”"),
    ("- { type: independent, modules: [] }", "2: “modules” must not be an empty list"),
    ("- { type: independent, modules: { layr: x } }", "2: unknown key “layr”; did you mean “layer”?"),
    (
      "- { type: layers }\n- { type: layers }",
      "3: there are two rules “layers”, the other one on line 2; give each an “id”"
    ),
    (
      "- { type: layers, id: a }\n- { type: acyclic,\n    id: a }",
      "4: there are two rules “a”, the other one on line 2; give one another id"
    ),
    ("- layers", "2: “layers” must be a mapping, as in `- type: layers`, not a string"),
    (
      "- { type: &a layers, id: *a }",
      "2: anchors (&name) and aliases (*name) are not supported; write the value out in each place"
    ),
  ])
  func whatIsWrongComesWithItsLine(rules: String, error: String) {
    #expect(message("rules:\n" + rules) == error)
  }

  @Test func theTypesAreNamedWhereNoneIsNear() {
    #expect(
      message("rules: [{ type: qqqqqqqqqqqqqqqq }]")?.contains("there are layers, independent, forbidden,") == true)
    #expect(message("tags: { a: [] }") == "1: “a” must not be an empty list")
    #expect(message("tags: [a]") == "1: “tags” must be a mapping, not a list")
  }
}
