package import ModuleGraph

/// Mermaid's language, as GitHub renders it in Markdown.
package enum Mermaid {
  /// Mermaid's default limits, which GitHub keeps: `maxTextSize` and `maxEdges` in its configuration.
  package static let (mostCharacters, mostEdges) = (50_000, 500)

  /// Even the smallest picture of a graph exceeds the limits.
  package struct TooLarge: Error, Hashable, CustomStringConvertible {
    package let characters: Int
    package let edges: Int

    package var description: String {
      "GitHub draws no Mermaid of more than \(Figures.count(mostCharacters)) characters or \(mostEdges) edges, and this "
        + "picture, folded as far as it can be, takes \(Figures.count(characters)) and \(Figures.count(edges)). Show a part "
        + "of it with --focus, --package or --exclude, or write svg."
    }
  }

  /// A flowchart within the limits; if the style's budget is too large, a smaller one is used.
  /// - Throws: `TooLarge` if no folding is enough.
  package static func text(_ graph: SelectedGraph, style: PictureStyle = PictureStyle()) throws(TooLarge) -> String {
    try fitting(graph, style: style).text
  }

  /// The same, with the picture that it shows.
  static func fitting(
    _ graph: SelectedGraph, style: PictureStyle
  ) throws(TooLarge) -> (text: String, picture: GraphPicture) {
    var style = style
    while true {
      let whole = GraphPicture(graph, style: style)
      let picture = style.budget == nil ? whole : whole.listingAlike
      do { return (try text(picture), picture) } catch {
        let former = min(style.smallerBudget ?? style.budget ?? .max, picture.nodeCount)
        let smaller = former * 2 / 3
        if smaller >= SelectedGraph.fewestGroups {
          style.smallerBudget = smaller
        } else if style.mostProminent > 0 {
          // Without the apps and roots that exceed the budget.
          (style.smallerBudget, style.mostProminent) = (picture.nodeCount, 0)
        } else {
          throw error
        }
      }
    }
  }

  /// A flowchart of the picture as it is.
  package static func text(_ picture: GraphPicture) throws(TooLarge) -> String {
    let text = flowchart(picture)
    let links = picture.edges.flatMap(links).count + DOTLayout(picture).order.count
    guard text.unicodeScalars.count <= mostCharacters, links <= mostEdges else {
      throw TooLarge(characters: text.unicodeScalars.count, edges: links)
    }
    return text
  }

  private static func flowchart(_ picture: GraphPicture) -> String {
    let layout = DOTLayout(picture)
    let ids = picture.nodes.enumerated().keyed { ($1.id, "n\($0)") }
    let looks = Set(picture.nodes.map(look)).sorted()
    let classes = Dictionary(uniqueKeysWithValues: looks.enumerated().map { ($1, "c\($0)") })
    func node(_ node: GraphPicture.Node) -> String {
      "\(ids[node.id] ?? "")\(shape(node)):::\(classes[look(node)] ?? "")"
    }
    var lines = [
      "---", "title: \"\(escaped(picture.title))\"", "---", "flowchart \(layout.direction == .down ? "TB" : "LR")",
    ]
    for (index, cluster) in picture.clusters.enumerated() {
      guard let name = cluster.name else {
        lines += cluster.nodes.map { "  " + node($0) }
        continue
      }
      lines.append("  subgraph s\(index)[\"\(escaped(name))\"]")
      lines += cluster.nodes.map { "    " + node($0) } + ["  end"]
    }
    let links = picture.edges.flatMap(links)
    lines += links.map { "  \(ids[$0.edge.from] ?? "") \(arrow($0.edge)) \(ids[$0.edge.to] ?? "")" }
    lines += layout.order.map { "  \(ids[$0] ?? "") ~~~ \(ids[$1] ?? "")" }
    lines += notes(picture) + linkStyles(links.map(\.role))
    lines += looks.map { "  classDef \(classes[$0] ?? "") \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The appearance of a class of nodes.
  private static func look(_ node: GraphPicture.Node) -> String {
    "fill:\(node.paint.fill),stroke:\(node.paint.stroke),color:#1f2328"
      + (node.isDashed ? ",stroke-dasharray:4 3" : "")
      + (node.isFocused ? ",stroke-width:4px,font-weight:bold" : node.shape == .heavyBox ? ",stroke-width:3px" : "")
  }

  private static func shape(_ node: GraphPicture.Node) -> String {
    let label = "\"\(label(node))\""
    return switch node.shape {
    case .roundedBox: "(\(label))"
    case .heavyBox, .note, .folder: "[\(label)]"
    case .octagon: "{{\(label)}}"
    case .component: "([\(label)])"
    case .cylinder: "[(\(label))]"
    case .stack: "[[\(label)]]"
    }
  }

  private static func label(_ node: GraphPicture.Node) -> String {
    func line(_ title: String, _ detail: String?, separator: String) -> String {
      escaped(title) + (detail.map { "\(separator)<small>\(escaped($0))</small>" } ?? "")
    }
    let own = line(node.title, node.detail, separator: "<br/>")
    let listed = node.listed.map { line($0.title, $0.detail, separator: " ") }
    let small = listed.map { "<small>\($0)</small>" }
    return (node.shape == .stack ? [own] + small : listed.isEmpty ? [own] : listed).joined(separator: "<br/>")
  }

  /// A link has one colour, so that an edge with two becomes two links.
  private static func links(_ edge: GraphPicture.Edge) -> [(edge: GraphPicture.Edge, role: GraphPicture.Role)] {
    [edge.role, edge.beside].compactMap { $0 }.map { (edge, $0) }
  }

  private static func arrow(_ edge: GraphPicture.Edge) -> String {
    edge.isDashed || edge.role == .plugin ? "-.->" : "-->"
  }

  /// What the picture omits, as a node of its own, since Markdown shows no other text.
  private static func notes(_ picture: GraphPicture) -> [String] {
    guard !picture.notes.isEmpty else { return [] }
    return [
      "  notes[\"\(picture.notes.map(escaped).joined(separator: "<br/>"))\"]:::notes",
      "  classDef notes fill:none,stroke:none,font-size:11px",
    ]
  }

  private static func linkStyles(_ roles: [GraphPicture.Role]) -> [String] {
    GraphPicture.Role.allCases.compactMap { role in
      guard role != .target else { return nil }
      let places = roles.indices.filter { roles[$0] == role }
      guard !places.isEmpty else { return nil }
      return "  linkStyle \(places.map(String.init).joined(separator: ",")) stroke:\(Palette.edge(role))"
    }
  }

  /// Quoted text, with every character that has a meaning in Mermaid, HTML or Markdown as an entity.
  package static func escaped(_ text: String) -> String {
    let result = text.escaping { scalar in
      if scalar.isControl { return " " }
      return scalar.isASCII && !isPlain(scalar) ? "#\(scalar.value);" : nil
    }
    return result.isEmpty ? " " : result
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", "-", ".", ",", "/", "+", ":", "(", ")": true
    default: false
    }
  }
}
