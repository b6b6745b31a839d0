import CGraphviz
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Draws DOT text with libgraphviz, in this process.
package enum GraphImage {
  package enum Format: String, Sendable, CaseIterable {
    case svg, png, pdf
  }

  /// Lays the graph out with `dot` and draws it.
  ///
  /// The same text gives the same bytes on one machine; fonts and Graphviz's version may differ on another.
  /// Calls from several threads wait for one another: libgraphviz keeps global state.
  /// - Throws: `GraphImageError`, with Graphviz's own words.
  package static func render(dot text: String, as format: Format) throws(GraphImageError) -> [UInt8] {
    let result = libgraphviz.withLock { _ in Result { try drawing(text, format) } }
    switch result {
    case .success(let bytes): return bytes
    case .failure(let error as GraphImageError): throw error
    case .failure(let error): throw .drawing(format, words: "\(error)")
    }
  }

  private static let libgraphviz = Mutex(())

  private static func drawing(_ text: String, _ format: Format) throws -> [UInt8] {
    Complaints.collect()
    guard let context = gvContext() else { throw GraphImageError.unavailable }
    defer { gvFreeContext(context) }
    guard let graph = agmemread(text) else { throw GraphImageError.unreadable(words: Complaints.taken()) }
    defer { agclose(graph) }
    if format == .png { setResolution(of: graph) }
    guard gvLayout(context, graph, "dot") == 0 else { throw GraphImageError.layout(words: Complaints.taken()) }
    defer { gvFreeLayout(context, graph) }
    let bytes = try MemoryFile.collecting { file in
      guard gvRender(context, graph, format.rawValue, file) == 0 else {
        throw GraphImageError.drawing(format, words: Complaints.taken())
      }
    }
    return format == .pdf ? withoutCreationDate(bytes) : bytes
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

  /// A PNG is looked at on dense screens: twice the 72 dots of an inch that the other formats count in.
  private static func setResolution(of graph: UnsafeMutablePointer<Agraph_t>) {
    _ = "dpi".withCString { name in
      "144".withCString { value in
        // Some versions declare these as mutable; none writes to them.
        agattr(graph, Int32(AGRAPH), UnsafeMutablePointer(mutating: name), UnsafeMutablePointer(mutating: value))
      }
    }
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

/// What Graphviz would have printed on standard error. Outside the type, since a C callback captures nothing.
private let words = Mutex("")

private enum Complaints {
  /// Collects from now on.
  static func collect() {
    words.withLock { $0 = "" }
    agseterrf { message in
      guard let message else { return 0 }
      words.withLock { $0 += String(cString: message) }
      return 0
    }
  }

  static func taken() -> String {
    words.withLock { $0.split(separator: "\n").joined(separator: "; ") }
  }
}

/// A C stream that writes to memory. Graphviz's call that returns memory itself changed its types in version 13; a
/// stream is the same on both sides of that.
private enum MemoryFile {
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
