import Foundation

/// Processes that can be halted together: a control group of Linux (version 2). Needs the right to make one.
struct ControlGroup: Sendable {
  private let path: String

  /// Makes the group, or takes the one of that name as an earlier run left it.
  init(name: String) throws {
    let roots = ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"]
    guard let root = roots.first(where: { FileManager.default.fileExists(atPath: $0 + "/cgroup.procs") }) else {
      throw Pairs.Failure.failed(command: ["cgroup"], words: "no control groups of version 2 below /sys/fs/cgroup")
    }
    path = root + "/" + name
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Lines of a shell that put the process that reads them into the group.
  var joining: String { "echo $$ > \(path)/cgroup.procs" }

  /// Halts all processes, and each that joins later. They have stopped when it returns.
  func halt() async throws {
    try write("1")
    while try !read("cgroup.events").contains("frozen 1") { try await Task.sleep(for: .microseconds(200)) }
  }

  func resume() throws { try write("0") }

  /// CPU time of all that ever ran in the group.
  var processorSeconds: Double {
    get throws {
      let usage = try read("cpu.stat").split(separator: "\n").first { $0.hasPrefix("usage_usec ") }
      return (usage?.split(separator: " ").last).flatMap { Double($0) }.map { $0 / 1e6 } ?? .nan
    }
  }

  private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path + "/cgroup.freeze")) }

  private func read(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
}
