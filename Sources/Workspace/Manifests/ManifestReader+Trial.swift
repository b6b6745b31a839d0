import Platform

extension ManifestReader {
  /// Reads a manifest as if it were the only one of its package, without writing to the package's folder.
  ///
  /// A manifest that may look at other files is evaluated in a private folder with links to what is in the package's.
  /// - Throws: `WorkspaceError.cacheUnusable`; `SubprocessError`, `CancellationError`.
  func manifest(
    trying bytes: [UInt8], in folder: String, hasModuleMap: Bool, shownAs shownFolder: String
  ) async throws -> CheapReading.Answer {
    let files = ManifestFiles(alone: bytes, hasModuleMap: hasModuleMap)
    if policy.readsLiterals, let literal = try? literal(files, in: folder) { return .success(literal.0.manifest) }
    guard policy.evaluates else {
      return .failure(ManifestFailure(path: shownFolder, reason: .notLiteral(obstacle: "nothing is evaluated")))
    }
    let looksAround = files.obstacle != nil
    let copy = try RevisionFiles.copy(of: files, in: folder, below: evaluator.temporaryFolder)
    for entry in looksAround ? Array(FolderEntries(of: folder)) : []
    where !ManifestFiles.isManifest(entry.name) && entry.name != ".build" {
      try? FileSystem.makeLink("\(copy)\(folder)/\(entry.name)", to: "\(folder)/\(entry.name)")
    }
    return try await evaluator.evaluate(copy + folder, shownAs: shownFolder, anew: looksAround || !policy.caches)
      .map { $0.moved(outOf: copy) }
  }
}
