#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A Swift toolchain: the programs that evaluate manifests.
package struct Toolchain: Hashable, Sendable {
  /// The `swift` program, absolute.
  package let swift: String

  /// Finds the `swift` that a shell would start, or the one of a named toolchain.
  ///
  /// - Parameters:
  ///   - path: a toolchain's folder (one that holds `usr/bin/swift` or `bin/swift`) or its `swift` program itself.
  ///   - environment: where `PATH` is looked up.
  /// - Throws: `WorkspaceError.swiftMissing`.
  package init(
    at path: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(WorkspaceError) {
    let candidates: [String]
    if let path {
      candidates = ["/usr/bin/swift", "/bin/swift", "/swift", ""].map { Path.absolute(path) + $0 }
    } else {
      candidates = (environment["PATH"] ?? "").split(separator: ":").map { Path.absolute(String($0)) + "/swift" }
    }
    guard let swift = candidates.first(where: { Path.isProgram($0) }) else {
      throw .swiftMissing(lookedIn: path.map { "`\($0)`" } ?? "any folder of PATH")
    }
    self.swift = swift
  }

  /// Asks the compiler for its version, as in `6.3.1`. It takes a process, about 0.06 s.
  func version(environment: [String: String]) async throws -> String {
    let child = ChildProcess(program: swift, arguments: ["--version"], environment: environment)
    let outcome = try await child.run(outputLimit: 1 << 20)
    guard outcome.succeeded, let version = Self.version(inWords: outcome.output) else {
      throw WorkspaceError.swiftUnusable(path: swift, words: outcome.output + outcome.errors)
    }
    return version
  }

  /// Reads `Swift version 6.3.1 (swift-6.3.1-RELEASE)`, with or without Apple's name before it.
  static func version(inWords words: String) -> String? {
    guard let start = words.firstRange(of: "Swift version ")?.upperBound else { return nil }
    let version = words[start...].prefix { !$0.isWhitespace }
    return version.isEmpty ? nil : String(version)
  }
}
