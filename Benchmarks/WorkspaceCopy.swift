import BuildAnalysis
import BuildRunner
import Foundation
import Platform
import Workspace

/// How long does the private copy of a large workspace take?
struct WorkspaceCopy: Question {
  let name = "workspace-copy"
  let summary = """
    a private copy of a git repository with 2,000 source files of 10 kB, the hash of each included: goal under 1 s of CPU \
    time, of git's as well; then its wall time ÷ that of `cp -R`
    """

  private static let files = 2000

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let path = try await Self.workspace()
    let place = try Command.workFolder + "/copy-of-workspace"
    let workspace = try await WorkspaceLoader(
      toolchain: Toolchain(at: nil), cacheFolder: Command.workFolder + "/copy-cache"
    ).load(packagePath: path)
    var cpuSeconds: [Double] = []
    let answer = try await Pairs(count: pairs, seed: seed) {
      try? FileManager.default.removeItem(atPath: place)
      let before = Self.cpuSeconds
      let start = ContinuousClock.now
      _ = try await PrivateCopy(of: workspace, at: place)
      cpuSeconds.append(Self.cpuSeconds - before)
      return start.duration(to: .now) / .seconds(1)
    } second: {
      try? FileManager.default.removeItem(atPath: place)
      return try await Command(["cp", "-R", path, place]).seconds()
    }
    let median = cpuSeconds.median ?? .nan
    let bounds = cpuSeconds.medianInterval(alpha: 0.05)
    let verdict = bounds.map { $0.high <= 1 ? "met" : $0.low > 1 ? "missed" : "unresolved" } ?? "unresolved"
    let interval = bounds.map { " (\(Pairs.text($0.low, 3)) to \(Pairs.text($0.high, 3)))" } ?? ""
    return [
      "median \(Pairs.text(median, 3)) s of CPU time\(interval); goal 1 s: \(verdict)",
      "÷ cp -R: " + answer.line(goal: 0...10),
    ]
  }

  /// Written once.
  private static func workspace() async throws -> String {
    let path = try Command.workFolder + "/Copied"
    guard !FileManager.default.fileExists(atPath: path + "/.git") else { return path }
    let line = "// A line that says nothing, of which a file has many to be as long as files are.\n"
    for index in 0..<files {
      let folder = "\(path)/Sources/M\(index % 50)/Folder\(index % 4)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let text = "let value\(index) = \(index)\n" + String(repeating: line, count: 120)
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/File\(index).swift"))
    }
    let targets = (0..<50).map { ".target(name: \"M\($0)\")" }.joined(separator: ", ")
    let manifest = """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(name: "Copied", targets: [\(targets)])

      """
    try Data(manifest.utf8).write(to: URL(filePath: path + "/Package.swift"))
    for words in [["init", "--quiet"], ["add", "."]] { try await Command(["git", "-C", path] + words).seconds() }
    return path
  }

  /// User and system time of this process and of the children that it waited for.
  private static var cpuSeconds: Double {
    let usages = [ResourceUsage.own, .children].compactMap(\.self)
    return Double(usages.map(\.processorMicroseconds).reduce(0, +)) / 1e6
  }
}
