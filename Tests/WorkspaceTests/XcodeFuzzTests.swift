import Foundation
import TestSupport
import Testing

@testable import Workspace

/// Broken workspace files: whatever they hold, reading them ends, with a value or an error.
///
/// `MODGAUGE_FUZZ_INPUTS` and `MODGAUGE_FUZZ_SEED` make a long campaign of it.
@Suite struct XcodeFuzzTests {
  private static let inputs = ProcessInfo.processInfo.environment["MODGAUGE_FUZZ_INPUTS"].flatMap { Int($0) } ?? 10_000
  private static let seed = ProcessInfo.processInfo.environment["MODGAUGE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  private static let projects: [String] = {
    let targets: [XcodeFixture.Target] = [
      .init("App", products: ["Core", "local1/Cart", "remote1/Charts"], dependencies: ["Kit"], folder: "App"),
      .init("Kit", type: "framework", products: ["plugin:Lint"], links: ["Other.framework"]),
      .init("Tests", type: "bundle.unit-test", dependencies: ["App", "Kit"]),
    ]
    let whole = XcodeFixture.project(
      "A", targets: targets, locals: ["../Cart", "Packages/Core"], remotes: ["https://example.com/Charts.git"],
      references: ["Packages/Core", ".."], synchronized: ["Modules"])
    let small = XcodeFixture.project("B", targets: [.init("B")])
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>rootObject</key><string>p</string><key>objects</key><dict>
      <key>p</key><dict><key>isa</key><string>PBXProject</string><key>targets</key><array><string>t</string></array></dict>
      <key>t</key><dict><key>name</key><string>T</string></dict></dict></dict></plist>
      """
    return Array(whole.values) + Array(small.values) + [xml]
  }()

  private static let workspaces = [
    XcodeFixture.workspaceData(
      """
         <FileRef
            location = "group:App/App.xcodeproj">
         </FileRef>
         <Group
            location = "container:Packages"
            name = "Packages &amp; more">
            <FileRef
               location = "group:Core">
            </FileRef>
            <Group location = "group:.."><FileRef location = "absolute:/nowhere"></FileRef></Group>
         </Group>

      """),
    XcodeFixture.workspaceData("   <FileRef\n      location = \"self:\">\n   </FileRef>\n"),
  ]

  private static let words = [
    "{", "}", "(", ")", "\"", "'", ";", ",", "=", "/*", "*/", "//", "<", ">", "<0fbd77>", "\\", "\\U0001", "\0",
    "\u{FEFF}",
    "isa = PBXGroup;", "children = (main, main);", "target = target1;", "rootObject = main",
    "sourceTree = \"<absolute>\";",
    "path = \"/\";", "<Group location = \"group:a\">", "</Group>", "location = \"", "&amp;", "&#0;", "&#x10FFFF;",
    "&a;",
    "<!DOCTYPE a [<!ENTITY a \"b\">]>", "<![CDATA[", "]]>", "<!--", "-->", "<?xml encoding=\"UTF-16\"?>", "group:",
    "../..",
    "bplist00", "<?a?>", "<array>", "</dict>", "\u{202E}", "9999999999999999999999.9", "objects", "self:",
  ]

  @Test func noProjectFileBringsTheReaderDown() {
    var mutation = Mutation(of: Self.projects.sorted(), words: Self.words, seed: Self.seed)
    var read = 0
    for _ in 0..<Self.inputs {
      let bytes = mutation.next()
      guard let file = try? XcodeProjectFile(bytes: bytes) else { continue }
      read += 1
      // What the graph later takes for granted.
      let names = file.targets.map(\.name)
      #expect(!names.contains { $0.isEmpty || $0.contains("/") }, "seed \(Self.seed)")
    }
    #expect(read > Self.inputs / 100, "the inputs are too broken to try anything, seed \(Self.seed)")
  }

  @Test func noWorkspaceFileBringsTheReaderDown() {
    var mutation = Mutation(of: Self.workspaces, words: Self.words, seed: Self.seed)
    var read = 0
    for _ in 0..<Self.inputs where (try? XcodeWorkspaceFile(bytes: mutation.next())) != nil { read += 1 }
    #expect(read > Self.inputs / 100, "the inputs are too broken to try anything, seed \(Self.seed)")
  }
}
