import ModuleGraph

extension GraphPicture {
  /// What was folded, and how: `90 of 120 modules are folded into 9 groups by name`.
  static func note(_ shortening: SelectedGraph.Shortening, of graph: SelectedGraph) -> String {
    var kinds = shortening.kinds
    // Of files, folders take the place of packages.
    if graph.isOfFiles, kinds.contains(.package) {
      kinds = [.folder] + kinds.filter { ![.package, .folder].contains($0) }
    }
    return "\(Figures.count(shortening.modules)) of \(Figures.counted(graph.nodes.count, graph.memberNoun)) are folded "
      + "into \(Figures.counted(shortening.groups, "group"))" + criteria(kinds, noun: graph.memberNoun + "s")
  }

  /// The criteria by which groups were formed: ` by folder and name, and those with the fewest dependents by what else
  /// they share`.
  private static func criteria(_ kinds: [ModuleGroup.Kind], noun: String) -> String {
    let special = kinds.filter { $0.folded != nil }
    if kinds == special, kinds.count == 1, let folded = special[0].folded { return " of \(noun) \(folded.which)" }
    let plain = kinds.filter { $0.folded == nil }.map { $0 == .word ? "name" : $0.rawValue }
    let parts =
      (plain.isEmpty ? [] : [" by " + plain.joined(separator: " and ")])
      + special.compactMap(\.folded).map { "those \($0.which) \($0.how)" }
    return (plain.isEmpty ? ": " : "") + parts.joined(separator: ", and ")
  }

  /// What a reader of a folded picture would not expect.
  /// - Parameters:
  ///   - boxes: the number of nodes in the picture.
  ///   - budget: the requested number; `nil` if none was requested.
  static func exceptions(_ shortening: SelectedGraph.Shortening, boxes: Int, budget: Int? = nil) -> [String] {
    var notes: [String] = []
    if let budget, boxes > budget, let shown = shortening.shown.description {
      notes.append(
        "\(shown) \(shortening.shown.count == 1 ? "is" : "are") always shown, so that the picture has "
          + "\(Figures.counted(boxes, "box", "boxes")) instead of \(Figures.count(budget))")
    }
    if let hidden = shortening.hidden.description { notes.append("too many to be shown one by one: \(hidden)") }
    if shortening.makesCycles { notes.append("arrows in both directions between groups come from folding") }
    return notes
  }
}

extension Prominent {
  /// For example `12 apps, 3 roots and 30 ends of upward dependencies`; `nil` if there are none.
  fileprivate var description: String? {
    let parts = [
      (named, "named module", "named modules"), (apps, "app", "apps"), (roots, "root", "roots"),
      (ends, "end of an upward dependency", "ends of upward dependencies"),
    ].filter { $0.0 > 0 }.map { Figures.counted($0.0, $0.1, $0.2) }
    return parts.isEmpty ? nil : parts.inSentence
  }
}

extension SelectedGraph.Omitted {
  /// For example `1 test module (--include-tests); 2 external products (--include-external)`; `nil` if nothing is
  /// omitted.
  var note: String? {
    let parts = [
      tests == 0 ? nil : "\(Figures.counted(tests, "test module")) (--include-tests)",
      externals == 0 ? nil : "\(Figures.counted(externals, "external product")) (--include-external)",
      snippets == 0 ? nil : "\(Figures.counted(snippets, "snippet")) (--include-snippets)",
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension ModuleGroup.Kind {
  /// Which modules such a group takes, and how, unless they share what gives it its name.
  fileprivate var folded: (which: String, how: String)? {
    switch self {
    case .package, .layer, .pattern, .folder, .word: nil
    case .alone: ("without dependencies", "together")
    case .rest: ("with the fewest dependents", "by what else they share")
    }
  }
}
