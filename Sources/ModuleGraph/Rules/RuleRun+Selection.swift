extension RuleRun {
  /// The modules that a parameter of a rule selects. Errors in it become problems of the rule.
  ///
  /// - Parameters:
  ///   - standard: the default if the rule gives no selector; if absent, all of the workspace's own modules.
  /// - Complexity: O(modules) for each pattern that no earlier rule used.
  mutating func select(_ key: String, of values: RuleValues, else standard: ModuleSet? = nil) -> ModuleSet {
    guard let selector = values.modules(key) else { return standard ?? own }
    let before = problems.count
    var chosen = Set<Int>()
    for term in selector.terms { chosen.formUnion(members(of: term, selector.line)) }
    if chosen.isEmpty, problems.count == before { note(.nothingSelected(key: key), line: selector.line) }
    return ModuleSet(count: modules.count) { chosen.contains($0) }
  }

  /// A word of a selector or a tag, and the modules that it matches.
  private struct Name {
    let text: String
    let vertices: [Int]
  }

  private mutating func members(of term: ModuleSelector.Term, _ line: Int?) -> [Int] {
    let words = term.modules.map { Name(text: $0, vertices: found($0, line)) }
    let tags = term.tags.flatMap { self.words(ofTag: $0, line) }
    let named = Set((words + tags).filter { isExact($0.text) }.flatMap(\.vertices))
    let withSlash = Set((words + tags).filter { $0.text.contains("/") }.flatMap(\.vertices))
    let packages = Set(term.packages.flatMap { packageKeys(matching: $0, line) })
    let layers = Set(term.layers.compactMap { layerIndex($0, line) })
    let tagged = Set(tags.flatMap(\.vertices))
    let excluded = Set(term.except.flatMap { found($0, line) })
    let wanted = Set(words.flatMap(\.vertices))
    return modules.indices.filter { vertex in
      let module = modules[vertex]
      let isOutside = module.kind.isOutside
      let isMeant =
        term.kinds.isEmpty
        ? own.contains(vertex) || named.contains(vertex)
          || (isOutside && (withSlash.contains(vertex) || packages.contains(module.package)))
        : term.kinds.contains(module.kind)
      return isMeant && (term.modules.isEmpty || wanted.contains(vertex))
        && (term.packages.isEmpty || packages.contains(module.package))
        && (term.layers.isEmpty || layer(of: vertex).map(layers.contains) ?? false)
        && (term.tags.isEmpty || tagged.contains(vertex)) && !excluded.contains(vertex)
    }
  }

  private mutating func found(_ word: String, _ line: Int?) -> [Int] {
    let found = vertices(matching: word)
    if found.isEmpty {
      note(.unknown(word: word, subject: "module", nearest: graph.modules(nearestTo: word)), line: line)
    }
    return found
  }

  private mutating func packageKeys(matching word: String, _ line: Int?) -> [String] {
    let keys = Set(modules.lazy.map(\.package))
    let glob = Glob(word)
    let found = keys.filter { $0 == word || glob.matches($0) }
    if found.isEmpty {
      note(.unknown(word: word, subject: "package", nearest: graph.packages(nearestTo: word)), line: line)
    }
    return Array(found)
  }

  mutating func layerIndex(_ name: String, _ line: Int?) -> Int? {
    let layers = settings.layers.all
    if layers.isEmpty {
      note(.noLayers, line: line)
      return nil
    }
    guard let index = layers.firstIndex(where: { $0.name == name }) else {
      note(.unknown(word: name, subject: "layer", nearest: layers.map(\.name).nearest(to: name)), line: line)
      return nil
    }
    return index
  }

  private mutating func words(ofTag name: String, _ line: Int?) -> [Name] {
    guard let tag = settings.tags.all.first(where: { $0.name == name }) else {
      note(
        .unknown(word: name, subject: "tag", nearest: settings.tags.all.map(\.name).nearest(to: name)), line: line)
      return []
    }
    return tag.modules.map { Name(text: $0, vertices: vertices(matching: $0)) }
  }

  /// Records the words of tags that match nothing, even if no rule uses the tag.
  mutating func checkTags() {
    for tag in settings.tags.all {
      for word in tag.modules where vertices(matching: word).isEmpty {
        note(.unknown(word: word, subject: "module", nearest: graph.modules(nearestTo: word)), ofTagOn: tag.line)
      }
    }
  }
}
