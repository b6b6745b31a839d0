import CGraphviz
import Synchronization

/// A graph with a layout, owned by libgraphviz.
struct LaidOutGraph {
  typealias Graph = UnsafeMutablePointer<graph_t>
  typealias Node = UnsafeMutablePointer<node_t>
  typealias Edge = UnsafeMutablePointer<edge_t>

  let graph: Graph
  private let context: OpaquePointer
  private let graphviz: modgauge_graphviz

  private static let libgraphviz = Mutex(())

  /// Lays out the graph and passes it to a closure. The graph is freed when the closure returns.
  ///
  /// Calls from several threads are serialized, since libgraphviz has global state, which includes the layout until it
  /// is rendered.
  static func with<Value>(
    _ text: String, by engine: GraphDrawing.Engine = .layered, _ use: (LaidOutGraph) throws -> Value
  ) throws(GraphImageError) -> Value {
    var result: Result<Value, any Error>?
    libgraphviz.withLock { _ in result = Result { try locked(text, engine, use) } }
    switch result {
    case .success(let value): return value
    case .failure(let error as GraphImageError): throw error
    case .failure(let error): throw .layout(words: "\(error)")
    case nil: throw .unavailable
    }
  }

  private static func locked<Value>(
    _ text: String, _ engine: GraphDrawing.Engine, _ use: (LaidOutGraph) throws -> Value
  ) throws -> Value {
    let graphviz = try GraphvizLibrary.loaded.get().functions
    Complaints.collect(from: graphviz)
    guard let context = graphviz.gvContext() else { throw GraphImageError.unavailable }
    defer { _ = graphviz.gvFreeContext(context) }
    let read = MemoryFile.reading(text) { file in withUnsafePointer(to: graphviz) { modgauge_read($0, file) } }
    guard let graph = read else { throw GraphImageError.unreadable(words: Complaints.taken()) }
    defer { _ = graphviz.agclose(graph) }
    guard graphviz.gvLayout(context, graph, engine.rawValue) == 0 else {
      throw GraphImageError.layout(words: Complaints.taken())
    }
    defer { _ = graphviz.gvFreeLayout(context, graph) }
    return try use(LaidOutGraph(graph: graph, context: context, graphviz: graphviz))
  }

  /// In points.
  var size: pointf { modgauge_size(graph) }

  var nodes: [Node] { Self.list(from: graphviz.agfstnode(graph)) { graphviz.agnxtnode(graph, $0) } }

  func edges(from node: Node) -> [Edge] {
    Self.list(from: graphviz.agfstout(graph, node)) { graphviz.agnxtout(graph, $0) }
  }

  private static func list<Item>(from first: Item?, next: @escaping (Item) -> Item?) -> [Item] {
    first.map { Array(sequence(first: $0, next: next)) } ?? []
  }

  /// The curves of an edge; none if it is not drawn.
  func curves(of edge: Edge) -> [bezier] {
    (0..<modgauge_curve_count(edge, graphviz.agget)).map { modgauge_curve(edge, $0) }
  }

  /// The clusters, each before the clusters in it.
  var boxes: [Graph] { Self.boxes(in: graph) }

  private static func boxes(in graph: Graph) -> [Graph] {
    (0..<modgauge_box_count(graph)).compactMap { modgauge_box(graph, $0) }.flatMap { [$0] + boxes(in: $0) }
  }

  func name(of object: UnsafeMutableRawPointer) -> String { Self.text(graphviz.agnameof(object)) }

  func id(of edge: Edge) -> String { Self.text(modgauge_id(edge, graphviz.agget)) }

  private static func text(_ words: UnsafeMutablePointer<CChar>?) -> String { words.map { String(cString: $0) } ?? "" }

  /// - Throws: `GraphImageError`, with Graphviz's message.
  func rendered(as format: GraphImage.Format) throws -> [UInt8] {
    try MemoryFile.collecting { file in
      guard graphviz.gvRender(context, graph, format.rawValue, file) == 0 else {
        throw GraphImageError.drawing(format, words: Complaints.taken())
      }
    }
  }
}

/// Messages that Graphviz would print to standard error. Global, since a C callback cannot capture variables.
private let words = Mutex("")

private enum Complaints {
  /// Discards earlier messages, and starts to collect new ones.
  static func collect(from graphviz: modgauge_graphviz) {
    words.withLock { $0 = "" }
    _ = graphviz.agseterrf { message in
      guard let message else { return 0 }
      words.withLock { $0 += String(cString: message) }
      return 0
    }
  }

  /// The collected messages on one line.
  static func taken() -> String { words.withLock { $0.split(separator: "\n").joined(separator: "; ") } }
}
