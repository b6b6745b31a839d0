import Foundation
import ModuleGraph
import Testing

@testable import Workspace

@Suite struct ResourceTests {
  /// `file name language bytes line`, by module.
  private func found(_ files: [String: String]) async throws -> [String: [String]] {
    let workspace = try TemporaryWorkspace(files)
    let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: workspace.cache, reads: .resources)
    let loaded = try await loader.load(packagePath: workspace.path)
    return Dictionary(
      uniqueKeysWithValues: try required(loaded.resources).items.map { module, items in
        (module.name, items.map { "\($0.kind) \($0.name) \($0.language ?? "–") \($0.bytes) \($0.location.line)" })
      })
  }

  private static let manifest = """
    let package = Package(name: "P", targets: [
      .target(name: "A", exclude: ["Old"], resources: [.process("Resources"), .copy("Raw"), .embedInCode("key.txt")]),
      .target(name: "B"),
    ])
    """

  @Test func `resources are what the manifest names, and what Xcode takes without`() async throws {
    let found = try await found([
      "Package.swift": Self.manifest, "Sources/A/A.swift": "", "Sources/B/B.swift": "",
      "Sources/A/Resources/logo.png": "1234", "Sources/A/Resources/Deep/x.json": "{}",
      "Sources/A/Resources/.hidden": "x",
      "Sources/A/Resources/PrivacyInfo.xcprivacy": "x", "Sources/A/Resources/empty.txt": "",
      "Sources/A/Raw/Media.xcassets/a.imageset/a.png": "12", "Sources/A/key.txt": "k", "Sources/A/other.txt": "o",
      "Sources/A/Old/Resources/x.png": "x", "Sources/B/View.xib": "<x/>", "Sources/B/notes.md": "n",
      "Sources/B/de.lproj/page.html": "<p>", "Sources/B/M.xcdatamodeld/M.xcdatamodel/contents": "<m/>",
      "Sources/B/B.docc/B.md": "#",
    ])
    #expect(
      found == [
        "A": ["file a.png – 2 1", "file x.json – 2 1", "file logo.png – 4 1", "file key.txt – 1 1"],
        "B": ["file M.xcdatamodeld – 4 1", "file View.xib – 4 1", "file page.html – 3 1"],
      ])
  }

  @Test func `an entry of a catalog is what its files hold, a color what it says`() async throws {
    let color = #"{"colors":[{"color":{"components":{"red":"1"}}}]}"#
    let found = try await found([
      "Package.swift": Self.manifest, "Sources/A/A.swift": "", "Sources/B/B.swift": "",
      "Sources/A/M.xcassets/Contents.json": "{}", "Sources/A/M.xcassets/Icons/Contents.json": "{}",
      "Sources/A/M.xcassets/Icons/Logo.imageset/Contents.json": "{ \"images\": [\"logo\"] }",
      "Sources/A/M.xcassets/Icons/Logo.imageset/logo@2x.png": "12345678",
      "Sources/A/M.xcassets/Icons/Logo.imageset/logo.png": "1234",
      "Sources/A/M.xcassets/Red.colorset/Contents.json": color,
      "Sources/A/M.xcassets/Accent.colorset/Contents.json": #"{"colors":[{"idiom":"universal"}]}"#,
      "Sources/A/M.xcassets/AppIcon.appiconset/Contents.json": "{}",
    ])
    #expect(found == ["A": ["asset Logo.imageset – 12 1", "color Red.colorset – \(color.utf8.count) 1"]])
  }

  @Test func `the same images are one under any name, the same color in any layout`() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": Self.manifest, "Sources/A/A.swift": "", "Sources/B/B.swift": "",
      "Sources/A/M.xcassets/Logo.imageset/a.png": "1234", "Sources/A/M.xcassets/Logo.imageset/b.png": "56",
      "Sources/B/N.xcassets/Brand.imageset/x.png": "56", "Sources/B/N.xcassets/Brand.imageset/y.png": "1234",
      "Sources/A/M.xcassets/Red.colorset/Contents.json": "{\"colors\":[{\"color\": 1}]}",
      "Sources/B/N.xcassets/Red.colorset/Contents.json": "{\n  \"colors\" : [ { \"color\" : 1 } ]\n}",
    ])
    let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: workspace.cache, reads: .resources)
    let items = try required(try await loader.load(packagePath: workspace.path).resources).items
    let hashes = items.values.map { Set($0.map(\.contents)) }
    #expect(hashes.count == 2 && hashes[0] == hashes[1] && hashes[0].count == 2)
  }

  // MARK: Texts

  @Test func `a table of texts is read entry by entry, in UTF-8 and UTF-16`() throws {
    let text = """
      /* a "comment" */
      "hello" = "Hello, \\"you\\"";
      // "no" = "no";
      plain.key = "x
      y"; "same";

      "last" = "z";
      """
    let expected = ["hello=Hello, \\\"you\\\" 2", "plain.key=x\ny 4", "same=same 5", "last=z 7"]
    func words(_ bytes: [UInt8]) throws -> [String] {
      try required(StringTable.entries(of: bytes)).map { "\($0.key)=\($0.value) \($0.line)" }
    }
    #expect(try words(Array(text.utf8)) == expected)
    #expect(try words([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == expected)
    #expect(try words([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == expected)
    #expect(try words([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == expected)
  }

  @Test(arguments: [
    "bplist00xx", "<?xml version=\"1.0\"?><plist/>", "\"a\" = ", "\"a\" \"b\";", "\"a", "{ a = b; }", "a = \"\\",
  ])
  func `what is no table of texts is compared as a file`(text: String) {
    #expect(StringTable.entries(of: Array(text.utf8)) == nil)
  }

  @Test func `plurals are read from a property list`() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>files</key>
        <dict><key>one</key><string>1 file</string></dict>
        <key>days</key>
        <dict/>
      </dict>
      </plist>
      """
    let entries = try required(PluralTable.entries(of: Array(text.utf8)))
    #expect(entries.map { "\($0.key) \($0.line)" } == ["files 5", "days 7"])
    #expect(entries.map(\.value) == ["one=1 file", ""])
    #expect(PluralTable.entries(of: Array("<plist><dict><key>a</dict>".utf8)) == nil)
  }

  @Test func `a catalog of texts is read by language, without what nobody translated`() throws {
    let text = """
      {
        "sourceLanguage" : "en",
        "strings" : {
          "Done" : { },
          "Hello" : {
            "localizations" : {
              "de" : { "stringUnit" : { "state" : "translated", "value" : "Hallo" } },
              "en" : { "variations" : { "plural" : {
                "one" : { "stringUnit" : { "state" : "new", "value" : "Hi" } },
                "other" : { "stringUnit" : { "state" : "new", "value" : "Hi all" } } } } }
            }
          }
        },
        "version" : "1.0"
      }
      """
    let entries = try required(StringCatalog.entries(of: Array(text.utf8)))
    #expect(
      entries == [
        StringEntry(key: "Hello", value: "Hallo", language: "de", line: 5),
        StringEntry(key: "Hello", value: "plural.one=Hi\nplural.other=Hi all", language: "en", line: 5),
      ])
    #expect(StringCatalog.entries(of: Array("{".utf8)) == nil)
  }
}
