import TestSupport
import Testing

/// What `check` does with what the configuration says, and does not say.
@Suite struct CheckConfigurationTests {
  private let shop: ShopWorkspace

  init() throws {
    shop = try ShopWorkspace()
    try shop.folder.write(["Shop/.modgauge.yml": "rules:\n- { id: alone, type: forbidden, from: Cart, to: Core }\n"])
  }

  private func check(_ words: String...) async throws -> Tool.Outcome {
    try await shop.modgauge(["check", "--package-path", shop.path, "--cache-dir", shop.cache] + words)
  }

  @Test func `layers are enforced, also without a rule`() async throws {
    try shop.folder.write([
      "Shop/.modgauge.yml": "layers:\n- { name: low, modules: [Cart] }\n- { name: core, modules: [Core] }\n"
    ])
    #expect(try await check().exitCode == 0)
    try shop.folder.write([
      "Shop/.modgauge.yml": "layers:\n- { name: core, modules: [Core] }\n- { name: cart, modules: [Cart] }\n"
    ])
    let upward = try await check()
    #expect(upward.exitCode == 1 && upward.output.hasPrefix("layers: 1 error\n"), "\(upward.output)")
    #expect(try await check("--explain", "layers").exitCode == 0)
  }

  @Test func `a baseline that was written says how it is found`() async throws {
    let written = try await check("--write-baseline", shop.path + "/known.json", "--force")
    #expect(written.exitCode == 0 && written.errors.contains("once .modgauge.yml says `baseline: known.json`"))
    let configuration = try shop.folder.read("Shop/.modgauge.yml")
    try shop.folder.write(["Shop/.modgauge.yml": "baseline: known.json\n" + configuration])
    let again = try await check("--write-baseline", shop.path + "/known.json")
    #expect(again.exitCode == 0 && !again.errors.contains("once .modgauge.yml says"), "\(again.errors)")
    #expect(try await check().exitCode == 0)
  }
}
