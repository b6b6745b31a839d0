import TestSupport
import Testing

/// Names that lead nowhere are answered by similar ones, whatever they are of.
@Suite struct NearestNameTests {
  @Test(arguments: [
    (["grpah"], "graph"), (["history", "lst"], "list"), (["graph", "--focus", "Crat"], "Cart"),
    (["graph", "--package", "Shp"], "Shop"), (["graph", "--layer", "cor"], "core"),
    (["graph", "--platform", "ioss"], "ios"),
    (["graph", "--files", "Crat"], "Cart"), (["why", "Cart", "Cor"], "Core"), (["check", "--rule", "layer"], "layers"),
    (["check", "--explain", "acylic"], "acyclic"), (["record", "--dry-run", "--target", "Crat"], "Cart"),
    (["bench", "--dry-run", "--feature", "Crat"], "Cart"), (["bench", "--dry-run", "--scenario", "nul"], "null"),
    (["roles", "--combined", "shopapp"], "shop-app"), (["what-if", "--cut", "Crat->Core"], "Cart"),
    (["what-if", "--cut", "Crat->Core", "--dry-run"], "Cart"), (["scaffold", "New", "--as", "featur"], "feature"),
    (["affected", "--files", "a", "--explain", "Crat"], "Cart"),
    (["metrics", "--run", "PATH/Shop/Package.swft"], "PATH/Shop/Package.swift"),
    (["report", "PATH/Shop/Package.swft"], "PATH/Shop/Package.swift"), (["suggest", "PATH/Shp"], "PATH/Shop"),
    (["compare", "PATH/Shp", "PATH/Shop"], "PATH/Shop"), (["graph", "--package-path", "PATH/Shp"], "PATH/Shop"),
  ])
  func `a mistyped name is answered by the nearest one`(arguments: [String], name: String) async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write([
      "Shop/.modgauge.yml": """
      layers: [{ name: app, modules: ["*app", "*App"] }, { name: core, modules: ["*"] }]
      rules: [{ id: layers, type: layers }]

      """
    ])
    let words = arguments.map { $0.replacing("PATH", with: shop.folder.path) }
    let place = words.contains("--package-path") || ["grpah", "history", "report", "compare"].contains(words[0])
    let outcome = try await shop.modgauge(
      words + (place ? [] : ["--package-path", shop.path, "--cache-dir", shop.cache]))
    #expect([2, 64].contains(outcome.exitCode))
    #expect(
      outcome.errors.contains(" Did you mean “\(name.replacing("PATH", with: shop.folder.path))”"), "\(outcome.errors)")
  }
}
