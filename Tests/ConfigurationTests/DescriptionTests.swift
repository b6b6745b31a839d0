import Configuration
import Synthesis
import Testing

/// Reads a description from `spec.yml`.
func read(_ yaml: String) throws(ConfigurationError) -> WorkspaceDescription {
  try WorkspaceDescription(yaml: Array(yaml.utf8), file: "spec.yml")
}

/// What is said about a file that cannot be read; absent where it can.
func message(_ yaml: String) -> String? {
  do {
    _ = try read(yaml)
    return nil
  } catch {
    return error.description
  }
}

@Suite struct DescriptionTests {
  @Test func everyKeyIsRead() throws {
    let description = try read(
      """
      name: Merpay
      seed: 18446744073709551615
      packages: each
      modules:
        - { name: Core, kind: library, layer: core, lines: 1200, files: 9, services: 2, view-builders: 1 }
        - name: NFC
          kind: library
          lines: 900
          dependencies:
            - Core
          provides: [Core]
        - { name: NFCApp, kind: executable, sample-app-of: NFC, lines: 40, dependencies: [NFC] }
        - { name: NFCDemo, kind: executable, swiftpm: true, lines: 40, dependencies: [NFC] }
        - { name: "NFCTests", kind: test, lines: 60, dependencies: [NFC] }
      """)
    #expect(
      description
        == WorkspaceDescription(
          name: "Merpay", seed: .max, packages: .each,
          modules: [
            .init(
              name: "Core", kind: .library, layer: "core", lines: 1200, files: 9,
              contracts: [.service: 2, .viewBuilder: 1]),
            .init(
              name: "NFC", kind: .library, lines: 900, files: 6, dependencies: ["Core"], provides: ["Core"]),
            .init(name: "NFCApp", kind: .executable, lines: 40, files: 1, dependencies: ["NFC"], sampleAppOf: "NFC"),
            .init(name: "NFCDemo", kind: .executable, lines: 40, files: 1, dependencies: ["NFC"], isAppPackage: true),
            .init(name: "NFCTests", kind: .test, lines: 60, files: 1, dependencies: ["NFC"]),
          ]))
  }

  @Test func whatIsLeftOutHasItsDefault() throws {
    let description = try read("{ name: W, modules: [{ name: A, kind: library, lines: 449 }] }")
    #expect(description.seed == 1)
    #expect(description.packages == .one)
    #expect(description.modules.map(\.files) == [2])
  }

  @Test func anAppPackageIsTrueOrFalse() throws {
    func yaml(_ value: String) -> String {
      "{ name: W, modules: [{ name: A, kind: library, lines: 449, swiftpm: \(value) }, "
        + "{ name: B, kind: library, lines: 90 }] }"
    }
    #expect(try read(yaml("false")).modules.first?.isAppPackage == false)
    #expect(message(yaml("yes"))?.contains("yes") == true && message(yaml("true"))?.contains("executable") == true)
  }

  /// `no`, `1.10` and `null` are texts here, and no text is a number because it looks like one to YAML.
  @Test func nothingIsConvertedOnTheWay() throws {
    #expect(
      try read("{ name: no, modules: [{ name: null, kind: library, lines: 100 }] }").modules.first?.name == "null")
    #expect(message("{ name: W, modules: [{ name: A, kind: library, lines: 1e3 }] }")?.contains("not 1e3") == true)
    #expect(message("{ name: W, modules: [{ name: A, kind: library, lines: 0x50 }] }")?.contains("not 0x50") == true)
  }
}
