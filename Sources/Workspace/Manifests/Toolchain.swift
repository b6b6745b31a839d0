import ManifestSyntax
import ModuleGraph
import Platform

/// A Swift toolchain, whose programs evaluate manifests.
package struct Toolchain: Hashable, Sendable {
  /// The `swift` program, absolute.
  package let swift: String

  /// Finds the `swift` that a shell would start, or that of a given toolchain.
  ///
  /// - Parameters:
  ///   - path: a toolchain's folder (with `usr/bin/swift` or `bin/swift`) or its `swift` program itself.
  ///   - environment: contains the `PATH` to search.
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

  /// The compiler's version, from the compiler or from the cache.
  ///
  /// Asking takes a process. The answer is cached for programs that are compilers themselves: what a proxy (`xcrun`,
  /// swiftly) starts may be another toolchain tomorrow.
  /// - Parameters:
  ///   - environment: the environment of the process.
  ///   - cacheFolder: where the answer is cached; `nil` for nowhere.
  /// - Throws: `WorkspaceError.swiftUnusable`, `SubprocessError`, `CancellationError`.
  func identity(environment: [String: String], cacheFolder: String?) async throws -> ToolchainIdentity {
    let memory = cacheFolder.flatMap { ToolchainMemory(of: swift, in: $0 + "/toolchains") }
    if let words = memory?.words, let version = Self.version(inWords: words) {
      return ToolchainIdentity(version: version, words: words)
    }
    let child = ChildProcess(program: frontend ?? swift, arguments: ["--version"], environment: environment)
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

  /// The compiler's version, as in `6.3.1`, from the compiler itself.
  /// - Throws: `WorkspaceError.swiftUnusable`, `SubprocessError`, `CancellationError`.
  package func version() async throws -> String {
    try await identity(environment: OwnEnvironment.variables, cacheFolder: nil).version
  }

  /// The compiler beside the driver, which takes as long itself as the compiler's answer; `nil` if `swift` is another
  /// program.
  var frontend: String? {
    guard let driver = Path.canonical(swift), driver.lastComponent == "swift-driver" else { return nil }
    let frontend = Path.normalized(driver + "/../swift-frontend")
    return Path.isProgram(frontend) ? frontend : nil
  }

  /// Parses `Swift version 6.3.1 (swift-6.3.1-RELEASE)`, with or without Apple's name before it.
  static func version(inWords words: String) -> String? {
    let words = words.split { " \n".contains($0) }
    return words.indices.dropFirst(2).first { words[$0 - 1] == "version" && words[$0 - 2] == "Swift" }.map {
      String(words[$0])
    }
  }
}

/// The version of a toolchain's compiler.
struct ToolchainIdentity: Hashable, Sendable {
  /// As in `6.3.1`.
  let version: String
  /// The complete output of `swift --version`, which differs between two builds of one version.
  let words: String

  var toolsVersion: ToolsVersion? { ToolsVersion(version) }

  /// The version for which literal manifests are read without a toolchain: the newest that the reader supports.
  static let assumed = ToolchainIdentity(version: "\(ToolsVersionLine.newest)", words: "")
}

/// The cached version of a compiler, valid while its program stays the same file.
private struct ToolchainMemory {
  private let path: String
  /// What identifies the program.
  private let key: String

  /// - Returns: `nil` for a program that may be a proxy.
  init?(of swift: String, in folder: String) {
    guard let program = Path.canonical(swift), ["swift-driver", "swift-frontend"].contains(program.lastComponent),
      let status = FileStatus(at: program)
    else { return nil }
    path = folder + "/" + String(program.stableHash, radix: 36)
    key = "\(program)\n\(status.modifiedNanoseconds)\n\(status.bytes)"
  }

  var words: String? {
    guard let bytes = try? FileBytes.read(path), var record = try? RecordReader(checked: bytes[...]),
      (try? record.text()) == key
    else { return nil }
    return try? record.text()
  }

  /// Errors are ignored.
  func store(_ words: String) {
    try? FileSystem.makeFolders(Path.normalized(path + "/.."))
    var record = RecordWriter()
    record.add(key, words)
    try? WholeFile.write(record.checked, to: path)
  }
}
