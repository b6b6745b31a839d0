/// Graphviz's language. The text names every style itself, so that it looks the same wherever it is drawn.
package enum DOT {
  /// The picture as a directed graph, in the picture's own order.
  package static func text(_ picture: GraphPicture) -> String {
    var lines = ["digraph modules {"]
    lines += header(picture).map { "  \($0)" }
    for (index, cluster) in picture.clusters.enumerated() {
      lines.append("  subgraph \"cluster_\(index)\" {")
      lines.append("    label=\(quoted(cluster.name)); tooltip=\(quoted(cluster.name)); labelloc=t; margin=14;")
      lines += cluster.nodes.map { "    " + node($0) }
      lines.append("  }")
    }
    lines += picture.edges.map { "  " + edge($0) }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  /// Above this many nodes, ranks run from left to right: names are wide and low, so they stack better than they line up.
  private static let topToBottomLimit = 16

  private static func header(_ picture: GraphPicture) -> [String] {
    let direction = picture.nodeCount > topToBottomLimit ? "LR" : "TB"
    let font = "fontname=\"Helvetica,Arial,sans-serif\""
    return [
      "graph [rankdir=\(direction), nodesep=0.22, ranksep=0.6, pad=0.25, bgcolor=\"#ffffff\", compound=true,",
      "  \(font), fontsize=12, fontcolor=\"#57606a\", style=\"rounded,filled\", color=\"#d0d7de\", fillcolor=\"#f6f8fa\",",
      "  penwidth=1, labeljust=l];",
      "node [\(font), fontsize=12, fontcolor=\"#1f2328\", style=\"rounded,filled\", penwidth=1.2, margin=\"0.12,0.05\",",
      "  height=0.4];",
      "edge [color=\"#8c959f\", arrowsize=0.65, penwidth=1];",
      "label=\(footer(picture)); labelloc=b;",
    ]
  }

  private static func node(_ node: GraphPicture.Node) -> String {
    let (shape, ownStyle, width) = outline(node.shape)
    let style = ["filled", ownStyle, node.isDashed ? "dashed" : nil].compactMap { $0 }.joined(separator: ",")
    return "\(quoted(node.id)) [id=\(quoted(node.id)), label=\(label(node)), tooltip=\(quoted(node.tooltip)), "
      + "shape=\(shape), style=\"\(style)\", penwidth=\(width), fillcolor=\"\(node.paint.fill)\", "
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
    }
  }

  private static func edge(_ edge: GraphPicture.Edge) -> String {
    let style = edge.isDashed ? ", style=dashed" : ""
    return "\(quoted(edge.from)) -> \(quoted(edge.to)) [tooltip=\(quoted(edge.tooltip))\(style)];"
  }

  private static func label(_ node: GraphPicture.Node) -> String {
    var rows = ["<tr><td>\(markup(node.title))</td></tr>"]
    if let detail = node.detail {
      rows.append("<tr><td><font point-size=\"9\" color=\"#57606a\">\(markup(detail))</font></td></tr>")
    }
    if !node.marks.isEmpty { rows.append("<tr><td>\(strip(node.marks))</td></tr>") }
    return "<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\">\(rows.joined())</table>>"
  }

  /// Small bars of colour, side by side. The size is stated, or the strip would be drawn out to the node's width.
  private static func strip(_ marks: [String]) -> String {
    let (width, height, gap) = (14, 5, 2)
    let cells = marks.map { mark in
      "<td width=\"\(width)\" height=\"\(height)\" fixedsize=\"true\" bgcolor=\"\(mark)\"></td>"
    }
    return "<table border=\"0\" cellborder=\"0\" cellspacing=\"\(gap)\" cellpadding=\"0\" fixedsize=\"true\" "
      + "width=\"\(marks.count * (width + gap) + gap)\" height=\"\(height + 2 * gap)\"><tr>\(cells.joined())</tr></table>"
  }

  /// The legend, at most six entries to a row, and the caption below it.
  private static func footer(_ picture: GraphPicture) -> String {
    let rows = stride(from: 0, to: picture.legend.count, by: 6).map { start in
      let entries = picture.legend[start..<min(start + 6, picture.legend.count)].map(entry)
      return
        "<tr><td align=\"left\"><font point-size=\"11\">\(entries.joined(separator: "&#160;&#160;&#160;"))</font></td></tr>"
    }
    let caption = picture.caption.map { caption in
      ["<tr><td align=\"left\"><font point-size=\"10\">\(markup(caption))</font></td></tr>"]
    }
    let lines = rows + (caption ?? [])
    guard !lines.isEmpty else { return "\"\"" }
    return "<<table border=\"0\" cellspacing=\"2\">\(lines.joined())</table>>"
  }

  private static func entry(_ entry: GraphPicture.LegendEntry) -> String {
    "<font color=\"\(entry.paint.stroke)\">■</font> \(markup(entry.text))"
  }
}

extension DOT {
  /// A quoted string, in which no character is special any more. Control characters become spaces.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .control {
        result.append(" ")
        continue
      }
      if scalar == "\"" || scalar == "\\" { result.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// Text within an HTML-like label.
  private static func markup(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case _ where scalar.properties.generalCategory == .control: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.isEmpty ? " " : result
  }
}
