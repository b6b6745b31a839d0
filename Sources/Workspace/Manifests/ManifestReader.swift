import ManifestSyntax
import ModuleGraph
import Platform

/// How a manifest was read.
package struct ManifestReading: Hashable, Sendable {
  package enum Way: String, Sendable {
    /// Without a compiler, since its meaning is certain.
    case literal
    /// From the cache: SwiftPM gave this answer for the same inputs before.
    case cached
    /// By SwiftPM's evaluation.
    case evaluated
  }

  package let way: Way
  package let seconds: Double
  /// Why it was not read in a cheaper way; `nil` if it was, or none was tried.
  package let obstacle: String?
}

/// The allowed ways to read manifests.
package struct ManifestPolicy: Hashable, Sendable {
  /// Whether literal manifests are read without SwiftPM.
  package var readsLiterals: Bool
  /// Whether SwiftPM may evaluate manifests, which runs their code: on Linux without a sandbox.
  package var evaluates: Bool
  /// Whether SwiftPM's answers are cached, here and by SwiftPM itself.
  package var caches: Bool

  package init(readsLiterals: Bool = true, evaluates: Bool = true, caches: Bool = true) {
    self.readsLiterals = readsLiterals
    self.evaluates = evaluates
    self.caches = caches
  }
}

/// A manifest, and how it was read.
struct ReadManifest: Sendable {
  let manifest: Manifest
  /// The lines of the manifest's declarations; `nil` if it is not certain which file SwiftPM reads.
  let places: ManifestLocations?
  /// The declarations in the file for other hosts.
  let untaken: [UntakenBranch]
  /// The comments that excuse violations of rules, with their lines.
  let ignoreComments: [IgnoreComment]
  let reading: ManifestReading
  /// Whether its evaluation may depend on more than SwiftPM's own cache compares, such as other files.
  let looksAround: Bool

  /// - Parameter scan: what else was read from its text; `nil` if it is not certain which file SwiftPM reads.
  init(_ manifest: Manifest, _ scan: LocationScan? = nil, reading: ManifestReading, looksAround: Bool = false) {
    self.manifest = manifest
    self.reading = reading
    self.looksAround = looksAround
    places = scan?.places
    untaken = scan?.untaken ?? []
    ignoreComments = scan?.ignoreComments ?? []
  }
}

/// The result of reading a manifest without SwiftPM.
enum CheapReading: Sendable {
  typealias Outcome = Result<ReadManifest, ManifestFailure>
  typealias Answer = Result<Manifest, ManifestFailure>

  case done(Outcome)
  /// SwiftPM must be asked.
  /// - Parameters:
  ///   - naming: see ``ManifestFiles/likelyDependencies(in:)``.
  ///   - evaluate: throws `SubprocessError` if `swift` cannot be started; `CancellationError`.
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
  ///   - folder: the package's folder, absolute, without symbolic links.
  ///   - shownFolder: its name for the user.
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
    // A cached manifest was not literal, and all inputs are compared, so that it need not be read again.
    let inputs = cache == nil ? nil : inputs(files, in: folder)
    if let inputs, let known = cache?.answer(for: inputs),
      case .success(let manifest) = Self.manifest(.success(known.dump), movedOutOf: known.copy, shownAs: shownFolder)
    {
      let obstacle = policy.readsLiterals ? known.obstacle : nil
      return .done(
        .success(
          ReadManifest(
            manifest, placeScan(of: manifest, in: chosen(files)), reading: reading(.cached, obstacle),
            looksAround: files.readOnlyBeside)))
    }
    var notLiteral: String?
    if policy.readsLiterals {
      do throws(Obstacle) {
        let (literal, file) = try literal(files, in: folder)
        let scan = placeScan(of: literal.manifest, in: file, lines: literal.dependencyLines)
        return .done(
          .success(
            ReadManifest(
              literal.manifest, scan, reading: reading(.literal, nil), looksAround: literal.asksDisk)))
      } catch { notLiteral = "not literal: \(error.words)" }
    }
    let doubt = files.obstacle
    let isCached = inputs != nil && isKnown(files, in: folder)
    let obstacles = [notLiteral, isCached || cache == nil ? nil : doubt.map { "not cached: \($0)" }].compactMap { $0 }
    let obstacle = obstacles.isEmpty ? nil : obstacles.joined(separator: "; ")
    guard policy.evaluates else { return failure(.notLiteral(obstacle: obstacle ?? "literal reading is off")) }
    return .open(naming: files.likelyDependencies(in: folder)) { [notLiteral] in
      let (dump, copy) = try await dump(files, in: folder, shownAs: shownFolder)
      let answer = Self.manifest(dump, movedOutOf: copy, shownAs: shownFolder)
      let file = chosen(files)
      // What changed meanwhile is not what was evaluated.
      let isCached = isCached && files.all == (try? ManifestFiles(in: folder, home: evaluator.environment["HOME"]))?.all
      return answer.mapError { $0.about(file, notLiteral) }.map { manifest in
        if let inputs, isCached, case .success(let bytes) = dump {
          cache?.store(ManifestAnswer(dump: bytes, copy: copy, obstacle: notLiteral), for: inputs)
        }
        return ReadManifest(
          manifest, placeScan(of: manifest, in: file), reading: reading(.evaluated, obstacle), looksAround: doubt != nil
        )
      }
    }
  }

  /// Reads the current manifest of a package.
  func manifest(of folder: String, shownAs shownFolder: String) async throws -> CheapReading.Answer {
    switch read(folder, shownAs: shownFolder) {
    case .done(let outcome): outcome.map(\.manifest)
    case .open(_, let evaluate): try await evaluate().map(\.manifest)
    }
  }

  /// Whether the inputs are all that an evaluation can depend on.
  private func isKnown(_ files: ManifestFiles, in folder: String) -> Bool {
    files.obstacle == nil || files.readOnlyBeside || (revision(of: folder) != nil && files.askOnlyGit)
  }

  /// The revision that contains the folder, if one is read.
  private func revision(of folder: String) -> RevisionFiles? {
    RevisionFiles.current.flatMap { $0.holds(folder) ? $0 : nil }
  }

  private static func manifest(
    _ dump: Result<[UInt8], ManifestFailure>, movedOutOf copy: String?, shownAs shownFolder: String
  ) -> CheapReading.Answer {
    let answer = dump.flatMap { ManifestEvaluator.manifest($0, shownAs: shownFolder) }
    return copy.map { copy in answer.map { $0.moved(outOf: copy) } } ?? answer
  }

  /// Asks SwiftPM; for a package of a revision, with a copy of the files that its manifest may read.
  /// - Returns: also the copy that absolute paths lead into, if there is one.
  private func dump(
    _ files: ManifestFiles, in folder: String, shownAs shownFolder: String
  ) async throws -> (Result<[UInt8], ManifestFailure>, copy: String?) {
    let file = chosen(files)?.name ?? ManifestFile.name
    let looksAround = files.obstacle != nil
    let isAnew = looksAround || !policy.caches
    guard let revision = revision(of: folder) else {
      return (try await evaluator.dump(folder, shownAs: shownFolder, file: file, anew: isAnew), nil)
    }
    let place = evaluator.temporaryFolder
    let copy =
      looksAround && !files.readOnlyBeside
      ? try await revision.copy(below: place, onlyManifests: files.askOnlyGit)
      : try RevisionFiles.copy(of: files, in: folder, below: place)
    return (try await evaluator.dump(copy + folder, shownAs: shownFolder, file: file, anew: isAnew), copy)
  }

  /// All that SwiftPM says about a manifest, without absolute paths into copies.
  /// - Returns: `nil` if SwiftPM must not be asked, or rejects the manifest.
  func meaning(of files: ManifestFiles, in folder: String) async throws -> ManifestMeaning? {
    let inputs = cache == nil ? nil : inputs(files, in: folder)
    let isCached = isKnown(files, in: folder)
    if let inputs, isCached,
      let known = cache?.answer(for: inputs) ?? cache?.answer(for: inputs, isUnread: true),
      let meaning = ManifestMeaning(dump: known.dump, movedOutOf: known.copy)
    {
      return meaning
    }
    guard policy.evaluates else { return nil }
    let (dump, copy) = try await dump(files, in: folder, shownAs: folder)
    guard case .success(let bytes) = dump, let meaning = ManifestMeaning(dump: bytes, movedOutOf: copy) else {
      return nil
    }
    if let inputs, isCached {
      cache?.store(ManifestAnswer(dump: bytes, copy: copy, obstacle: nil), for: inputs, isUnread: true)
    }
    return meaning
  }

  /// Why a cheaper way cannot be used.
  struct Obstacle: Error {
    let words: String
  }

  func literal(
    _ files: ManifestFiles, in folder: String
  ) throws(Obstacle) -> (LiteralManifest, file: ManifestInputs.File) {
    guard let version = toolchain.toolsVersion else {
      throw Obstacle(words: "the toolchain's version, \(toolchain.version), is unusual")
    }
    guard files.mirrors.isEmpty else { throw Obstacle(words: "there are mirrors of packages") }
    guard let file = chosen(files) else {
      throw Obstacle(words: "which version-specific manifest applies is not certain")
    }
    let host = ManifestHost(toolchain: version, os: os, arch: arch, environment: evaluator.environment)
    let read = LiteralManifest.read(
      file.bytes, packageFolder: folder, hasModuleMap: files.hasModuleMap, host: host, exists: exists(_:))
    let manifest: LiteralManifest
    do { manifest = try read.get() } catch { throw Obstacle(words: "\(error)") }
    // SwiftPM rejects a folder that is declared as a repository and is not one.
    guard !manifest.repositoryFolders.contains(where: { FileStatus(at: $0) != nil }) else {
      throw Obstacle(words: "it names a folder as a repository")
    }
    return (manifest, file)
  }

  /// Whether there is a file or folder, as the system says; a slash at the end of the path asks for a folder.
  private func exists(_ path: String) -> Bool {
    guard let status = FileStatus(at: path) else { return false }
    return status.kind == .folder || !path.hasSuffix("/")
  }

  /// - Parameters:
  ///   - file: `nil` if it is not certain which one SwiftPM reads.
  ///   - lines: see ``LiteralManifest/dependencyLines``; `nil` for a manifest that was not read as literal.
  private func placeScan(
    of manifest: Manifest, in file: ManifestInputs.File?, lines: [[Int]]? = nil
  ) -> LocationScan? {
    file.map { LocationScan(of: manifest, in: $0.bytes, of: $0.name, lines: lines, os: os) }
  }

  /// The file that SwiftPM reads; `nil` if it is not certain.
  private func chosen(_ files: ManifestFiles) -> ManifestInputs.File? {
    let names = Array(files.manifests.keys)
    let name =
      toolchain.toolsVersion.map { version in
        ManifestVariant.choose(among: names, toolchain: version) { name in
          files.manifests[name].flatMap(ManifestVariant.statedToolsVersion)
        }
      } ?? (names.count == 1 ? names[0] : nil)
    return name.flatMap { name in files.manifests[name].map { ManifestInputs.File(name: name, bytes: $0) } }
  }

  private func inputs(_ files: ManifestFiles, in folder: String) -> ManifestInputs {
    var all = files.all
    if let revision = revision(of: folder) {
      // A manifest that uses its own path sees the path of a copy. No real file has these names.
      if files.nameTheirPlace { all.append(ManifestInputs.File(name: "a copy", bytes: [])) }
      if files.mentionGit {
        all.append(ManifestInputs.File(name: "a commit", bytes: Array(revision.commit(of: folder).utf8)))
      }
    }
    return ManifestInputs(
      folder: folder, files: all, toolchain: toolchain.words, os: os, arch: arch, environment: evaluator.environment)
  }
}

extension ManifestFailure {
  /// The same failure of the file that SwiftPM reads, with a hint that SwiftPM does not give.
  /// - Parameter obstacle: why it was not read as literal.
  func about(_ file: ManifestInputs.File?, _ obstacle: String? = nil) -> ManifestFailure {
    let reason: Reason =
      switch self.reason {
      case .appPackage: .appPackage(obstacle: obstacle)
      case .timedOut(let limit, _): .timedOut(limit, obstacle: obstacle)
      default: self.reason
      }
    let standard = "Package.swift"
    guard let file, path.hasSuffix(standard) else { return ManifestFailure(path: path, reason: reason) }
    let path = path.dropLast(standard.count) + file.name
    guard case .refused(let words) = reason, file.bytes.starts(with: "\u{FEFF}".utf8) else {
      return ManifestFailure(path: String(path), reason: reason)
    }
    let hint =
      "The file begins with a byte order mark, so that SwiftPM does not see its tools version. Save it without."
    return ManifestFailure(path: String(path), reason: .refused(words: "\(hint)\n\(words)"))
  }
}
