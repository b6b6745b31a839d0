import ModuleGraph
import Testing

@Suite struct ModuleSuccessionTests {
  private func id(_ name: String) -> ModuleID { ModuleID(package: "P", name: name) }

  private func successors(
    _ gone: [String: [String: Int]], _ new: [String: [String]], renames: [String: String] = [:]
  ) -> [String] {
    ModuleSuccession.between(
      Dictionary(
        uniqueKeysWithValues: gone.map { name, files in
          (id(name), files.sorted { $0.key < $1.key }.map { .init(path: $0.key, weight: $0.value) })
        }),
      Dictionary(uniqueKeysWithValues: new.map { (id($0.key), $0.value) }), renames: renames
    ).map { "\($0.before.name) → \($0.after.name): \($0.sharedFiles) of \($0.files)" }
  }

  @Test func aModuleFollowsMostOfItsFiles() {
    let renames = ["Old/a": "New/a", "Old/b": "New/b"]
    #expect(
      successors(["Old": ["Old/a": 5, "Old/b": 5, "Old/c": 9]], ["New": ["New/a", "New/b"]], renames: renames) == [
        "Old → New: 2 of 3"
      ])
    #expect(
      successors(["Old": ["Old/a": 5, "Old/b": 5, "Old/c": 10]], ["New": ["New/a", "New/b"]], renames: renames) == [])
  }

  @Test func filesThatStayedCountAsWell() {
    #expect(successors(["Old": ["x": 1]], ["New": ["x", "y"]]) == ["Old → New: 1 of 1"])
  }

  @Test func ofTwoThatBecameOneTheGreaterLivesOn() {
    #expect(
      successors(["Large": ["L": 20], "Small": ["S": 10]], ["Both": ["L", "S"]]) == ["Large → Both: 1 of 1"])
  }

  @Test func ofTwoThatOneBecameTheGreaterIsTheSame() {
    #expect(successors(["One": ["a": 2, "b": 3]], ["A": ["a"], "B": ["b"]]) == ["One → B: 1 of 2"])
  }
}
