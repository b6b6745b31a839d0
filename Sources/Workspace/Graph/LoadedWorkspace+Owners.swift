import ModuleGraph

extension LoadedWorkspace {
  /// The owners of modules by the `CODEOWNERS` of the repository; of a workspace outside repositories, by the one in its
  /// folder.
  func readOwners() -> ModuleOwners {
    let top = checkout ?? RevisionFiles.current?.top ?? Path.topOfRepository(rootPath) ?? rootPath
    for place in CodeOwners.places {
      guard let bytes = try? FileBytes.read(Path.joined(top, place)) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      let stated = CodeOwners(text, dialect(of: text, at: place, below: top))
      func path(_ relative: String) -> String? { Path.joined(rootPath, relative).remainder(below: top) }
      var files: [ModuleID: [String]] = [:]
      for module in graph.modules where !module.kind.isOutside {
        let sources = (sources[module.id] ?? []).map(\.path)
        // Any file in its folder would do.
        files[module.id] = (sources.isEmpty ? [module.path.map { $0 + "/" + module.name }].compactMap(\.self) : sources)
          .compactMap(path)
      }
      return ModuleOwners(stated, in: place, files: files)
    }
    return .none
  }

  private func dialect(of text: String, at place: String, below top: String) -> CodeOwners.Dialect {
    if place.hasPrefix(".github/") { return .github }
    let hasSections = text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("[") || $0.hasPrefix("^[") }
    let isOfGitLab = place.hasPrefix(".gitlab/") || Path.isFile(Path.joined(top, ".gitlab-ci.yml"))
    return hasSections || isOfGitLab ? .gitlab : .github
  }
}
