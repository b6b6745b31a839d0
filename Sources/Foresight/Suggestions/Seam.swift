import BuildAnalysis
package import ModuleGraph

/// A way to divide a module into parts with few dependencies between them.
package struct Seam: Hashable, Sendable {
  /// The split, and the dependencies between its parts.
  package let changes: [StructureChange]
  /// The symbols that have to be made more visible, by their qualified names.
  package let openings: [String]
}

extension FileGraph {
  /// The maximum number to try for one module.
  private static let mostSeams = 3

  /// The ways to divide the module in two, those with the fewest symbols to make more visible first.
  /// - Complexity: that of ``Seams``.
  package var seams: [Seam] {
    Seams(of: self, mostParts: 2).divisions.prefix(Self.mostSeams).map(seam)
  }

  /// A division as changes of the module structure.
  package func seam(of division: Division) -> Seam {
    let parts = division.parts.map { StructureChange.Part(name: $0.name, files: patterns(for: $0.files)) }
    let needs = division.crossings.map { StructureChange.add(parts[$0.from].name, parts[$0.to].name) }
    return Seam(
      changes: [.split(module.name, parts)] + needs,
      openings: division.openings.map { symbols[$0.symbol].qualifiedName })
  }

  /// Patterns that match these files and no others of the module: folders whose files are all among them, and the names
  /// of the other files, with their folders if several have the same name.
  private func patterns(for own: [Int]) -> [String] {
    let all = files.indices.map(name)
    let others = Set(files.indices).subtracting(own).map { all[$0] }
    let counts = Dictionary(grouping: all) { ModuleFile(path: $0).name }
    var patterns: Set<String> = []
    for path in own.map({ all[$0] }) {
      let parts = path.split(separator: "/")
      let folders = parts.indices.dropFirst().map { parts[..<$0].joined(separator: "/") + "/" }
      if let folder = folders.first(where: { folder in !others.contains { $0.hasPrefix(folder) } }) {
        patterns.insert(folder + "**")
      } else {
        let name = ModuleFile(path: path).name
        patterns.insert(counts[name]?.count == 1 ? name : path)
      }
    }
    return patterns.sorted()
  }
}
