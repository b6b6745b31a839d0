import ModuleGraph
import Testing

@testable import ManifestSyntax

/// Manifests that ask for files, or would do so with other variables.
@Suite struct OutsideTests {
  private static let asking = """
    import Foundation
    var targets: [Target] = [.target(name: "A")]
    if FileManager.default.fileExists(atPath: PATH) { targets.append(.target(name: "Extra")) }
    let package = Package(name: "P", targets: targets)
    """

  @Test(arguments: [
    ("\"Sources/Extra\"", "/work/App/Sources/Extra"), ("\"/etc/hosts\"", "/etc/hosts"),
    ("Context.packageDirectory + \"/Extra\"", "/work/App/Extra"),
  ])
  func `a file that a manifest asks for is looked for where SwiftPM evaluates it`(path: String, asked: String) throws {
    let text = Self.asking.replacing("PATH", with: path)
    let found = try read(text, exists: { $0 == asked }).get()
    #expect(found.manifest.targets.map(\.name) == ["A", "Extra"] && found.asksDisk)
    let missing = try read(text, exists: { _ in false }).get()
    #expect(missing.manifest.targets.map(\.name) == ["A"] && missing.asksDisk)
    #expect(refusal(read(text)) == .dependsOnDisk)
  }

  @Test func `an empty path exists nowhere, and no name shadows the library`() throws {
    #expect(
      try read(Self.asking.replacing("PATH", with: "\"\""), exists: { _ in true }).get().manifest.targets.count == 1)
    #expect(refusal(read("import Foundation\nlet FileManager = 1\nlet package = Package(name: \"P\")")) == .syntax)
    let without = Self.asking.replacing("import Foundation\n", with: "").replacing("PATH", with: "\"a\"")
    #expect(refusal(read(without, exists: { _ in true })) == .unknownMember)
    #expect(try !read("let package = Package(name: \"P\")", exists: { _ in true }).get().asksDisk)
  }

  /// As in the examples of swift-aws-lambda-runtime.
  private static let guarded = """
    import struct Foundation.URL
    let package = Package(
      name: "P", dependencies: [.package(url: "https://example.org/kit.git", from: "1.0.0")], targets: [.target(name: "A")])
    if let path = Context.environment["LOCAL"], path != "",
      let values = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isDirectoryKey]), values.isDirectory == true
    {
      let index = package.dependencies.firstIndex { dependency in
        FINDING
      }
      if let index {
        package.dependencies.remove(at: index)
      }
      print("[INFO] \\(path)")
      package.dependencies += [
        .package(name: "kit", path: path)
      ]
    }
    """

  @Test(arguments: [
    """
    if case .sourceControl(name: _, location: "https://example.org/kit.git", requirement: _) = dependency.kind {
          return true
        }
        return false
    """,
    """
    switch dependency.kind {
        case .sourceControl(name: _, location: "https://example.org/kit.git", requirement: _):
          return true
        default:
          return false
        }
    """,
  ])
  func `what an absent variable keeps from running is only checked`(finding: String) throws {
    let text = Self.guarded.replacing("FINDING", with: finding)
    let literal = try read(text).get()
    #expect(literal.manifest.dependencies.map(\.identity) == ["kit"] && !literal.asksDisk)
    // It would ask for a folder.
    #expect(refusal(read(text.replacing("LOCAL", with: "KNOWN"))) == .dependsOnDisk)
  }

  @Test(arguments: [
    "if case .nothing(name: _) = dependency.kind { return true }\nreturn false",
    "if case .sourceControl(name: _) = dependency.kind { return true }\nreturn false",
    "if case .sourceControl(name: _, location: 1, requirement: _) = dependency.kind { return true }\nreturn false",
    "let x = _\nreturn false",
  ])
  func `what would not compile is refused, though it does not run`(finding: String) {
    #expect(refusal(read(Self.guarded.replacing("FINDING", with: finding))) != nil)
  }

  @Test func `the place of an element can be found, and the element removed`() throws {
    let text = """
      let package = Package(name: "P", targets: [.target(name: "A"), .target(name: "B"), .target(name: "C")])
      if let place = package.targets.firstIndex(where: { $0.name == "B" }) { package.targets.remove(at: place) }
      """
    #expect(try read(text).get().manifest.targets.map(\.name) == ["A", "C"])
    #expect(refusal(read(text + "\npackage.targets.remove(at: 7)")) == .invalidValue)
  }
}

/// Apps of Xcode and Swift Playgrounds.
@Suite struct AppProductTests {
  private static func app(_ settings: String) -> String {
    """
    import AppleProductTypes
    let package = Package(
      name: "LeafletDemoApp", platforms: [.iOS("15.2")],
      products: [
        .iOSApplication(name: "LeafletDemoApp", targets: ["AppModule"]\(settings))
      ],
      dependencies: [.package(path: "../Leaflet")],
      targets: [.executableTarget(name: "AppModule", dependencies: [.product(name: "Leaflet", package: "Leaflet")], path: ".")])
    """
  }

  private static let needed = ", supportedDeviceFamilies: [.pad, .phone], supportedInterfaceOrientations: [.portrait]"

  @Test(arguments: [
    needed,
    """
    ,
          bundleIdentifier: "org.example.leaflet", teamIdentifier: "ABC123", displayVersion: "1.0", bundleVersion: "1",
          appIcon: .placeholder(icon: .leaf), accentColor: .presetColor(.teal),
          supportedDeviceFamilies: [.pad, .phone],
          supportedInterfaceOrientations: [.portrait, .landscapeRight, .portraitUpsideDown(.when(deviceFamilies: [.pad]))],
          capabilities: [
            .camera(purposeString: "To scan"), .fileAccess(.userSelectedFiles, mode: .readWrite),
            .appTransportSecurity(
              configuration: .init(exceptionDomains: [.init(domainName: "example.org", includesSubdomains: true)])),
          ],
          appCategory: .developerTools, additionalInfoPlistContentFilePath: "Info.plist"
    """,
    ", iconAssetName: \"AppIcon\", accentColorAssetName: \"Accent\"" + needed,
  ])
  func `the documented settings of an app are read`(settings: String) throws {
    let manifest = try read(Self.app(settings), tools: "5.8").get().manifest
    #expect(manifest.products.map(\.isApp) == [true] && manifest.products.map(\.kind) == [.executable])
    #expect(manifest.targets.map(manifest.isApp) == [true])
    #expect(manifest.targets.first?.dependencies.count == 1)
  }

  @Test(
    arguments: [
      ("", .arguments), (needed + ", colour: .red", .arguments), (", bundleIdentifier: 1" + needed, .wrongType),
      (needed + ", capabilities: [unknown]", .unknownName),
    ] as [(String, LiteralError.Reason)])
  func `others are left to Xcode`(settings: String, reason: LiteralError.Reason) {
    #expect(refusal(read(Self.app(settings), tools: "5.8")) == reason)
  }

  @Test func `without its library there are no apps`() {
    let text = Self.app(Self.needed).replacing("import AppleProductTypes\n", with: "")
    #expect(refusal(read(text, tools: "5.8")) == .unknownMember)
  }
}
