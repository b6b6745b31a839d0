import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Workspace

@Suite struct SourceReadingTests {
  @Test(arguments: [0, 1, 2, 127, 128, 129, 1000])
  func `pieces keep the order of their elements`(count: Int) async {
    let numbers = Array(0..<count)
    #expect(await numbers.inPieces { $0.map { $0 * 2 } } == numbers.map { $0 * 2 })
    #expect(await numbers.inPieces { $0.filter { $0 % 3 == 0 } } == numbers.filter { $0 % 3 == 0 })
  }

  /// Files of all targets are read together.
  @Test func `each module gets its own files, imports and types, though some cannot be read`() async throws {
    let targets = (0..<40).map { "T\($0)" }
    var files: [String: String] = [:]
    for (index, target) in targets.enumerated() {
      for file in 0..<(index % 5 + 1) {
        files["Sources/\(target)/File\(file).swift"] =
          "import Import\(index)\nstruct Type\(index) { var x\(file): Int }\n"
      }
    }
    files["Package.swift"] = """
      let package = Package(name: "Wide", targets: [
        \(targets.map { ".target(name: \"\($0)\")" }.joined(separator: ", "))
      ])
      """
    let workspace = try TemporaryWorkspace(files)
    for index in stride(from: 0, to: 40, by: 7) {
      try #require(mkfifo(workspace.path + "/Sources/T\(index)/Broken.swift", 0o644) == 0)
    }
    let loaded = try await workspace.load(reads: [.imports, .types])
    for (index, target) in targets.enumerated() {
      let id = ModuleID(package: "Wide", name: target)
      let count = index % 5 + 1
      // A file that cannot be read is one all the same.
      let unread = index.isMultiple(of: 7) ? ["Sources/\(target)/Broken.swift"] : []
      #expect(loaded.sources[id]?.map(\.path) == unread + (0..<count).map { "Sources/\(target)/File\($0).swift" })
      #expect(loaded.graph.modules.first { $0.id == id }?.lines == 2 * count)
      #expect(loaded.imports?.uses[id]?.map(\.moduleName) == Array(repeating: "Import\(index)", count: count))
      #expect(loaded.types?.modules[id]?.types.map(\.type.members.first?.name) == (0..<count).map { "x\($0)" })
    }
    #expect(loaded.graph.warnings.count == 1)
    #expect(loaded.graph.warnings.first?.contains("`Sources/T0/Broken.swift`") == true)
  }

  @Test func `a file is read to its end, whatever the system says of its size`() throws {
    let workspace = try TemporaryWorkspace([:])
    try FileManager.default.createDirectory(atPath: workspace.path, withIntermediateDirectories: true)
    for count in [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      try Data(bytes).write(to: URL(filePath: workspace.path + "/bytes"))
      #expect(try FileBytes.read(workspace.path + "/bytes") == bytes)
    }
    #if os(Linux)
      #expect(try FileBytes.read("/proc/self/status").starts(with: "Name:".utf8))
    #endif
  }

  @Test func `branches for frameworks that the system lacks declare nothing, unless the package has such a module`()
    async throws
  {
    let branches = ["UIKit", "Charts"].map { "#if canImport(\($0))\nfunc with\($0)() {}\n#endif\n" }.joined()
    let workspace = try TemporaryWorkspace([
      "Package.swift":
        """
      let package = Package(name: "P", targets: [
        .target(name: "T"), .target(name: "Charts"),
      ])
      """,
      "Sources/T/a.swift": branches + "#if os(visionOS)\nfunc vision() {}\n#endif\n", "Sources/Charts/b.swift": "",
    ])
    let interfaces = try #require(try await workspace.load(reads: .interfaces).interfaces)
    let files = interfaces.modules.values.flatMap { $0.files.filter { $0.key.hasSuffix("a.swift") } }
    #expect(files.compactMap(\.value.interface?.names) == [["withCharts"]])
  }
}
