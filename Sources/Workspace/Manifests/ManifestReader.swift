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
  /// Why it was not read in a cheaper way; absent where it was, or where none was tried.
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

  init(_ manifest: Manifest, reading: ManifestReading) {
    self.manifest = manifest
    dependencyLines = nil
    fileName = nil
    self.reading = reading
  }

  init(_ literal: LiteralManifest, fileName: String, reading: ManifestReading) {
    manifest = literal.manifest
    dependencyLines = literal.dependencyLines
    self.fileName = fileName
    self.reading = reading
  }
}

/// What the cheap ways of reading a manifest come to.
enum CheapReading: Sendable {
  typealias Outcome = Result<ReadManifest, ManifestFailure>

  case done(Outcome)
  /// SwiftPM has to be asked.
  /// - Parameters:
  ///   - naming: see ``ManifestFiles/likelyDependencies(in:)``.
  ///   - evaluate: throws `SubprocessError` where `swift` cannot be started; `CancellationError`.
  case open(naming: [String], evaluate: @Sendable () async throws -> Outcome)
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
  /// - Returns: the manifest, why there is none, or how to ask SwiftPM.
  func read(_ folder: String, shownAs shownFolder: String) -> CheapReading {
    let start = ContinuousClock.now
    @Sendable func reading(_ way: ManifestReading.Way, _ obstacle: String?) -> ManifestReading {
      ManifestReading(way: way, seconds: start.duration(to: .now) / .seconds(1), obstacle: obstacle)
    }
    func failure(_ reason: ManifestFailure.Reason) -> CheapReading {
      .done(.failure(ManifestFailure(path: Path.normalized(shownFolder + "/Package.swift"), reason: reason)))
    }
    let files: ManifestFiles
    do { files = try ManifestFiles(in: folder, home: evaluator.environment["HOME"]) } catch {
      return failure(.unreadable(reason: error.reason))
    }
    var obstacles: [String] = []
    if policy.readsLiterals {
      do throws(Obstacle) {
        let (literal, name) = try literal(files, in: folder)
        return .done(.success(ReadManifest(literal, fileName: name, reading: reading(.literal, nil))))
      } catch { obstacles.append("not literal: \(error.words)") }
    }
    var inputs: ManifestInputs?
    if let cache {
      do throws(Obstacle) {
        let known = try self.inputs(files, in: folder)
        inputs = known
        if let manifest = cache.manifest(for: known) {
          return .done(.success(ReadManifest(manifest, reading: reading(.cached, obstacles.first))))
        }
      } catch { obstacles.append("not remembered: \(error.words)") }
    }
    let obstacle = obstacles.isEmpty ? nil : obstacles.joined(separator: "; ")
    guard policy.evaluates else { return failure(.notLiteral(obstacle: obstacle ?? "nobody looked")) }
    return .open(naming: files.likelyDependencies(in: folder)) { [inputs] in
      try await evaluator.evaluate(folder, shownAs: shownFolder).map { manifest in
        if let inputs { cache?.store(manifest, for: inputs) }
        return ReadManifest(manifest, reading: reading(.evaluated, obstacle))
      }
    }
  }

  /// Why a cheaper way is closed.
  private struct Obstacle: Error {
    let words: String
  }

  private func literal(
    _ files: ManifestFiles, in folder: String
  ) throws(Obstacle) -> (LiteralManifest, fileName: String) {
    guard let version = toolchain.toolsVersion else {
      throw Obstacle(words: "the toolchain's version, \(toolchain.version), is unusual")
    }
    guard files.mirrors.isEmpty else { throw Obstacle(words: "there are mirrors of packages") }
    let chosen = ManifestVariant.choose(among: Array(files.manifests.keys), toolchain: version) { name in
      files.manifests[name].flatMap(ManifestVariant.statedToolsVersion)
    }
    guard let chosen, let bytes = files.manifests[chosen] else {
      throw Obstacle(words: "which of its variants counts is not certain")
    }
    let read = LiteralManifest.read(
      bytes, packageFolder: folder, hasModuleMap: files.hasModuleMap, toolchain: version)
    do { return (try read.get(), chosen) } catch { throw Obstacle(words: "\(error)") }
  }

  private func inputs(_ files: ManifestFiles, in folder: String) throws(Obstacle) -> ManifestInputs {
    for (_, bytes) in files.manifests.sorted(by: { $0.key < $1.key }) {
      if let words = ManifestWords(bytes).obstacle { throw Obstacle(words: words) }
    }
    return ManifestInputs(
      folder: folder, files: files.all, toolchain: toolchain.words, os: os, arch: arch,
      environment: evaluator.environment)
  }
}
