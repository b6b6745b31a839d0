import Synthesis
import Testing

@Suite struct ManifestTests {
  @Test func onePackageHasOneLiteralManifest() throws {
    let files = try synthesize(example())
    #expect(files.filter { $0.path.hasSuffix("Package.swift") }.count == 1)
    #expect(
      files.text(at: "Package.swift") == """
        // swift-tools-version: 5.9
        import PackageDescription

        let package = Package(
          name: "Example",
          platforms: [.macOS(.v13)],
          products: [
            .library(name: "Core", targets: ["Core"]),
            .library(name: "NFC", targets: ["NFC"]),
            .library(name: "QR", targets: ["QR"]),
            .executable(name: "App", targets: ["App"]),
            .executable(name: "NFCApp", targets: ["NFCApp"]),
          ],
          targets: [
            .target(name: "Core"),
            .target(name: "NFC", dependencies: ["Core"]),
            .target(name: "QR", dependencies: ["Core"]),
            .executableTarget(name: "App", dependencies: ["NFC", "QR", "Core"]),
            .executableTarget(name: "NFCApp", dependencies: ["NFC"]),
            .testTarget(name: "NFCTests", dependencies: ["NFC", "Core"]),
          ]
        )

        """)
  }

  @Test func eachLibraryHasAPackageOfItsOwn() throws {
    let files = try synthesize(example(packages: .each))
    let manifests = files.map(\.path).filter { $0.hasSuffix("Package.swift") }
    #expect(
      manifests == [
        "Package.swift", "Packages/Core/Package.swift", "Packages/NFC/Package.swift", "Packages/QR/Package.swift",
      ])
    #expect(
      files.text(at: "Package.swift") == """
        // swift-tools-version: 5.9
        import PackageDescription

        let package = Package(
          name: "Example",
          platforms: [.macOS(.v13)],
          products: [
            .executable(name: "App", targets: ["App"]),
            .executable(name: "NFCApp", targets: ["NFCApp"]),
          ],
          dependencies: [
            .package(path: "Packages/Core"),
            .package(path: "Packages/NFC"),
            .package(path: "Packages/QR"),
          ],
          targets: [
            .executableTarget(
              name: "App",
              dependencies: [
                .product(name: "NFC", package: "NFC"),
                .product(name: "QR", package: "QR"),
                .product(name: "Core", package: "Core"),
              ]),
            .executableTarget(name: "NFCApp", dependencies: [.product(name: "NFC", package: "NFC")]),
            .testTarget(
              name: "NFCTests",
              dependencies: [
                .product(name: "NFC", package: "NFC"),
                .product(name: "Core", package: "Core"),
              ]),
          ]
        )

        """)
  }

  @Test func aLibrarysPackageDependsOnOthersByTheirPaths() throws {
    #expect(
      try synthesize(example(packages: .each)).text(at: "Packages/NFC/Package.swift") == """
        // swift-tools-version: 5.9
        import PackageDescription

        let package = Package(
          name: "NFC",
          platforms: [.macOS(.v13)],
          products: [
            .library(name: "NFC", targets: ["NFC"]),
          ],
          dependencies: [
            .package(path: "../Core"),
          ],
          targets: [
            .target(name: "NFC", dependencies: [.product(name: "Core", package: "Core")]),
          ]
        )

        """)
  }

  @Test(arguments: WorkspaceDescription.Packages.allCases)
  func anAppPackageIsBesideTheOthersAndNamesTheirPaths(packages: WorkspaceDescription.Packages) throws {
    let files = try synthesize(example(packages: packages, hasDemo: true))
    let others = try synthesize(example(packages: packages))
    #expect(files.filter { !$0.path.hasPrefix("QRDemo.swiftpm/") } == others, "the other packages stay as they are")
    #expect(files.map(\.path).contains("QRDemo.swiftpm/Sources/QRDemo/QRDemoStart.swift"))
    let (dependency, package) =
      packages == .one ? (#"name: "Example", path: "..""#, "Example") : (#"path: "../Packages/QR""#, "QR")
    #expect(
      files.text(at: "QRDemo.swiftpm/Package.swift") == """
        // swift-tools-version: 5.9
        import PackageDescription

        let package = Package(
          name: "QRDemo",
          platforms: [.macOS(.v13)],
          products: [
            .executable(name: "QRDemo", targets: ["QRDemo"]),
          ],
          dependencies: [
            .package(\(dependency)),
          ],
          targets: [
            .executableTarget(name: "QRDemo", dependencies: [.product(name: "QR", package: "\(package)")]),
          ]
        )

        """)
  }
}
