import Foundation
import Platform
import Subprocess

/// A program that is timed from outside, as a whole process.
struct Command {
  let words: [String]
  var folder: String?

  init(_ words: [String], in folder: String? = nil) {
    self.words = words
    self.folder = folder
  }

  /// Runs it and gives its wall time, from its start to its end. Its output is thrown away.
  /// - Throws: where it fails, with what it says when it is run again.
  @discardableResult
  func seconds() async throws -> Double {
    guard folder == nil else { return try await run().seconds }
    let null = try FileDescriptor.open("/dev/null", .readWrite)
    defer { try? null.close() }
    var circumstances = StartedProgram.Circumstances()
    circumstances.streams = [0, 1, 2].map { (number: $0, source: null) }
    let start = ContinuousClock.now
    let status = try StartedProgram(path: words[0], arguments: Array(words.dropFirst()), in: circumstances).wait()
      .status
    let elapsed = start.duration(to: .now) / .seconds(1)
    guard status == .exited(code: 0) else { return try await run().seconds }
    return elapsed
  }

  /// Runs it and gives its wall time and what it wrote to its standard output.
  /// - Throws: where it fails, with what it said.
  func run() async throws -> (seconds: Double, output: String) {
    let executable: Executable = words[0].contains("/") ? .path(FilePath(words[0])) : .name(words[0])
    let start = ContinuousClock.now
    let result = try await Subprocess.run(
      executable, arguments: Arguments(Array(words.dropFirst())), workingDirectory: folder.map { FilePath($0) },
      output: .bytes(limit: 1 << 26), error: .string(limit: 1 << 22))
    let elapsed = start.duration(to: .now) / .seconds(1)
    guard result.terminationStatus.isSuccess else {
      throw Pairs.Failure.failed(command: words, words: result.standardError)
    }
    return (elapsed, String(decoding: result.standardOutput, as: UTF8.self))
  }

  /// Runs it and gives its CPU time and that of all that it started and waited for.
  /// - Throws: where it fails, with what it said.
  func processorSeconds() async throws -> Double {
    func used() -> Double { Double(ResourceUsage.children?.processorMicroseconds ?? 0) / 1e6 }
    let before = used()
    try await seconds()
    return used() - before
  }

  /// A program of this package, as it was built beside this one.
  static func sibling(_ name: String) -> String {
    let own = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return own.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name).path()
  }

  /// A folder for what benchmarks need, under the package's own build folder. It is the top of a repository, so that
  /// this package's own configuration is neither applied to what is measured nor read each time.
  static var workFolder: String {
    get throws {
      let folder = FileManager.default.currentDirectoryPath + "/.build/benchmarks"
      try FileManager.default.createDirectory(atPath: folder + "/.git", withIntermediateDirectories: true)
      return folder
    }
  }

  /// A released package, cloned once.
  static func package(_ repository: String, _ version: String) async throws -> String {
    let folder =
      try workFolder + "/" + (repository.split(separator: "/").last.map(String.init) ?? "package") + "-" + version
    if !FileManager.default.fileExists(atPath: folder + "/Package.swift") {
      try await Command([
        "git", "clone", "--quiet", "--depth", "1", "--branch", version, "https://github.com/\(repository)", folder,
      ]).seconds()
    }
    return folder
  }
}
