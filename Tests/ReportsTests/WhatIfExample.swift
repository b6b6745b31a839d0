import BuildAnalysis
import Foresight
import BuildTrace
import Foundation
import ModuleGraph
import Reports
import Testing

/// A build that was really recorded, and changes of its structure.
struct WhatIfExample {
  /// What a module is called instead, in the trace as well.
  var renaming: [String: String] = [:]

  static let changes: [StructureChange] = [
    .cut("ArgumentParser", "ArgumentParserToolInfo"), .cost("ArgumentParser", factor: 0.5), .cores(4),
  ]

  let subject = RecordedSubject(
    workspace: "swift-argument-parser", target: "generate-manual", configuration: "debug", buildSystem: "native",
    toolchain: "6.3.1", isClean: true)

  private func id(_ name: String) -> ModuleID { ModuleID(package: "ArgumentParser", name: renaming[name] ?? name) }

  var recorded: RecordedStructure { get throws { try recorded(files: [:]) } }

  /// Every file declares its own name, and mentions all others.
  var recordedWithNames: RecordedStructure {
    get throws {
      let files = ["generate-manual": 6, "ArgumentParser": 40, "ArgumentParserToolInfo": 1]
      let names = files.flatMap { module, count in (0..<count).map { "\(module)\($0)" } }
      return try recorded(
        files: Dictionary(
          uniqueKeysWithValues: files.map { module, count in
            let own = (0..<count).map { number in
              ModuleFile(
                path: "\(number).swift", lines: 50,
                names: .init(declared: ["\(module)\(number)"], mentioned: Set(names)))
            }
            return (id(module), own)
          }))
    }
  }

  private func recorded(files: [ModuleID: [ModuleFile]]) throws -> RecordedStructure {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../BuildAnalysisTests/Traces/swift-argument-parser.jsonl")
    var text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    for (name, other) in renaming { text = text.replacing("\"\(name)\"", with: "\"\(other)\"") }
    let trace = try #require(try BuildTrace.builds(in: Array(text.utf8)).last)
    let modules: [(String, Module.Kind, Int)] = [
      ("generate-manual", .executable, 2_000), ("ArgumentParser", .regular, 9_000),
      ("ArgumentParserToolInfo", .regular, 300),
    ]
    let graph = ModuleGraph(
      modules: modules.map { Module(id: id($0), kind: $1, sources: 1, lines: $2, languages: ["swift"]) },
      dependencies: [
        ("generate-manual", "ArgumentParser"), ("generate-manual", "ArgumentParserToolInfo"),
        ("ArgumentParser", "ArgumentParserToolInfo"),
      ].map { Dependency(from: id($0.0), to: id($0.1)) })
    return try RecordedStructure(trace, graph: graph, files: files)
  }

  func report(_ changes: [StructureChange] = changes, name: String? = nil) throws -> WhatIfReport {
    let recorded = try recorded
    return WhatIfReport(try recorded.forecast(Proposal(name: name, changes)), from: [recorded], of: subject)
  }
}
