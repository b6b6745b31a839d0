import Configuration
import Testing

@Suite struct ErrorTests {
  private func module(_ text: String) -> String { "name: W\nmodules:\n  - \(text)\n" }

  @Test func unknownKeysComeWithTheirLineAndTheNearestName() {
    #expect(
      message("name: W\nmodules:\n  - name: A\n    kind: library\n    lins: 3\n")
        == "spec.yml:5: unknown key “lins”; did you mean “lines”?")
    #expect(message("nme: W\n") == "spec.yml:1: unknown key “nme”; did you mean “name”?")
    #expect(message("qqqqqqqq: W\n") == "spec.yml:1: unknown key “qqqqqqqq”")
    #expect(message("[a]: W\n") == "spec.yml:1: unknown key “?”")
  }

  @Test func missingKeysComeWithTheLineOfWhatMissesThem() {
    #expect(message("name: W\n") == "spec.yml:1: the key “modules” is missing")
    #expect(message("modules: []\n") == "spec.yml:1: the key “name” is missing")
    #expect(message(module("{ kind: library, lines: 100 }")) == "spec.yml:3: the key “name” is missing")
    #expect(message(module("{ name: A, lines: 100 }")) == "spec.yml:3: the key “kind” is missing")
    #expect(message(module("{ name: A, kind: library }")) == "spec.yml:3: the key “lines” is missing")
  }

  @Test func valuesOfAnotherTypeAreNamed() {
    #expect(message("a text") == "spec.yml:1: the file must be a mapping, not a string")
    #expect(message("name: [W]\nmodules: []") == "spec.yml:1: “name” must be a string, not a list")
    #expect(message("name: W\nmodules: A") == "spec.yml:2: “modules” must be a list, not a string")
    #expect(message("name: W\nmodules:") == "spec.yml:2: “modules” must be a list, not nothing")
    #expect(message(module("A")) == "spec.yml:3: “modules” must be a mapping, not a string")
    #expect(
      message(module("{ name: A, kind: library, lines: \"100\" }"))
        == "spec.yml:3: “lines” must be a whole number, not a string")
    #expect(
      message(module("{ name: A, kind: lib, lines: 100 }"))
        == "spec.yml:3: “kind” must be library or executable or test, not “lib”")
    #expect(
      message("name: W\npackages: two\nmodules: []") == "spec.yml:2: “packages” must be one or each, not “two”")
  }

  @Test(arguments: ["-1", "0", "200001", "99999999999999999999999999", "1_000", "1.5"])
  func numbersOutOfRangeAreRefused(number: String) {
    #expect(
      message(module("{ name: A, kind: library, lines: \(number) }"))
        == "spec.yml:3: “lines” must be a whole number from 1 to 200000, not \(number)")
  }

  @Test func whatIsWrongWithAModuleComesWithItsLine() {
    #expect(
      message(
        "name: W\nmodules:\n  - { name: Core, kind: library, lines: 100 }\n  - { name: App, kind: library, lines: 100, dependencies: [Cora] }"
      )
        == "spec.yml:4: App depends on Cora, which is not a module of this workspace; did you mean “Core”?")
    #expect(message("name: W\nmodules: []") == "spec.yml: a workspace needs at least one module")
  }

  @Test func invalidYAMLComesWithItsLine() {
    #expect(
      message("name: W\nmodules: [a, b\n")
        == "spec.yml:3: this is not valid YAML: did not find expected ',' or ']' while parsing a flow sequence")
    #expect(
      message("name: W\n\tmodules: x")
        == "spec.yml:2: there is a tab where YAML allows only spaces, as in indentation; write spaces"
    )
    #expect(message("name: W\nname: V") == "spec.yml:1: the key “name” is given twice")
    #expect(
      message("name: W\n---\nname: V")
        == "spec.yml:2: this is not valid YAML: found another document; expected a single document in the stream")
  }

  @Test func `tabs and tags are named`() {
    let tab = "there is a tab where YAML allows only spaces, as in indentation; write spaces"
    #expect(message("name: W\nmodules:\n\t- A\n") == "spec.yml:3: \(tab)")
    #expect(message("\tname: W\n") == "spec.yml:1: \(tab)")
    #expect(message("name: W\nmodules: !mine []") == "spec.yml:2: tags (!mine) are not supported; remove it")
    #expect(
      message(module("{ name: A, kind: library, lines: !!float 100 }"))
        == "spec.yml:3: tags (!!float) are not supported; remove it")
  }
}
