import CGraphviz
import Synchronization

/// A graph with a layout, owned by libgraphviz.
enum LaidOutGraph {
  private static let libgraphviz = Mutex(())

  /// Lays out the graph and passes it to a closure. The graph is freed when the closure returns.
  ///
  /// Calls from several threads are serialized, since libgraphviz has global state, which includes the layout until it
  /// is rendered.
  /// - Throws: `GraphImageError`, with Graphviz's message.
  static func with<Value>(
    _ text: String, by engine: GraphDrawing.Engine = .layered,
    _ use: (UnsafeMutablePointer<graph_t>, OpaquePointer) throws -> Value
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
    _ text: String, _ engine: GraphDrawing.Engine,
    _ use: (UnsafeMutablePointer<graph_t>, OpaquePointer) throws -> Value
  ) throws -> Value {
    Complaints.collect()
    guard let context = gvContext() else { throw GraphImageError.unavailable }
    defer { gvFreeContext(context) }
    guard let graph = MemoryFile.reading(text, modgauge_read) else {
      throw GraphImageError.unreadable(words: Complaints.taken())
    }
    defer { agclose(graph) }
    guard gvLayout(context, graph, engine.rawValue) == 0 else {
      throw GraphImageError.layout(words: Complaints.taken())
    }
    defer { gvFreeLayout(context, graph) }
    return try use(graph, context)
  }
}

/// Messages that Graphviz would print to standard error. Global, since a C callback cannot capture variables.
private let words = Mutex("")

enum Complaints {
  /// Discards earlier messages, and starts to collect new ones.
  static func collect() {
    words.withLock { $0 = "" }
    agseterrf { message in
      guard let message else { return 0 }
      words.withLock { $0 += String(cString: message) }
      return 0
    }
  }

  /// The collected messages on one line.
  static func taken() -> String {
    words.withLock { $0.split(separator: "\n").joined(separator: "; ") }
  }
}
