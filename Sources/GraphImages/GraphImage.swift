import CGraphviz

/// Draws DOT text with libgraphviz, in this process.
package struct GraphImage: Sendable {
  package enum Format: String, Sendable, CaseIterable {
    case svg, png, pdf
  }

  package let format: Format
  package let bytes: [UInt8]
  /// The dots of an inch in a bitmap that would have been too large with the usual number.
  package let reducedResolution: Int?

  /// Lays the graph out with `dot`, once, and draws it in each format.
  ///
  /// The same text gives the same bytes on one machine; fonts and Graphviz's version may differ on another.
  /// Calls from several threads wait for one another: libgraphviz keeps global state.
  /// - Returns: the images in the order of their formats.
  /// - Throws: `GraphImageError`, with Graphviz's own words.
  package static func render(dot text: String, as formats: [Format]) throws(GraphImageError) -> [GraphImage] {
    formats.isEmpty ? [] : try GraphDrawing(dot: text, as: formats) { _, _ in true }.images
  }

  fileprivate init(_ graph: UnsafeMutablePointer<graph_t>, _ context: OpaquePointer, as format: Format) throws {
    let resolution = format == .png ? Self.resolution(for: modgauge_size(graph)) : 0
    modgauge_set_resolution(graph, resolution)
    let bytes = try MemoryFile.collecting { file in
      guard gvRender(context, graph, format.rawValue, file) == 0 else {
        throw GraphImageError.drawing(format, words: Complaints.taken())
      }
    }
    self.format = format
    self.bytes = format == .pdf ? Self.withoutCreationDate(bytes) : bytes
    reducedResolution = format == .png && Int(resolution) < Self.denseResolution ? Int(resolution) : nil
  }

  /// A PNG is looked at on dense screens: twice the 72 dots of an inch that the other formats count in.
  package static let denseResolution = 144
  /// What viewers still open, and a repository still takes: the pixels of the longer side, and all of them.
  private static let (mostPixelsAside, mostPixels) = (16_000.0, 40_000_000.0)

  private static func resolution(for size: pointf) -> Double {
    let (width, height) = (max(size.x, 1) / 72, max(size.y, 1) / 72)
    let fitting = min(mostPixelsAside / max(width, height), (mostPixels / (width * height)).squareRoot())
    return min(Double(denseResolution), max(1, fitting.rounded(.down)))
  }

  /// A PDF says when it was made; the first second of 1970 is the same each time. Nothing moves, so that the file's
  /// table of offsets still holds.
  private static func withoutCreationDate(_ pdf: [UInt8]) -> [UInt8] {
    let key = Array("/CreationDate (D:".utf8)
    guard let start = pdf.indices.last(where: { pdf[$0...].starts(with: key) }) else { return pdf }
    var result = pdf
    let digits = pdf[(start + key.count)...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.indices
    for (index, digit) in zip(digits, "19700101000000".utf8) { result[index] = digit }
    return result
  }
}

/// What became of a graph: its size, and its images if they were wanted.
package struct GraphDrawing: Sendable {
  /// What places the nodes.
  package enum Engine: String, Sendable {
    case layered = "dot"
    /// The text does.
    case given = "nop2"
  }

  /// In points, of which an inch has 72.
  package let width: Double
  package let height: Double
  /// In the order of the formats; none where the size was not wanted.
  package let images: [GraphImage]

  /// 4,000 pixels at 96 dots an inch, and the side that is drawn smaller to fit into it: text of 9 points then has 10 pixels.
  private static let (pageSide, shrunkSide) = (3000.0, 3600.0)

  /// Lays the graph out, and draws it in each format if its size suits.
  ///
  /// Calls from several threads wait for one another: libgraphviz keeps global state, a layout's until it is drawn.
  /// - Throws: `GraphImageError`, with Graphviz's own words.
  package init(
    dot text: String, by engine: Engine = .layered, as formats: [GraphImage.Format],
    if isWanted: (_ width: Double, _ height: Double) -> Bool
  ) throws(GraphImageError) {
    self = try LaidOutGraph.with(text, by: engine) { graph, context throws in
      let size = modgauge_size(graph)
      guard isWanted(size.x, size.y) else { return GraphDrawing(width: size.x, height: size.y, images: []) }
      TitlePlacement.apply(to: graph)
      if max(size.x, size.y) <= Self.shrunkSide { modgauge_set_greatest_size(graph, Self.pageSide) }
      return GraphDrawing(
        width: size.x, height: size.y, images: try formats.map { try GraphImage(graph, context, as: $0) })
    }
  }

  private init(width: Double, height: Double, images: [GraphImage]) {
    (self.width, self.height, self.images) = (width, height, images)
  }
}

/// Why a picture could not be drawn. `words` are Graphviz's own.
package enum GraphImageError: Error, CustomStringConvertible {
  case unavailable
  case unreadable(words: String)
  case layout(words: String)
  case drawing(GraphImage.Format, words: String)

  package var description: String {
    switch self {
    case .unavailable:
      "Graphviz cannot be started; reinstall it (Debian: libgraphviz-dev, Homebrew: graphviz)"
    case .unreadable(let words):
      "Graphviz cannot read the graph: \(words)"
    case .layout(let words):
      "Graphviz cannot lay the graph out: \(words)"
    case .drawing(let format, let words):
      "Graphviz cannot draw \(format.rawValue): \(words.isEmpty ? "is its plugin for that format installed?" : words)"
    }
  }
}

/// A C stream that reads or writes memory. Graphviz's call that returns memory itself changed its types in version 13; a
/// stream is the same on both sides of that.
enum MemoryFile {
  static func reading<Value>(_ text: String, _ body: (UnsafeMutablePointer<FILE>) -> Value?) -> Value? {
    var bytes = Array(text.utf8)
    return bytes.withUnsafeMutableBytes { buffer in
      guard let file = fmemopen(buffer.baseAddress, buffer.count, "r") else { return nil }
      defer { fclose(file) }
      return body(file)
    }
  }

  static func collecting(_ body: (UnsafeMutablePointer<FILE>) throws -> Void) throws -> [UInt8] {
    var buffer: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let file = open_memstream(&buffer, &size) else { throw GraphImageError.unavailable }
    let outcome = Result { try body(file) }
    fclose(file)
    defer { free(buffer) }
    try outcome.get()
    return buffer.map { UnsafeRawBufferPointer(start: $0, count: size) }.map(Array.init) ?? []
  }
}
