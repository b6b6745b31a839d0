import Foundation
import Platform
import Subprocess

/// A program that a test runs to its end.
package struct Tool: Sendable {
  package struct Outcome: Sendable {
    package let exitCode: Int32
    package let outputBytes: [UInt8]
    package let errors: String

    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
  }

  package let path: String

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

  /// - Parameter environment: what the child sees beyond this process's own.
  package func callAsFunction(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
  ) async throws -> Outcome {
    let additions = Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0), $1) })
    let result = try await run(
      .path(FilePath(path)), arguments: Arguments(arguments), environment: .inherit.updating(additions),
      workingDirectory: folder.map { FilePath($0) }, output: .bytes(limit: 1 << 26), error: .string(limit: 1 << 24))
    let code: Int32
    switch result.terminationStatus {
    case .exited(let exit): code = exit
    case .signaled(let signal): code = 128 + signal
    }
    return Outcome(exitCode: code, outputBytes: result.standardOutput, errors: result.standardError)
  }
}
