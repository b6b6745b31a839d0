import ModuleGraph

/// How a manifest was read.
package struct ManifestReading: Hashable, Sendable {
  package enum Way: String, Sendable {
    /// It holds nothing but literals, and was read without a compiler.
    case literal
    /// SwiftPM gave this answer to the same manifest in the same circumstances before.
    case cached
    /// SwiftPM evaluated it.
    case evaluated
  }

  package let way: Way
  package let seconds: Double
  /// Why it was not read as literals; absent where it was, or was not tried.
  package let obstacle: String?
}

/// Which ways of reading manifests are allowed.
package struct ManifestPolicy: Hashable, Sendable {
  /// Whether literal manifests are read without asking SwiftPM.
  package var readsLiterals: Bool
  /// Whether SwiftPM may be asked, which runs the manifest's code: on Linux without a sandbox.
  package var evaluates: Bool
  /// Whether answers of SwiftPM are remembered.
  package var caches: Bool

  package init(readsLiterals: Bool = true, evaluates: Bool = true, caches: Bool = true) {
    self.readsLiterals = readsLiterals
    self.evaluates = evaluates
    self.caches = caches
  }
}

/// A manifest, and how it came to be known.
struct ReadManifest: Sendable {
  let manifest: Manifest
  /// For each target, in the manifest's order, the line of each of its dependencies; absent where nobody looked.
  let dependencyLines: [[Int]]?
  /// The name of the file that was read, where it is known.
  let fileName: String?
  let reading: ManifestReading
}

/// Reads manifests in the cheapest way that gives SwiftPM's answer.
struct ManifestReader: Sendable {
  let evaluator: ManifestEvaluator
  let toolchain: ToolchainIdentity
  let cache: ManifestCache?
  let policy: ManifestPolicy
  let os: String
  let arch: String

  /// Reads one package's manifest.
  ///
  /// - Parameters:
  ///   - folder: the package's, absolute, without symbolic links.
  ///   - shownFolder: what the user calls it.
  /// - Returns: the manifest, or why there is none.
  /// - Throws: `SubprocessError` where `swift` cannot be started; `CancellationError`.
  func read(_ folder: String, shownAs shownFolder: String) async throws -> Result<ReadManifest, ManifestFailure> {
    let start = ContinuousClock.now
    func reading(_ way: ManifestReading.Way, _ obstacle: String? = nil) -> ManifestReading {
      ManifestReading(way: way, seconds: start.duration(to: .now) / .seconds(1), obstacle: obstacle)
    }
    let shownManifest = Path.normalized(shownFolder + "/Package.swift")
    let files: ManifestFiles
    do { files = try ManifestFiles(in: folder) } catch {
      return .failure(
        ManifestFailure(path: shownManifest, reason: .refused(words: "It cannot be read: \(error.reason)")))
    }
    var obstacle: String?
    if policy.readsLiterals {
      switch literal(files, in: folder) {
      case .success(let (literal, name)):
        return .success(
          ReadManifest(
            manifest: literal.manifest, dependencyLines: literal.dependencyLines, fileName: name,
            reading: reading(.literal)))
      case .failure(let refusal): obstacle = refusal.words
      }
    }
    let inputs = cacheableInputs(files, in: folder)
    if let inputs, let manifest = cache?.manifest(for: inputs) {
      return .success(
        ReadManifest(manifest: manifest, dependencyLines: nil, fileName: nil, reading: reading(.cached, obstacle)))
    }
    guard policy.evaluates else {
      return .failure(ManifestFailure(path: shownManifest, reason: .notLiteral(obstacle: obstacle ?? "nobody looked")))
    }
    return try await evaluator.evaluate(folder, shownAs: shownFolder).map { manifest in
      if let inputs { cache?.store(manifest, for: inputs) }
      return ReadManifest(
        manifest: manifest, dependencyLines: nil, fileName: nil, reading: reading(.evaluated, obstacle))
    }
  }

  private struct Refusal: Error {
    let words: String
  }

  private func literal(_ files: ManifestFiles, in folder: String) -> Result<(LiteralManifest, String), Refusal> {
    guard let version = toolchain.toolsVersion else {
      return .failure(Refusal(words: "the toolchain's version, \(toolchain.version), is unusual"))
    }
    guard files.mirrors.isEmpty else { return .failure(Refusal(words: "there are mirrors of packages")) }
    let chosen = ManifestVariant.choose(among: Array(files.manifests.keys), toolchain: version) { name in
      files.manifests[name].flatMap(ManifestVariant.statedToolsVersion)
    }
    guard let chosen, let bytes = files.manifests[chosen] else {
      return .failure(Refusal(words: "which of its variants counts is not certain"))
    }
    let hasModuleMap = Path.isFile(folder + "/module.modulemap")
    return LiteralManifest.read(bytes, packageFolder: folder, hasModuleMap: hasModuleMap, toolchain: version)
      .map { ($0, chosen) }.mapError { Refusal(words: "\($0)") }
  }

  /// - Returns: `nil` where an answer must not be remembered.
  private func cacheableInputs(_ files: ManifestFiles, in folder: String) -> ManifestInputs? {
    guard cache != nil, files.manifests.values.allSatisfy({ ManifestWords($0).dependsOnlyOnItsInputs }) else {
      return nil
    }
    return ManifestInputs(
      folder: folder, files: files.all, toolchain: toolchain.words, os: os, arch: arch,
      environment: evaluator.environment)
  }
}
