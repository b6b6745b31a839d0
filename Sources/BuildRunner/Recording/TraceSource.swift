import ManifestSyntax
package import Workspace

/// Where the events of a build's trace come from. Every source appends them to the same file in the same form, so that
/// one reader serves all: `BuildRecording.read`.
package protocol TraceSource: Sendable {
  /// What the build must see beyond its usual environment.
  ///
  /// - Parameters:
  ///   - traceFile: absolute; it exists and has a header.
  ///   - environment: the usual one.
  func environment(traceFile: String, in environment: [String: String]) -> [String: String]

  /// What `modgauge-recorder supervise` is told besides.
  func supervisorOptions(traceFile: String) -> [String]
}

/// Looks at the build's processes from outside: for builders that let no stand-in near their compilers. Linux only.
package struct ProcessObserver: TraceSource {
  /// - Throws: `BenchmarkError.cannotObserve` where the system does not tell enough of its processes.
  package init() throws(BenchmarkError) {
    #if !os(Linux)
      throw .cannotObserve
    #endif
  }

  package func environment(traceFile: String, in environment: [String: String]) -> [String: String] { [:] }

  package func supervisorOptions(traceFile: String) -> [String] { ["--observe", traceFile] }
}

/// Looks at nothing, so that all changes are unproved.
package struct Unobserved: TraceSource {
  package init() {}

  package func environment(traceFile: String, in environment: [String: String]) -> [String: String] { [:] }

  package func supervisorOptions(traceFile: String) -> [String] { [] }
}

extension BuildRecording {
  /// The source that sees the compilers of a builder: stand-ins where it takes them, else the observer.
  ///
  /// - Parameters:
  ///   - swiftBuild: `nil` for a builder that is not SwiftPM, which is watched where that is possible.
  ///   - version: the toolchain's, as in `6.3.1`, which tells what SwiftPM's default is; `nil` where it is not known.
  ///   - recorder: the `modgauge-recorder` program, absolute.
  ///   - cacheFolder: where shadow toolchains are kept, absolute.
  /// - Throws: `BenchmarkError`, `SubprocessError`, `CancellationError`.
  package static func source(
    for swiftBuild: SwiftBuild?, version: String?, toolchain: Toolchain, recorder: String, cacheFolder: String
  ) async throws -> any TraceSource {
    guard let swiftBuild else { return (try? ProcessObserver()) ?? Unobserved() }
    guard swiftBuild.takesStandIns(version: version) else { return try ProcessObserver() }
    return try await ShadowToolchain(of: toolchain, recorder: recorder, cacheFolder: cacheFolder)
  }
}

extension SwiftBuild {
  /// The first version whose default is `swiftbuild`, which starts the toolchain's own compilers whatever it is told.
  private static let firstOfSwiftBuild = ToolsVersion(6, 4)

  /// Whether stand-ins can take the place of the compilers that this build starts.
  ///
  /// - Parameter version: the toolchain's; where it is not known, the default is taken for `native`.
  package func takesStandIns(version: String?) -> Bool {
    if let named = lastBuildSystem { return named == "native" }
    // `6.4-dev` counts as 6.4.
    let numbers = version?.prefix { $0 == "." || $0.isNumber } ?? ""
    return ToolsVersion(String(numbers)).map { $0 < Self.firstOfSwiftBuild } ?? true
  }

  /// SwiftPM takes the last of several.
  private var lastBuildSystem: String? {
    let option = "--build-system"
    let words = statedArguments
    guard let index = words.lastIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return nil }
    return words[index] == option ? words.dropFirst(index + 1).first : String(words[index].dropFirst(option.count + 1))
  }
}
