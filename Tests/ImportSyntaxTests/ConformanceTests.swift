import Foundation
import ImportSyntax
import TestSupport
import Testing

/// The cases of `Tests/Cases/imports.md` that the sources alone decide.
@Suite(.serialized) struct ConformanceTests {
  private static let cases = (try? ConformancePage().cases.filter { !$0.hasManifest }) ?? []

  @Test func thePageHasCases() { #expect(Self.cases.count > 5) }

  @Test(arguments: cases) func theScanSaysWhatThePageSays(example: ConformancePage.Case) throws {
    let lines = example.files.sorted { $0.key < $1.key }.flatMap { path, text in
      path.hasSuffix(".swift") ? swiftLines(text, path: path) : cLines(text, path: path)
    }
    let found = lines.isEmpty ? "no imports\n" : lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["MODGAUGE_RECORD_SNAPSHOTS"] != nil, found != example.expected {
      try ConformancePage.record(found, of: example)
      Issue.record("recorded \(example.title)")
    }
    #expect(found == example.expected)
  }

  private func swiftLines(_ text: String, path: String) -> [String] {
    SourceImports(swift: Array(text.utf8), hasBareRegularExpressions: true).imports.map { found in
      let words =
        found.attributes.map { "@\($0)" } + [found.access?.rawValue, found.kind?.rawValue].compactMap { $0 }
        + [found.path.joined(separator: ".")] + (found.condition.map { ["if \($0)"] } ?? [])
      return "\(path):\(found.line):\(found.column): \(words.joined(separator: " "))"
    }
  }

  private func cLines(_ text: String, path: String) -> [String] {
    Array(text.utf8).withUnsafeBufferPointer { CSource($0).imports }.map { found in
      let name =
        switch found.form {
        case .quoted: "\"\(found.name)\""
        case .angled: "<\(found.name)>"
        case .module: "@\(found.name)"
        case .macro: "macro \(found.name)"
        }
      return "\(path):\(found.line): \(name)" + (found.condition.map { " if \($0)" } ?? "")
    }
  }
}
