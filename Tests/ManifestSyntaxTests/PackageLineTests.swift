import ManifestSyntax
import Testing

@Suite struct PackageLineTests {
  @Test func `the lines of the packages that a manifest names are found by their addresses`() {
    let text = """
      let package = Package(
        name: "P",
        dependencies: [
          .package(path: "../Shared"),
          .package(
            url: "https://example.org/Swift-Log.git", from: "1.0.0"),
          .package(url: "git@example.org:team/fork-nio.git", branch: "main"), .package(id: "scope.name", exact: "1.0.0"),
          .package(url: base + "/computed", from: "1.0.0"),
        ],
        targets: [.target(name: "A", dependencies: [.product(name: "shared", package: "shared")])])
      """
    let dependencies = ["shared", "swift-log", "fork-nio", "scope.name", "computed"].map { identity in
      ManifestDependency(identity: identity, name: nil, source: .folder(path: "/"))
    }
    let manifest = Manifest(
      name: "P", toolsVersion: "5.9.0", dependencies: dependencies, products: [], targets: [], traits: [])
    #expect(
      LocationScan.packageLines(of: manifest, in: Array(text.utf8), os: "linux")
        == ["shared": 4, "swift-log": 5, "fork-nio": 7, "scope.name": 7])
  }
}
