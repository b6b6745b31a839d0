import ModuleGraph

extension Markdown {
  /// A diagram in Mermaid's language, and a folded one that explains its colors and arrows.
  static func graph(_ graph: SelectedGraph, style: PictureStyle) throws -> String {
    let (text, picture) = try Mermaid.fitting(graph, style: style)
    let legend = Mermaid.legend(of: picture).map {
      "\n<details><summary>Legend</summary>\n\n```mermaid\n\($0)```\n\n</details>\n"
    }
    return "```mermaid\n\(text)```\n" + (legend ?? "")
  }
}

extension Mermaid {
  /// A flowchart that shows what the colors and arrows of a picture mean; `nil` if nothing needs an explanation.
  static func legend(of picture: GraphPicture) -> String? {
    guard picture.legend.count > 1 || picture.edges.contains(where: \.isDashed) else { return nil }
    var (nodes, links, styles): ([String], [String], [String]) = ([], [], [])
    for (index, entry) in picture.legend.enumerated() {
      func link(_ arrow: String) {
        links.append("  a\(index)[\" \"] \(arrow)|\"\(escaped(entry.text))\"| b\(index)[\" \"]")
      }
      switch entry.symbol {
      case .none: nodes.append("  l\(index)[\"\(escaped(entry.text))\"]")
      case .area(let paint):
        nodes.append("  l\(index)(\"\(escaped(entry.text))\"):::l\(index)")
        styles.append("  classDef l\(index) fill:\(paint.fill),stroke:\(paint.stroke),color:#1f2328")
      case .edge(let role):
        if role != .target { styles.append("  linkStyle \(links.count) stroke:\(Palette.edge(role))") }
        link(role == .plugin ? "-.->" : "-->")
      case .conditionalEdge: link("-.->")
      }
    }
    return (["flowchart LR"] + nodes + links + styles).joined(separator: "\n") + "\n"
  }
}
