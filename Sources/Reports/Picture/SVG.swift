/// Completes Graphviz's SVG: a description for screen readers, tooltips that every browser shows, and colours for dark
/// pages.
package enum SVG {
  /// The completed drawing of a picture. Lines of an unknown form are not changed.
  /// - Complexity: O(bytes).
  package static func finished(_ drawing: [UInt8], _ picture: GraphPicture) -> [UInt8] {
    var pass = Pass(head: head(picture))
    pass.output.reserveCapacity(drawing.count)
    for line in drawing.split(separator: UInt8(ascii: "\n")) { pass.take(line) }
    return pass.output
  }

  /// What follows the opening tag.
  private static func head(_ picture: GraphPicture) -> String {
    let counts = "\(Figures.counted(picture.nodeCount, "node")), \(Figures.counted(picture.edges.count, "edge"))"
    let description = ([counts] + picture.notes).joined(separator: "; ")
    return """
      <title>\(Markup.escaped(picture.title))</title>
      <desc>\(Markup.escaped(description))</desc>
      <style>
      .edge:hover path { stroke-width: 3 }
      @media (prefers-color-scheme: dark) {
      \(DarkColors(picture).rules.joined(separator: "\n"))
      }
      </style>

      """
  }
}

/// One pass over the lines of Graphviz's SVG.
///
/// Graphviz encloses elements with a tooltip in `<g id="a_…"><a xlink:title="…">`, which few browsers show, and before
/// that puts a `<title>` with the node's name, which all of them show. The tooltip replaces the title's text, and the
/// two tags are removed.
private struct Pass {
  private enum State {
    case doctype, comment
    /// After the end of a link, whose group ends next.
    case linkEnd
    case content
  }

  let head: String
  var output: [UInt8] = []
  private var state = State.content
  private var title: ArraySlice<UInt8>?
  private var isInOpeningTag = false

  init(head: String) { self.head = head }

  mutating func take(_ line: ArraySlice<UInt8>) {
    switch state {
    case .doctype, .comment:
      if line.last == UInt8(ascii: ">") { state = .content }
    case .linkEnd:
      state = .content
      if line.elementsEqual("</g>".utf8) { return }
      content(line)
    case .content: content(line)
    }
  }

  private mutating func content(_ line: ArraySlice<UInt8>) {
    if line.starts(with: "<!DOCTYPE".utf8) {
      if line.last != UInt8(ascii: ">") { state = .doctype }
    } else if line.starts(with: "<!--".utf8) {
      if !line.suffix(3).elementsEqual("-->".utf8) { state = .comment }
    } else if line.starts(with: "<title>".utf8) {
      title = line
    } else if line.starts(with: "<g id=\"a_".utf8), let tooltip = Self.tooltip(line) {
      title = nil
      write("<title>".utf8, tooltip, "</title>".utf8)
    } else if line.elementsEqual("</a>".utf8) {
      state = .linkEnd
    } else {
      flushTitle()
      if line.starts(with: "<svg ".utf8) {
        isInOpeningTag = true
        write("<svg role=\"img\" ".utf8, line.dropFirst(5))
      } else {
        write(line)
      }
      closeOpeningTag(line)
    }
  }

  private mutating func closeOpeningTag(_ line: ArraySlice<UInt8>) {
    guard isInOpeningTag, line.last == UInt8(ascii: ">") else { return }
    isInOpeningTag = false
    output += head.utf8
  }

  private mutating func flushTitle() {
    // The title of the whole drawing is “modules”, and would be shown wherever nothing else is.
    if let title, !title.elementsEqual("<title>modules</title>".utf8) { write(title) }
    title = nil
  }

  private mutating func write(_ parts: any Sequence<UInt8>...) {
    for part in parts { output.append(contentsOf: part) }
    output.append(UInt8(ascii: "\n"))
  }

  /// The tooltip in a line: the value of its last attribute, which is escaped.
  private static func tooltip(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let key = Array("<a xlink:title=\"".utf8)
    guard line.suffix(2).elementsEqual("\">".utf8) else { return nil }
    // An attribute contains no unescaped `<`.
    guard let start = line.lastIndex(of: UInt8(ascii: "<")), line[start...].starts(with: key) else { return nil }
    return line[(start + key.count)...].dropLast(2)
  }
}

/// The picture's colours on a dark page: areas become dark and lines light, with the same hue.
private struct DarkColors {
  /// Rules of a style sheet, sorted.
  let rules: [String]

  init(_ picture: GraphPicture) {
    let nodes = picture.nodes
    let legend = picture.legend.compactMap { entry in
      if case .area(let paint) = entry.symbol { paint } else { nil }
    }
    let paints = nodes.map(\.paint) + legend + picture.clusters.compactMap(\.paint)
    let areas = Set(paints.map(\.fill) + nodes.flatMap(\.marks) + ["#f0f3f6"])
    let roles = picture.edges.flatMap { [$0.role, $0.beside].compactMap { $0 } } + [.target]
    let edges = Set(roles.map(Palette.edge))
    let lines = Set(paints.map(\.stroke)).union(edges)
    rules =
      [
        "[fill=\"#ffffff\"], [fill=\"white\"] { fill: #0d1117 }", "[fill=\"#f6f8fa\"] { fill: #161b22 }",
        "[stroke=\"#d0d7de\"] { stroke: #30363d }", "text { fill: #e6edf3 }",
        "text[fill=\"#57606a\"] { fill: #9198a1 }", "text[fill=\"#32383f\"] { fill: #c0c7ce }",
      ]
      + areas.subtracting(["#ffffff"]).sorted().map {
        "polygon[fill=\"\($0)\"], path[fill=\"\($0)\"] { fill: \(Self.dark($0)) }"
      }
      + lines.sorted().map { "[stroke=\"\($0)\"] { stroke: \(Self.light($0)) }" }
      + edges.sorted().map { "text[fill=\"\($0)\"] { fill: \(Self.light($0)) }" }
      + edges.sorted().map { ".edge polygon[fill=\"\($0)\"] { fill: \(Self.light($0)) }" }
  }

  private static func dark(_ color: String) -> String {
    HSL(color).map {
      HSL(hue: $0.hue, saturation: min($0.saturation, 0.5), lightness: 0.12 + 0.45 * (1 - $0.lightness))
    }?.hexadecimal ?? color
  }

  private static func light(_ color: String) -> String {
    HSL(color).map { HSL(hue: $0.hue, saturation: min($0.saturation, 0.8), lightness: max($0.lightness, 0.62)) }?
      .hexadecimal ?? color
  }
}

/// Hue in sixths of the circle; saturation and lightness from 0 to 1.
private struct HSL {
  let hue: Double
  let saturation: Double
  let lightness: Double
}

extension HSL {
  /// - Parameter color: `#rrggbb`.
  init?(_ color: String) {
    guard color.utf8.count == 7, let number = Int(color.dropFirst(), radix: 16) else { return nil }
    let (red, green, blue) = (
      Double(number >> 16) / 255, Double(number >> 8 & 0xFF) / 255, Double(number & 0xFF) / 255
    )
    let (high, low) = (max(red, green, blue), min(red, green, blue))
    let chroma = high - low
    let lightness = (high + low) / 2
    let hue =
      if chroma == 0 {
        0.0
      } else if high == red {
        ((green - blue) / chroma + 6).truncatingRemainder(dividingBy: 6)
      } else {
        high == green ? (blue - red) / chroma + 2 : (red - green) / chroma + 4
      }
    let saturation = chroma == 0 ? 0 : chroma / (1 - abs(2 * lightness - 1))
    self.init(hue: hue, saturation: saturation, lightness: lightness)
  }

  var hexadecimal: String {
    let chroma = (1 - abs(2 * lightness - 1)) * saturation
    let second = chroma * (1 - abs(hue.truncatingRemainder(dividingBy: 2) - 1))
    let base = lightness - chroma / 2
    let parts: [Double] =
      switch Int(hue) {
      case 0: [chroma, second, 0]
      case 1: [second, chroma, 0]
      case 2: [0, chroma, second]
      case 3: [0, second, chroma]
      case 4: [second, 0, chroma]
      default: [chroma, 0, second]
      }
    return "#"
      + parts.map { part in
        let byte = String(Int(((part + base) * 255).rounded()), radix: 16)
        return byte.count == 1 ? "0" + byte : byte
      }.joined()
  }
}
