import Testing

@testable import ManifestSyntax

@Suite struct ToolsVersionTests {
  private static func found(_ text: String) -> String? {
    ManifestVariant.statedToolsVersion(Array(text.utf8)).map(String.init(describing:))
  }

  @Test(arguments: [
    ("// swift-tools-version:5.3", "5.3.0"), ("// swift-tools-version:5.3\r\nlet x", "5.3.0"),
    ("\n\n// swift-tools-version:5.3\n", "5.3.0"), ("// swift-tools-version:5.3.2;free\n", "5.3.2"),
    ("// SWIFT-Tools-Version:5.3\n", "5.3.0"), ("//swift-tools-version:5.4\n", "5.4.0"),
    (" \t//  \tswift-tools-version: \t5.4\n", "5.4.0"), ("// Words\n// swift-tools-version: 6.0\n", "6.0.0"),
    ("// swift-tools-version: 999.0\n", "999.0.0"),
  ])
  func theLineIsFoundAsSwiftPMFindsIt(text: String, version: String) {
    #expect(Self.found(text) == version)
  }

  @Test(arguments: [
    "", "let x = 1", "// swift-tools-version: 5.3", "//swift-tools-version:5.3", " // swift-tools-version:5.3",
    "// Words\n// swift-tools-version:5.9", "// swift-tools-version:5", "// swift-tools-version:5.9 \n",
    "// swift-tools-version:5.9-dev", "// swift-tools-version 5.9", "/// swift-tools-version:5.9",
    "/* swift-tools-version:5.9 */", "// swift-tools-version:6.3;(experimentalCGen)",
    "\u{FEFF}// swift-tools-version:5.9",
    "// no swift-tools-version here\n// swift-tools-version:6.0", "// swift-tools-version:5.9\rlet x",
  ])
  func anUnusualLineIsLeftToSwiftPM(text: String) {
    #expect(Self.found(text) == nil)
  }

  @Test func versionsThatTheToolchainOrTheReaderDoesNotKnowAreGivenUpOn() {
    for version in ["3.1", "6.3.2", "6.4", "999.0"] {
      #expect(refusal(read("let package = Package(name: \"P\")", tools: version)) == .otherToolsVersion, "\(version)")
    }
    let package = "let package = Package(name: \"P\")"
    #expect(refusal(read(package, tools: "6.4", toolchain: ToolsVersion(6, 5))) == .otherToolsVersion)
    #expect(refusal(read(package, tools: "6.0", toolchain: ToolsVersion(5, 10))) == .otherToolsVersion)
    #expect(refusal(read(package, tools: "6.3.1")) == nil)
  }

  @Test func versionsAreReadFromText() {
    #expect(ToolsVersion("6.3") == ToolsVersion(6, 3, 0))
    for text in ["", "6", "6.", "6.3.1.0", "6.x", "6.3-dev", "+6.3", "6.9999999999"] {
      #expect(ToolsVersion(text) == nil)
    }
    #expect(ToolsVersion(5, 10) > ToolsVersion(5, 9, 2))
  }
}

@Suite struct ManifestVariantTests {
  private static func chosen(
    _ versions: [String: String], toolchain: ToolsVersion = ToolsVersion(6, 3, 1)
  ) -> String? {
    ManifestVariant.choose(among: versions.keys.sorted() + ["README.md"], toolchain: toolchain) { name in
      versions[name].flatMap { ToolsVersion($0) }
    }
  }

  @Test func thePlainManifestServesWhereThereIsNoVariant() {
    #expect(Self.chosen(["Package.swift": "5.9"]) == "Package.swift")
    #expect(Self.chosen(["Package.swift": "99.0"]) == "Package.swift")
    #expect(Self.chosen([:]) == nil)
  }

  @Test func theVariantOfThisVeryToolchainWins() {
    for name in ["6.3.1", "6.3", "6"] {
      #expect(
        Self.chosen(["Package.swift": "6.2", "Package@swift-\(name).swift": "5.0"]) == "Package@swift-\(name).swift")
    }
    #expect(
      Self.chosen(["Package.swift": "5.0", "Package@swift-6.swift": "5.0", "Package@swift-6.3.swift": "5.0"])
        == "Package@swift-6.3.swift")
  }

  @Test func theNewestVariantThatIsNotTooNewWinsIfItsToolsVersionIsNewer() {
    let files = [
      "Package.swift": "5.5", "Package@swift-5.9.swift": "5.9", "Package@swift-6.1.swift": "6.1",
      "Package@swift-6.4.swift": "6.4",
    ]
    #expect(Self.chosen(files) == "Package@swift-6.1.swift")
    #expect(Self.chosen(files, toolchain: ToolsVersion(6, 0, 3)) == "Package@swift-5.9.swift")
    #expect(Self.chosen(files, toolchain: ToolsVersion(5, 8)) == "Package.swift")
    #expect(Self.chosen(["Package.swift": "5.5", "Package@swift-5.3.swift": "5.3"]) == "Package.swift")
    #expect(Self.chosen(["Package.swift": "6.4", "Package@swift-6.1.swift": "6.1"]) == "Package@swift-6.1.swift")
  }

  @Test func whatIsNotCertainIsLeftToSwiftPM() {
    #expect(
      Self.chosen(["Package.swift": "5.5", "Package@swift-5.swift": "5.9", "Package@swift-5.0.swift": "5.9"]) == nil)
    #expect(Self.chosen(["Package.swift": "5.5", "Package@swift-5.swift": "none"]) == nil)
    #expect(Self.chosen(["Package.swift": "none", "Package@swift-5.swift": "5.9"]) == nil)
  }
}
