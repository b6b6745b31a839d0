import BuildAnalysis
import Foresight
import Configuration
import Testing

@Suite struct ProposalFileTests {
  private func read(_ yaml: String) throws(ConfigurationError) -> Proposal {
    try Proposal(yaml: Array(yaml.utf8), file: "plan.yml")
  }

  private func message(_ yaml: String) -> String? {
    do throws(ConfigurationError) {
      _ = try read(yaml)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `every change is read, in its order`() throws {
    let proposal = try read(
      """
      name: Payments behind an interface
      changes:
        - interface: Payments
        - split: { module: Core, into: { Models: [Models/**, "*Model.swift"], Core: Services/** } }
        - split: { module: Net, into: { A: a*, B: [] } }
        - split: "Net=A:a*,B:"
        - merge: { modules: [Log, Trace], into: Log }
        - merge: A,B=C
        - move-files: { files: Cache*.swift, from: Core, to: Storage }
        - cost: { module: Core, factor: 0.5 }
        - cost: Core=×2
        - add: A -> B
        - cut: Feature → Network
        - remove: Old
        - cores: 8
        - jobs: 4
        - unblock: emit-module
      """)
    #expect(
      proposal
        == Proposal(
          name: "Payments behind an interface",
          [
            .interface("Payments"),
            .split(
              "Core",
              [
                .init(name: "Models", files: ["Models/**", "*Model.swift"]),
                .init(name: "Core", files: ["Services/**"]),
              ]),
            .split("Net", [.init(name: "A", files: ["a*"]), .init(name: "B", files: [])]),
            .split("Net", [.init(name: "A", files: ["a*"]), .init(name: "B", files: [])]),
            .merge(["Log", "Trace"], into: "Log"), .merge(["A", "B"], into: "C"),
            .move(["Cache*.swift"], from: "Core", to: "Storage"), .cost("Core", factor: 0.5), .cost("Core", factor: 2),
            .add("A", "B"), .cut("Feature", "Network"), .remove("Old"), .cores(8), .jobs(4), .unblock(.atEmitModule),
          ]))
  }

  @Test func `what is wrong is told with its line and the nearest key`() {
    #expect(message("changes:\n  - cutt: A->B\n") == "plan.yml:2: unknown key “cutt”; did you mean “cut”?")
    #expect(message("changes:\n  - cut: A\n") == "plan.yml:2: “cut” must be A->B, not “A”")
    #expect(
      message("changes:\n  - cut: A->B\n    add: C->D\n")
        == "plan.yml:2: an entry of “changes” has one key, such as “cut”, not cut and add")
    #expect(message("changes: []\n") == "plan.yml:1: “changes” must not be an empty list")
    #expect(message("name: X\n") == "plan.yml:1: the key “changes” is missing")
    #expect(
      message("changes:\n  - merge: { modules: [A, B], int: C }\n")
        == "plan.yml:2: unknown key “int”; did you mean “into”?")
    #expect(
      message("changes:\n  - cost: { module: A, factor: fast }\n")
        == "plan.yml:2: “cost” must be a factor from 0 to 1000000, not “fast”")
    #expect(
      message("changes:\n  - cost: { module: A, factor: -1 }\n")
        == "plan.yml:2: “cost” must be a factor from 0 to 1000000, not “-1”")
    #expect(
      message("changes:\n  - cores: many\n") == "plan.yml:2: “cores” must be a number from 1 to 10000, not “many”")
  }

  @Test func `lists where one value is expected, and the other way round, are told`() {
    func change(_ text: String) -> String? { message("changes:\n  - \(text)\n") }
    #expect(change("cut: [A, B]") == "plan.yml:2: “cut” must be A->B, not a list")
    #expect(change("remove:") == "plan.yml:2: “remove” must be MODULE, not nothing")
    #expect(change("cores: { of: 8 }") == "plan.yml:2: “cores” must be a number from 1 to 10000, not a mapping")
    #expect(change("merge: { modules: A, into: B }") == "plan.yml:2: “modules” must be a list, not a string")
    #expect(change("split: { module: A, into: [B, C] }") == "plan.yml:2: “into” must be a mapping, not a list")
    #expect(
      change("split: { module: A, into: { B: { x: y }, C: z } }") == "plan.yml:2: “B” must be a list, not a mapping")
    let entry = "plan.yml:2: an entry of “changes” has one key, such as “cut”, not none"
    #expect(change("cut") == entry && change("[cut, A]") == entry)
  }

  @Test func `aliases, and patterns that look like them, are told`() {
    let aliases = "anchors (&name) and aliases (*name) are not supported; write the value out in each place"
    #expect(message("changes:\n  - cut: &a A->B\n  - cut: *a\n") == "plan.yml:3: \(aliases)")
    let star =
      #"plan.yml:2: a value that begins with * needs quotes, as in "*.swift": YAML takes it for an alias (*name)"#
    for pattern in ["*a", "*.swift", "**/A.swift", "[*A.swift]"] {
      #expect(message("changes:\n  - split: { module: A, into: { B: \(pattern), C: d } }\n") == star)
    }
    #expect(message("changes:\n  - split: { module: A, into: { B: \"*.swift\", C: 'd*' } }\n") == nil)
  }
}
