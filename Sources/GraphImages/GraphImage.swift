import CGraphviz

/// Draws DOT text with libgraphviz, in this process.
package struct GraphImage: Sendable {
  package enum Format: String, Sendable, CaseIterable {
    case svg, png, pdf
  }

  package let format: Format
  package let bytes: [UInt8]
  /// The resolution of a bitmap in dots per inch, if the usual resolution would have made it too large; `nil`
  /// otherwise.
  package let reducedResolution: Int?

  fileprivate init(_ layout: LaidOutGraph, as format: Format) throws {
    let resolution = format == .png ? Self.resolution(for: layout.size) : 0
    modgauge_set_resolution(layout.graph, resolution)
    let bytes = try layout.rendered(as: format)
    self.format = format
    self.bytes = format == .pdf ? Self.withoutCreationDate(bytes) : bytes
    reducedResolution = format == .png && Int(resolution) < Self.denseResolution ? Int(resolution) : nil
  }

  /// The resolution of PNG in dots per inch, for dense screens: twice the 72 of the other formats.
  package static let denseResolution = 144
  /// The largest bitmap that viewers and repositories handle: the pixels of its longer side, and in total.
  private static let (mostPixelsAside, mostPixels) = (16_000.0, 40_000_000.0)

  private static func resolution(for size: pointf) -> Double {
    let (width, height) = (max(size.x, 1) / 72, max(size.y, 1) / 72)
    let fitting = min(mostPixelsAside / max(width, height), (mostPixels / (width * height)).squareRoot())
    return min(Double(denseResolution), max(1, fitting.rounded(.down)))
  }

  /// Replaces the date of creation in a PDF by the first second of 1970. The length stays the same, so that the file's
  /// table of offsets remains valid.
  private static func withoutCreationDate(_ pdf: [UInt8]) -> [UInt8] {
    let key = Array("/CreationDate (D:".utf8)
    guard let start = pdf.indices.last(where: { pdf[$0...].starts(with: key) }) else { return pdf }
    var result = pdf
    let digits = pdf[(start + key.count)...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.indices
    for (index, digit) in zip(digits, "19700101000000".utf8) { result[index] = digit }
    return result
  }
}

/// The size of a graph's layout, and its images if the size was accepted.
package struct GraphDrawing: Sendable {
  package enum Engine: String, Sendable {
    case layered = "dot"
    /// Uses the positions in the text.
    case given = "nop2"
  }

  /// In points, 72 per inch.
  package let width: Double
  package let height: Double
  /// In the order of the formats; empty if the size was not accepted.
  package let images: [GraphImage]

  /// In points. A picture whose longer side has at most `shrunkSide` is scaled down to `pageSide`, which is 4,000
  /// pixels at 96 dots per inch; text of 9 points then still has 10 pixels. Larger pictures keep their size.
  private static let (pageSide, shrunkSide) = (3000.0, 3600.0)

  /// Lays out the graph once, and renders it in each format if its size is accepted.
  ///
  /// The same text gives the same bytes on the same machine; other machines may have other fonts, or another version of
  /// Graphviz.
  /// - Parameters:
  ///   - text: the graph in DOT.
  ///   - isWanted: gets the size of the layout in points, and returns whether to render it.
  package init(
    dot text: String, by engine: Engine = .layered, as formats: [GraphImage.Format],
    if isWanted: (_ width: Double, _ height: Double) -> Bool = { _, _ in true }
  ) throws(GraphImageError) {
    self = try LaidOutGraph.with(text, by: engine) { layout throws in
      let size = layout.size
      guard isWanted(size.x, size.y) else { return GraphDrawing(width: size.x, height: size.y, images: []) }
      TitlePlacement.apply(to: layout)
      if max(size.x, size.y) <= Self.shrunkSide { modgauge_set_greatest_size(layout.graph, Self.pageSide) }
      return GraphDrawing(width: size.x, height: size.y, images: try formats.map { try GraphImage(layout, as: $0) })
    }
  }

  private init(width: Double, height: Double, images: [GraphImage]) {
    (self.width, self.height, self.images) = (width, height, images)
  }
}

/// Why a picture could not be drawn. `words` is Graphviz's message.
package enum GraphImageError: Error, CustomStringConvertible {
  /// The library is not installed.
  case missing(reason: String)
  /// The library is of another version than its headers were when this program was built.
  case otherVersion(installed: String, expected: String)
  case unavailable
  case unreadable(words: String)
  case layout(words: String)
  case drawing(GraphImage.Format, words: String)

  package var description: String {
    switch self {
    case .missing(let reason):
      "Pictures need Graphviz, which cannot be loaded (\(reason)). Install it (Debian: libgvc6, Homebrew: graphviz)"
    case .otherVersion(let installed, let expected):
      "Graphviz \(installed) is installed, and this program was built with the headers of \(expected). Build it again"
    case .unavailable:
      "Graphviz cannot be started; reinstall it (Debian: libgraphviz-dev, Homebrew: graphviz)"
    case .unreadable(let words):
      "Graphviz cannot read the graph: \(words)"
    case .layout(let words):
      "Graphviz cannot compute a layout: \(words)"
    case .drawing(let format, let words):
      "Graphviz cannot draw \(format.rawValue): \(words.isEmpty ? "is its plugin for that format installed?" : words)"
    }
  }
}

/// A C stream in memory. Graphviz can also render to memory, but the types of that function changed in version 13;
/// those of the functions for streams did not.
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
