import Foundation
import Platform
package import Subprocess

/// A program that a test runs to its end.
package struct Tool: Sendable {
  package struct Outcome: Sendable {
    package let exitCode: Int32
    package let outputBytes: [UInt8]
    package let errors: String

    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
  }

  package let path: String

  /// What every program sees: builds of one test do not wait for those of another (`MachineLock.testVariable`).
  package static let ownLock = ["MODGAUGE_TEST_LOCK": "1"]

  package init(path: String) {
    self.path = path
  }

  /// A program of this package, as it lies beside the tests.
  package static func built(_ name: String) -> Tool { Tool(path: builtFolder + "/" + name) }

  /// A program that is looked up in `PATH`.
  package static func named(_ name: String) throws -> Tool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }) else {
      throw CocoaError(.fileNoSuchFile, userInfo: ["name": name])
    }
    return Tool(path: "\(folder)/\(name)")
  }

  package static var builtFolder: String {
    #if os(macOS)
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent().path()
        ?? "."
    #else
      URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent().path()
    #endif
  }

  /// This process's environment, a lock of the test's own, and more.
  package static func environment(with more: [String: String] = [:]) -> Environment {
    let additions = ownLock.merging(more) { $1 }.map { (Environment.Key(stringLiteral: $0), $1) }
    return .inherit.updating(Dictionary(uniqueKeysWithValues: additions))
  }

  /// - Parameter environment: what the child sees beyond this process's own.
  package func callAsFunction(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
  ) async throws -> Outcome {
    // A program that was just written is busy while a process that another test is starting has its descriptor.
    for _ in 1..<20 {
      do { return try await outcome(arguments, in: folder, environment) } catch let error as SubprocessError
        where error.underlyingError == .textFileBusy
      { try await Task.sleep(for: .milliseconds(50)) }
    }
    return try await outcome(arguments, in: folder, environment)
  }

  private func outcome(
    _ arguments: [String], in folder: String?, _ environment: [String: String]
  ) async throws -> Outcome {
    let result = try await run(
      .path(FilePath(path)), arguments: Arguments(arguments), environment: Self.environment(with: environment),
      workingDirectory: folder.map { FilePath($0) }, output: .bytes(limit: 1 << 26), error: .string(limit: 1 << 24))
    let code: Int32
    switch result.terminationStatus {
    case .exited(let exit): code = exit
    case .signaled(let signal): code = 128 + signal
    }
    return Outcome(exitCode: code, outputBytes: result.standardOutput, errors: result.standardError)
  }
}
