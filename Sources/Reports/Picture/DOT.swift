/// Graphviz's language. The text states every style explicitly, so that it looks the same everywhere.
package enum DOT {
  /// The picture as a directed graph, in the picture's own order.
  package static func text(_ picture: GraphPicture, _ arrangement: Arrangement = Arrangement()) -> String {
    let layout = DOTLayout(picture, arrangement)
    var lines = ["digraph modules {"]
    lines += header(picture, layout).map { "  \($0)" }
    for (index, cluster) in picture.clusters.enumerated() {
      lines +=
        picture.isLayered ? band(cluster, rows: layout.rows[index]) : box(cluster, index, grid: layout.grids[index])
    }
    lines += layout.order.map { "  \(name($0)) -> \(name($1)) [style=invis, weight=0];" }
    let tags = picture.isLayered ? picture.clusters.map { tagName($0) } : []
    lines += zip(tags, tags.dropFirst()).map { "  \($0) -> \($1) [style=invis, weight=1000];" }
    lines += layout.anchors.map { "  \(name($0.from)) -> \(name($0.to)) [style=invis, minlen=\($0.span)];" }
    lines += picture.edges.map { "  " + edge($0, span: layout.span($0)) }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func header(_ picture: GraphPicture, _ layout: DOTLayout) -> [String] {
    let font = "fontname=\"Helvetica,Arial,sans-serif\""
    return [
      "graph [rankdir=\(layout.direction.rawValue), nodesep=\(layout.nodeSeparation), ranksep=\(layout.rankSeparation), pad=0.25, "
        + "bgcolor=\"#ffffff\",",
      "  \(font), fontsize=12, fontcolor=\"#57606a\", style=\"rounded,filled\", color=\"#d0d7de\", fillcolor=\"#f6f8fa\",",
      "  penwidth=1, labeljust=l\(layout.quality)];",
      "node [\(font), fontsize=12, fontcolor=\"#1f2328\", style=\"rounded,filled\", penwidth=1.2, margin=\"0.12,0.05\",",
      "  height=0.4];",
      "edge [color=\"\(Palette.edge(.target))\", arrowsize=0.65, penwidth=1];",
      "label=\(footer(picture)); labelloc=b;",
    ]
  }

  private static func box(_ cluster: GraphPicture.Cluster, _ index: Int, grid: [[String]]) -> [String] {
    let inGrid = Set(grid.joined())
    let nodes = cluster.nodes.filter { !inGrid.contains($0.id) }.map(node)
    let chains = grid.flatMap { chain in
      zip(chain, chain.dropFirst()).map { "\(name($0)) -> \(name($1)) [style=invis, weight=10];" }
    }
    let gridNodes = cluster.nodes.filter { inGrid.contains($0.id) }.map(node) + chains
    // A separate block of nodes, which nothing else may interrupt.
    let isBlock = !gridNodes.isEmpty && !nodes.isEmpty
    let block =
      isBlock
      ? ["subgraph \"cluster_\(index)_alone\" {", "  label=\"\"; margin=0; style=invis;"] + gridNodes.map { "  " + $0 }
        + ["}"]
      : gridNodes
    guard let title = cluster.name else { return (nodes + block).map { "  " + $0 } }
    let style = cluster.isAside ? " style=\"rounded,dashed\";" : ""
    return [
      "  subgraph \"cluster_\(index)\" {",
      "    label=\(words(title)); tooltip=\(tooltip(title)); labelloc=t; margin=14;\(style)",
    ] + (nodes + block).map { "    " + $0 } + ["  }"]
  }

  /// A band across the picture with its name at the left. With a cluster, all edges that pass its nodes would be routed
  /// around it, and Graphviz does not keep the order of clusters.
  private static func band(_ cluster: GraphPicture.Cluster, rows: [[String]]) -> [String] {
    let tag = tagName(cluster)
    let fill = cluster.paint?.fill ?? "#f0f3f6"
    let title = cluster.name ?? ""
    return [
      "  \(tag) [id=\(tag), label=\(words(title)), tooltip=\(tooltip(title)), group=layers, shape=box, style=filled, "
        + "penwidth=0, fillcolor=\"\(fill)\", fontsize=13, height=0.3];"
    ] + cluster.nodes.map { "  " + node($0) }
      + rows.enumerated().map { index, row in
        "  { rank=same; " + ((index == 0 ? [tag] : []) + row.map { name($0) }).joined(separator: "; ") + " }"
      }
  }

  private static func tagName(_ cluster: GraphPicture.Cluster) -> String { name("band:" + (cluster.name ?? "")) }

  private static func node(_ node: GraphPicture.Node) -> String {
    let (shape, ownStyle, width) = outline(node.shape)
    let style = ["filled", ownStyle, node.isDashed ? "dashed" : nil].compactMap { $0 }.joined(separator: ",")
    return "\(name(node.id)) [id=\(name(node.id)), label=\(label(node)), tooltip=\(tooltip(node.tooltip)), "
      + "shape=\(shape), style=\"\(style)\", penwidth=\(node.isFocused ? "3.6" : width)\(node.shape == .stack ? ", peripheries=2" : ""), fillcolor=\"\(node.paint.fill)\", "
      + "color=\"\(node.paint.stroke)\"];"
  }

  private static func outline(_ shape: GraphPicture.Shape) -> (shape: String, style: String?, width: String) {
    switch shape {
    case .roundedBox: ("box", "rounded", "1.2")
    case .heavyBox: ("box", nil, "2.4")
    case .octagon: ("octagon", nil, "1.2")
    case .folder: ("folder", nil, "1.2")
    case .note: ("note", nil, "1.2")
    case .cylinder: ("cylinder", nil, "1.2")
    case .component: ("component", nil, "1.2")
    case .stack: ("box", nil, "1.2")
    }
  }

  /// An edge that leads upward is declared downward and drawn backward, so that the bands keep their order.
  private static func edge(_ edge: GraphPicture.Edge, span: Int?) -> String {
    let isUpward = edge.isUpward || (span ?? 1) < 0
    let ends = isUpward ? (edge.to, edge.from) : (edge.from, edge.to)
    let style = edge.isDashed ? "dashed" : edge.role == .plugin ? "dotted" : nil
    let width: String? =
      switch edge.role {
      case .critical, .shortest, .violation: "3"
      case .cycle, .againstLayers, .added, .removed, .changed: "1.8"
      case .target, .product, .plugin, .embed: nil
      }
    // Two colours are drawn as two parallel lines.
    let colors = [edge.role, edge.beside].compactMap { $0.map(Palette.edge) }.joined(separator: ":")
    let attributes = [
      "id=\(name(edge.from + "->" + edge.to))", "tooltip=\(tooltip(edge.tooltip))",
      edge.role == .target ? nil : "color=\"\(colors)\"", width.map { "penwidth=\($0)" },
      style.map { "style=\($0)" }, isUpward ? "dir=back" : nil,
      span.flatMap { abs($0) > 1 ? "minlen=\(abs($0))" : nil },
    ].compactMap { $0 }
    return "\(name(ends.0)) -> \(name(ends.1)) [\(attributes.joined(separator: ", "))];"
  }

  private static func label(_ node: GraphPicture.Node) -> String {
    let isGroup = node.shape == .stack
    var rows: [String] = []
    if isGroup || node.listed.isEmpty {
      let title = markup(node.title)
      rows.append("<tr><td>\(node.isFocused ? "<b>\(title)</b>" : title)</td></tr>")
      if let detail = node.detail { rows.append("<tr><td>\(small(detail))</td></tr>") }
    }
    if !node.listed.isEmpty { rows.append("<tr><td>\(list(node.listed, isSmall: isGroup))</td></tr>") }
    if !node.marks.isEmpty { rows.append("<tr><td>\(strip(node.marks))</td></tr>") }
    return "<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\">\(rows.joined())</table>>"
  }

  private static func small(_ text: String) -> String {
    "<font point-size=\"9\" color=\"#32383f\">\(markup(text))</font>"
  }

  /// A table of names and details, in columns from top to bottom.
  private static func list(_ listed: [GraphPicture.Listed], isSmall: Bool) -> String {
    let height = PictureGeometry.rows(of: listed.count)
    let rows = (0..<height).map { row in
      stride(from: row, to: listed.count, by: height).map { place in
        let (title, detail) = (listed[place].title, listed[place].detail)
        let name = isSmall ? small(title) : markup(title) + (detail.map { "&#160;&#160;" + small($0) } ?? "")
        // Fonts can be wider than Graphviz assumes.
        let gap = place + height < listed.count ? "&#160;&#160;&#160;" : ""
        return "<td align=\"left\">\(name)\(gap)</td>"
      }.joined()
    }
    return "<table border=\"0\" cellborder=\"0\" cellspacing=\"\(isSmall ? 0 : 3)\" cellpadding=\"1\">"
      + rows.map { "<tr>\($0)</tr>" }.joined() + "</table>"
  }

  /// A strip of small colour bars. Its size is stated, since it would be stretched to the node's width otherwise.
  private static func strip(_ marks: [String]) -> String {
    let (width, height, gap) = (14, 5, 2)
    let cells = marks.map { mark in
      "<td width=\"\(width)\" height=\"\(height)\" fixedsize=\"true\" bgcolor=\"\(mark)\"></td>"
    }
    return "<table border=\"0\" cellborder=\"0\" cellspacing=\"\(gap)\" cellpadding=\"0\" fixedsize=\"true\" "
      + "width=\"\(marks.count * (width + gap) + gap)\" height=\"\(height + 2 * gap)\"><tr>\(cells.joined())</tr></table>"
  }

  /// The caption, the legend with at most six entries in a row or three in a small picture, and the notes in short lines.
  private static func footer(_ picture: GraphPicture) -> String {
    let entries = picture.legend.map(entry)
    let isSmall = picture.nodeCount < 8 && picture.nodes.allSatisfy { $0.listed.count < 8 }
    let perRow = isSmall ? 3 : 6
    let legend = stride(from: 0, to: entries.count, by: perRow).map { start in
      let row = start..<min(start + perRow, entries.count)
      // A nested table is stretched to its cell's width unless its size is stated.
      let width = picture.legend[row].reduce(0) { $0 + 40 + $1.text.unicodeScalars.count * 6 }
      return "<tr><td align=\"left\"><table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"0\" "
        + "align=\"left\" fixedsize=\"true\" width=\"\(width)\" height=\"22\"><tr>\(entries[row].joined())</tr></table></td></tr>"
    }
    // Notes must not make a small picture wider.
    let width = isSmall ? 50 : 110
    let notes = picture.notes.flatMap { $0.wrapped(columns: width) }.map { line in
      "<tr><td align=\"left\"><font point-size=\"10\">\(markup(line))</font></td></tr>"
    }
    let caption = (picture.caption?.wrapped(columns: width / 2 + 10) ?? []).map { line in
      "<tr><td align=\"left\"><font point-size=\"14\"><b>\(markup(line))</b></font></td></tr>"
    }
    let rows = caption + legend + notes
    return rows.isEmpty ? "\"\"" : "<<table border=\"0\" cellspacing=\"2\">\(rows.joined())</table>>"
  }

  private static func entry(_ entry: GraphPicture.LegendEntry) -> String {
    let symbol =
      switch entry.symbol {
      case .area(let paint):
        "<td><table border=\"1\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" color=\"\(paint.stroke)\" "
          + "bgcolor=\"\(paint.fill)\" fixedsize=\"true\" width=\"16\" height=\"11\"><tr><td></td></tr></table></td>"
      case .edge(.plugin): line("····►", Palette.edge(.plugin))
      case .edge(let role): line("──►", Palette.edge(role))
      case .conditionalEdge: line("– –►", Palette.edge(.target))
      case .none: ""
      }
    return symbol + "<td align=\"left\"><font point-size=\"11\">\(markup(entry.text))&#160;&#160;</font></td>"
  }

  private static func line(_ text: String, _ color: String) -> String {
    "<td><font color=\"\(color)\" point-size=\"11\">\(text)</font></td>"
  }

  /// A quoted identifier. Characters that `quoted` would show as spaces stay distinct, so that no two nodes become one.
  static func name(_ id: String) -> String {
    quoted(
      id.escaping { scalar in
        let isShown = !["%", "&"].contains(scalar) && !scalar.isControl && !scalar.properties.isWhitespace
        return isShown ? nil : "%" + String(scalar.value, radix: 16, uppercase: true) + ";"
      })
  }

  /// A quoted string for a label. Backslashes are doubled, since labels have escapes such as `\N`, and line breaks
  /// become spaces.
  package static func quoted(_ text: String) -> String {
    if Markup.isPlain(text), !text.utf8.contains(UInt8(ascii: "\\")) { return "\"\(text)\"" }
    let escaped = text.escaping { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      default: scalar.isControl ? " " : nil
      }
    }
    return "\"\(escaped)\""
  }

  /// A quoted string in which an ampersand does not start an entity.
  private static func words(_ text: String) -> String { quoted(text.replacing("&", with: "&amp;")) }

  /// The same for a tooltip, in which Graphviz replaces `\N` and the like twice.
  private static func tooltip(_ text: String) -> String { words(text.replacing("\\", with: "\\\\")) }

  /// Text for an HTML-like label, which must not be empty. Backslashes are doubled, since Graphviz replaces `\N` and the
  /// like there as well, after it has read the markup.
  private static func markup(_ text: String) -> String {
    text.isEmpty ? " " : Markup.escaped(text).replacing("\\", with: "\\\\")
  }
}
