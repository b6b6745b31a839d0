import ManifestSyntax
import ModuleGraph
import Platform

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
    at path: String? = nil, environment: [String: String] = OwnEnvironment.variables
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

  /// Asks the compiler which one it is, or remembers what it said.
  ///
  /// It takes a process, about 0.06 s. The answer is remembered for programs that are compilers themselves: what a
  /// proxy (`xcrun`, swiftly) starts is another toolchain tomorrow.
  /// - Parameters:
  ///   - environment: what the process sees.
  ///   - cacheFolder: where the answer is remembered; `nil` for nowhere.
  /// - Throws: `WorkspaceError.swiftUnusable`, `SubprocessError`, `CancellationError`.
  func identity(environment: [String: String], cacheFolder: String?) async throws -> ToolchainIdentity {
    let memory = cacheFolder.flatMap { ToolchainMemory(of: swift, in: $0 + "/toolchains") }
    if let words = memory?.words, let version = Self.version(inWords: words) {
      return ToolchainIdentity(version: version, words: words)
    }
    let child = ChildProcess(program: swift, arguments: ["--version"], environment: environment)
    let outcome = try await child.run(outputLimit: 1 << 20)
    if let signal = outcome.signal {
      throw WorkspaceError.swiftCrashed(path: swift, signal: signal, words: outcome.output + outcome.errors)
    }
    guard outcome.succeeded, let version = Self.version(inWords: outcome.output) else {
      throw WorkspaceError.swiftUnusable(path: swift, words: outcome.output + outcome.errors)
    }
    memory?.store(outcome.output)
    return ToolchainIdentity(version: version, words: outcome.output)
  }

  /// Reads `Swift version 6.3.1 (swift-6.3.1-RELEASE)`, with or without Apple's name before it.
  static func version(inWords words: String) -> String? {
    guard let start = words.firstRange(of: "Swift version ")?.upperBound else { return nil }
    let version = words[start...].prefix { !$0.isWhitespace }
    return version.isEmpty ? nil : String(version)
  }
}

/// Which compiler a toolchain has.
struct ToolchainIdentity: Hashable, Sendable {
  /// As in `6.3.1`.
  let version: String
  /// All that `swift --version` says: two builds of one version differ here.
  let words: String

  var toolsVersion: ToolsVersion? { ToolsVersion(version) }

  /// The one that literal manifests are read for where there is no toolchain: the newest that the reader knows.
  static let assumed = ToolchainIdentity(version: "\(ToolsVersionLine.newest)", words: "")
}

/// What a compiler said of itself, for as long as its program stays the same file.
private struct ToolchainMemory {
  private let path: String
  private let head: String

  /// - Returns: `nil` for a program that may be a proxy.
  init?(of swift: String, in folder: String) {
    guard let program = Path.canonical(swift), ["swift-driver", "swift-frontend"].contains(program.lastComponent),
      let status = FileStatus(at: program)
    else { return nil }
    path = folder + "/" + String(program.stableHash, radix: 36)
    head = "\(program)\n\(status.modifiedNanoseconds)\n\(status.bytes)\n"
  }

  var words: String? {
    guard let bytes = try? FileBytes.read(path) else { return nil }
    return bytes.starts(with: head.utf8) ? String(decoding: bytes.dropFirst(head.utf8.count), as: UTF8.self) : nil
  }

  /// A memory that cannot be written is none.
  func store(_ words: String) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? WholeFile.write((head + words).utf8, to: path)
  }
}
