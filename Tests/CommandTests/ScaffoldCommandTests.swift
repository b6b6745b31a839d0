import Foundation
import Platform
import Subprocess
import TestSupport
import Testing

@Suite struct ScaffoldCommandTests {
  private let shop: ShopWorkspace

  init() throws { shop = try ShopWorkspace() }

  private func words(_ more: [String]) -> [String] {
    ["scaffold", "--package-path", shop.path, "--cache-dir", shop.cache] + more
  }

  private func scaffold(_ more: String...) async throws -> Tool.Outcome { try await shop.modgauge(words(more)) }

  private var manifest: String { get throws { try shop.folder.read("Shop/Package.swift") } }

  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: shop.path).filter { !$0.hasPrefix(".build") }.sorted()
  }

  @Test func `a feature is shown first, then added`() async throws {
    let (before, there) = (try manifest, try files())
    let shown = try await scaffold("Leaflet", "--as", "feature", "--dry-run")
    #expect(shown.exitCode == 0)
    #expect(
      shown.output == """
        new      Sources/Leaflet/Leaflet.swift
        new      Tests/LeafletTests/LeafletTests.swift
        changed  Package.swift

        --- Package.swift
        +++ Package.swift
        @@ -6,13 +6,15 @@
           products: [.library(name: "Features", targets: ["Cart", "Search"])],
           dependencies: [.package(path: "../Shared")],
           targets: [
        -    .executableTarget(name: "shop-app", dependencies: ["Cart", "Search"]),
        +    .executableTarget(name: "shop-app", dependencies: ["Cart", "Leaflet", "Search"]),
             .executableTarget(name: "CartApp", dependencies: ["Cart"]),
             .target(name: "Cart", dependencies: ["Core"]),
        +    .target(name: "Leaflet"),
             .target(name: "Search", dependencies: ["Core"]),
             .target(name: "Core", dependencies: [.product(name: "Model", package: "Shared"), "CFast"]),
             .target(name: "CFast"),
             .target(name: "Unrelated"),
             .testTarget(name: "CartTests", dependencies: ["Cart"]),
        +    .testTarget(name: "LeafletTests", dependencies: ["Leaflet"]),
           ]
         )

        """)
    #expect(try manifest == before && files() == there)
    let made = try await scaffold("Leaflet", "--as", "feature")
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(made.output == shown.output.prefix(made.output.count) && made.errors.hasSuffix("--target Leaflet\n"))
    let again = try await scaffold("leaflet", "--as", "feature")
    #expect(
      again.exitCode == 2
        && again.errors
          == "error: There is a module “Leaflet” already, whose name differs from “leaflet” only in case. Give another "
          + "name.\n"
    )
  }

  @Test func `a violated rule puts everything back`() async throws {
    try shop.folder.write([
      "Shop/.modgauge.yml": "rules:\n  - { id: small, type: max-dependencies, modules: shop-app, max: 2 }\n"
    ])
    let (before, there) = (try manifest, try files())
    let outcome = try await scaffold("Leaflet", "--as", "feature")
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.hasPrefix("error: Everything was put back, since rules would be violated:\n  small: "))
    #expect(try manifest == before && files() == there)
  }

  @Test func `a template of the team takes precedence, and begins as a built-in one`() async throws {
    let ejected = try await scaffold("--eject", "feature")
    #expect(ejected.exitCode == 0 && ejected.output.split(separator: "\n").count == 3)
    let again = try await scaffold("--eject", "feature")
    #expect(again.exitCode == 2 && again.errors.hasSuffix("is there already. Change that, or move it away first.\n"))
    let place = "Shop/.modgauge/templates/feature"
    try shop.folder.write([
      "\(place)/template.yml": try shop.folder.read("\(place)/template.yml").replacing(
        "A feature,", with: "Our feature,")
    ])
    #expect(
      try await scaffold("--list").output == """
        feature: Our feature, and its tests.
        feature-with-interface: A feature behind an interface, on which others may depend; the app alone sees the feature.
        interface-for: An interface of a module that is there, on which its dependents depend instead.
        sample-app: A program that runs one feature alone.
        sample-app.swiftpm: An app for Xcode and Swift Playgrounds that runs one feature alone, in a .swiftpm folder. Not tried on a Mac.

        """)
    #expect(try await scaffold("--eject", "interface-for").exitCode == 64)
    #expect(try await shop.modgauge(["scaffold", "--help", "interface-for"]).output.contains("CoreInterface alone"))
    let help = try await shop.modgauge(["scaffold", "--help", "sample-app"])
    #expect(help.output.contains("--set feature=…  The module to run; required;"))
    try shop.folder.link("\(place)/Secret.swift", to: "/etc/hostname")
    let outside = try await scaffold("Leaflet", "--as", "feature")
    #expect(outside.exitCode == 2 && outside.errors.contains("is a link that leads out of the template"))
    let unknown = try await scaffold("Leaflet", "--as", "featur")
    #expect(unknown.errors.hasPrefix("error: There is no template “featur”. Did you mean “feature”"))
  }

  @Test func `an app of Swift Playgrounds is read as the sample app of its feature`() async throws {
    let made = try await scaffold("SearchDemo", "--as", "sample-app.swiftpm", "--set", "feature=Search", "--all")
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(
      made.output.hasPrefix("new      SearchDemo.swiftpm/Package.swift\n") && made.errors.contains("not tried on a Mac")
    )
    let roles = try await shop.modgauge(["roles", "--all", "--package-path", shop.path, "--cache-dir", shop.cache])
    #expect(roles.output.contains("a `.swiftpm` app package; named after Search"), "\(roles.output)\(roles.errors)")
    #expect(try !manifest.contains(#"targets: ["Search"])"#))
    _ = try await scaffold("OtherDemo", "--as", "sample-app.swiftpm", "--set", "feature=Unrelated")
    #expect(try manifest.contains(#".library(name: "Unrelated", targets: ["Unrelated"])"#))
    let unknown = try await scaffold("Other", "--as", "sample-app.swiftpm", "--set", "feature=Serch")
    #expect(unknown.errors.hasSuffix("error: There is no module “Serch” in the workspace. Did you mean “Search”?\n"))
  }

  @Test func `a module that no layer takes, or another one, is told before anything is written`() async throws {
    try shop.folder.write([
      "Shop/.modgauge.yml": """
      layers:
        - { name: app, modules: ["*app", CartApp] }
        - { name: feature, modules: [Cart, Search] }
        - { name: base, modules: ["**"] }
      """
    ])
    let other = try await scaffold("Leaflet", "--as", "feature", "--dry-run")
    #expect(
      other.errors.contains("Leaflet will be in the layer “base”, not in “feature” (Cart, Search)"), "\(other.errors)")
    try shop.folder.write([
      "Shop/.modgauge.yml": "layers:\n  - { name: pages, modules: [Cart, Search, Core, CFast, Unrelated] }\n"
    ])
    let none = try await scaffold("Leaflet", "--as", "feature", "--dry-run")
    #expect(
      none.errors.contains("Leaflet will be in no layer, not in “pages”, where its neighbours are."), "\(none.errors)")
    #expect(none.errors.contains("\n  modules: [Cart, Search, Core, CFast, Unrelated, Leaflet]\n"))
  }

  @Test func `a folder that cannot be written stays as it is`() async throws {
    try shop.folder.write(["Shop/Tests/LeafletTests": "a file in the way"])
    let before = try manifest
    let outcome = try await scaffold("Leaflet", "--as", "feature")
    #expect(outcome.exitCode == 2, "\(outcome.output)\(outcome.errors)")
    #expect(try manifest == before && !FileManager.default.fileExists(atPath: shop.path + "/Sources/Leaflet"))
  }

  /// The manifest's evaluation never ends once it is changed in place, so that the run is killed between the edit and its
  /// check.
  @Test func `what a killed run has made is removed`() async throws {
    let text = try manifest.replacing(
      "let package",
      with: """
        import Foundation
        let own = (try? String(contentsOfFile: "\(shop.path)/Package.swift", encoding: .utf8)) ?? ""
        while own.contains("name: \\"Leaflet\\"") { Thread.sleep(forTimeInterval: 1) }
        let package
        """)
    try shop.folder.write(["Shop/Package.swift": text])
    let there = try files()
    let result = try await Subprocess.run(
      .path(FilePath(Tool.built("modgauge").path)), arguments: Arguments(words(["Leaflet", "--as", "feature"])),
      environment: .inherit.updating(["XDG_STATE_HOME": shop.folder.path + "/state"]), input: .none,
      output: .discarded, error: .discarded
    ) { execution in
      while try manifest == text { try await Task.sleep(for: .milliseconds(5)) }
      try? execution.send(signal: .kill)
    }
    #expect(result.terminationStatus == .signaled(Signal.kill.rawValue))
    #expect(try files() != there)
    let next = try await shop.modgauge(["roles", "--package-path", shop.path, "--cache-dir", shop.cache])
    #expect(next.errors.split(separator: "\n").count(where: { $0.hasSuffix("after an interrupted change.") }) == 3)
    #expect(try manifest == text && files() == there)
  }
}

/// The templates of the architectures in `Benchmarks/Workspaces`.
@Suite struct ScaffoldArchitectureTests {
  @Test(arguments: [
    ("merpay", last: "Passcode", 3), ("bifrost", last: "Shipping", 2), ("kurashiru-rewards", last: "", 5),
    ("environment", last: "Search", 4),
  ])
  func `a feature in the team's style keeps the team's rules`(name: String, last: String, count: Int) async throws {
    let folder = try TestFolder()
    let source = URL(filePath: #filePath).appending(path: "../../../Benchmarks/Workspaces").standardizedFileURL.path()
    let (path, environment) = ("\(folder.path)/Shop", ["XDG_STATE_HOME": folder.path + "/state"])
    let modgauge = Tool.built("modgauge")
    _ = try await modgauge(["synthesize", "\(source)/\(name).yml", "--output", path], environment: environment)
    // Where layers list modules one by one, the team adds the new one.
    let rules = try String(contentsOfFile: "\(source)/\(name).modgauge.yml", encoding: .utf8)
    try folder.write([
      "Shop/.modgauge.yml": last.isEmpty ? rules : rules.replacing("\(last)]", with: "\(last), Leaflet]")
    ])
    try FileManager.default.createDirectory(atPath: "\(path)/.modgauge", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: "\(source)/\(name).templates", toPath: "\(path)/.modgauge/templates")
    let options = ["--package-path", path, "--cache-dir", "\(folder.path)/cache"]
    let outcome = try await modgauge(["scaffold", "Leaflet", "--as", "feature"] + options, environment: environment)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("new ") } == count, "\(outcome.output)")
    #expect(try await modgauge(["check"] + options, environment: environment).exitCode == 0)
  }
}
