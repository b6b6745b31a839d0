package import ModuleGraph

/// Names that break formats whose writers do not escape them.
package enum HostileNames {
  package static let all = [
    #"quote"name"#, "comma,name", "pipe|name", "less<than", "amp&ersand", "apostrophe'name", "line\nbreak", "cr\r\nlf",
    #"back\slash"#, #"trailing\"#, "right\u{202E}left", "emoji🧭", "_under_score_", "*star*", "`tick`", "[link](x)",
    "</table>", "&lt;", "tab\tname", "nul\u{0}name", "=cmd()", "ünï", "\\N", "",
  ]

  /// Every name depends on the next.
  package static var graph: ModuleGraph {
    let ids = all.map { ModuleID(package: #"pack"age<&>"#, name: $0) }
    return ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular, lines: 1) },
      dependencies: zip(ids, ids.dropFirst()).map { Dependency(from: $0, to: $1) })
  }
}
