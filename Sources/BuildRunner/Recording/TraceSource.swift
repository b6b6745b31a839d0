import ManifestSyntax
package import Workspace

/// A source of the events in a build's trace. Every source appends them to the same file in the same format, so that
/// `BuildRecording.read` can read them all.
package protocol TraceSource: Sendable {
  /// Environment variables of the build in addition to the usual ones.
  ///
  /// - Parameters:
  ///   - traceFile: absolute; it exists and has a header.
  ///   - environment: the usual environment.
  func environment(traceFile: String, in environment: [String: String]) -> [String: String]

  /// Whether it closes what compilers inherit, if a trace's header says so.
  var closesInherited: Bool { get }

  /// Further options for `modgauge-recorder supervise`.
  func supervisorOptions(traceFile: String) -> [String]
}

extension TraceSource {
  package var closesInherited: Bool { false }
}

/// Observes the build's processes from outside, for builders that do not accept stand-ins. Linux only.
package struct ProcessObserver: TraceSource {
  /// - Throws: `BenchmarkError.cannotObserve` if the system does not support it.
  package init() throws(BenchmarkError) {
    #if !os(Linux)
      throw .cannotObserve
    #endif
  }

  package func environment(traceFile: String, in environment: [String: String]) -> [String: String] { [:] }

  package func supervisorOptions(traceFile: String) -> [String] { ["--observe", traceFile] }
}

/// Records nothing, so that no change can be verified.
package struct Unobserved: TraceSource {
  package init() {}

  package func environment(traceFile: String, in environment: [String: String]) -> [String: String] { [:] }

  package func supervisorOptions(traceFile: String) -> [String] { [] }
}

extension BuildRecording {
  /// Chooses the source for a builder's compilers: stand-ins if it accepts them, otherwise the observer.
  ///
  /// - Parameters:
  ///   - swiftBuild: `nil` for a builder other than SwiftPM, which is observed if the system supports it.
  ///   - version: the toolchain's version, as in `6.3.1`, which determines SwiftPM's default build system; `nil` if it
  ///     is not known.
  ///   - recorder: the `modgauge-recorder` program, absolute.
  ///   - cacheFolder: the folder for shadow toolchains, absolute.
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
  /// The first version whose default is `swiftbuild`, which always starts the toolchain's own compilers.
  private static let firstOfSwiftBuild = ToolsVersion(6, 4)

  /// Whether stand-ins can replace the compilers that this build starts.
  ///
  /// - Parameter version: the toolchain's version; if it is not known, the default is assumed to be `native`.
  package func takesStandIns(version: String?) -> Bool {
    if let named = lastBuildSystem { return named == "native" }
    // `6.4-dev` counts as 6.4.
    let numbers = version?.prefix { $0 == "." || $0.isNumber } ?? ""
    return ToolsVersion(String(numbers)).map { $0 < Self.firstOfSwiftBuild } ?? true
  }

  /// The last of several `--build-system` options counts.
  private var lastBuildSystem: String? {
    let option = "--build-system"
    let words = statedArguments
    guard let index = words.lastIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return nil }
    return words[index] == option ? words.dropFirst(index + 1).first : String(words[index].dropFirst(option.count + 1))
  }
}
