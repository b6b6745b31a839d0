import ImportSyntax
package import ModuleGraph

extension WorkspaceLoader {
  /// The fingerprints of test modules: equal ones are built from the same sources, manifests by meaning, pins, toolchain,
  /// arguments and environment.
  /// - Parameters:
  ///   - modules: the test modules.
  ///   - files: the hashes of the workspace's files by absolute path.
  ///   - policy: files that it ignores do not count; files that no target owns count for every module.
  ///   - inputs: what else decides builds and tests, such as arguments.
  /// - Returns: a module is missing if what it is built from is not completely known.
  /// - Throws: `WorkspaceError.cacheUnusable`, `CancellationError`, `SubprocessError`.
  package func fingerprints(
    of modules: [ModuleID], in workspace: LoadedWorkspace, files: [String: String], _ policy: FilePolicy,
    inputs: [String]
  ) async throws -> [ModuleID: String] {
    let temporary = try await TemporaryFolder.held(in: cacheFolder)
    let reader = try await reader(in: temporary)
    let owners = FileOwners(workspace)
    let manifests = Set(workspace.packages.map(\.path))
    var (common, own): ([String], [ModuleID: [String]]) = ([], [:])
    for (path, hash) in files.sorted(by: { $0.key < $1.key }) {
      let folder = String(path.dropLast(path.lastComponent.utf8.count + 1))
      let name = path.lastComponent
      if manifests.contains(folder), ManifestFile.isNamed(name) || name == "Package.resolved" { continue }
      let line = "\(Path.relative(path, to: workspace.rootPath)) \(hash)"
      if let answer = owners.owners(of: path), answer.isBuilt || !policy.isIgnored(path) {
        for module in answer.modules { own[module, default: []].append(line) }
      } else if !policy.isIgnored(path) {
        common.append(line)
      }
    }
    let head = inputs + [reader.toolchain.words, Self.os] + environmentWords(reader)
    let packages = Dictionary(workspace.packages.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let graph = workspace.graph
    let external = Set(graph.modules.filter(\.kind.isOutside).map(\.id))
    var meanings: [String: ManifestMeaning?] = [:]
    var fingerprints: [ModuleID: String] = [:]
    for module in modules {
      let closure = graph.closure(of: [module]).sorted()
      var parts: [String]? = head + common + closure.flatMap { [$0.description] + (own[$0] ?? []) }
      for (key, members) in Dictionary(grouping: closure.filter { !external.contains($0) }, by: \.package)
        .sorted(by: { $0.key < $1.key })
      {
        guard let package = packages[key], !package.looksAround,
          let texts = try? ManifestFiles(in: package.path, home: reader.evaluator.environment["HOME"])
        else {
          parts = nil
          break
        }
        if meanings[key] == nil { meanings[key] = try await reader.meaning(of: texts, in: package.path) }
        guard let meaning = meanings[key] ?? nil else {
          parts = nil
          break
        }
        parts?.append(meaning.text(about: Set(members.map(\.name)), relativeTo: workspace.rootPath))
      }
      if closure.contains(where: external.contains) {
        // Without pins, nobody knows which versions are built.
        let pins = packages[module.package].flatMap { try? FileBytes.read($0.path + "/Package.resolved") }
          .flatMap(PinnedVersions.init)
        parts = pins.flatMap { pins in parts.map { $0 + pins.pins.map { "\($0) \($1.words)" }.sorted() } }
      }
      fingerprints[module] = parts.map { SHA256.hexadecimal(Array($0.joined(separator: "\0").utf8)) }
    }
    withExtendedLifetime(temporary) {}
    return fingerprints
  }

  /// The variables that decide builds, and those that manifests may read.
  private func environmentWords(_ reader: ManifestReader) -> [String] {
    let others = OwnEnvironment.variables.filter { name, _ in
      ["SWIFT", "SWT_", "CC", "CXX", "CFLAGS", "SDKROOT"].contains { name.hasPrefix($0) }
    }
    return manifestEnvironment.merging(others) { first, _ in first }.map { "\($0)=\($1)" }.sorted()
  }
}
