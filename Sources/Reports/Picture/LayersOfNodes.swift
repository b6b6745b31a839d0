import ModuleGraph

/// The layer of each node of a graph, and the bands of its picture from top to bottom: the layers, then what stands in
/// none, then groups whose modules stand in several.
struct LayersOfNodes {
  /// The layer's index; a group has one if all its modules stand in it.
  let index: [Int?]
  private let bands: [Int]
  private let names: [String]

  var isNamed: Bool { !names.isEmpty }

  init(_ graph: SelectedGraph) {
    let names = graph.layers.all.map(\.name)
    let found = graph.nodes.map { node in
      names.isEmpty ? [] : Set(node.modules.map { graph.layers.index(of: $0.id) })
    }
    self.names = names
    index = found.map { $0.count == 1 ? $0.first ?? nil : nil }
    bands = found.map { $0.count > 1 ? names.count + 1 : ($0.first ?? nil) ?? names.count }
  }

  func band(of node: Int) -> Int { bands[node] }

  func title(ofBand band: Int) -> String {
    band < names.count ? names[band] : band == names.count ? "in no layer" : "in several layers"
  }

  func paint(ofBand band: Int) -> GraphPicture.Paint {
    band < names.count ? Palette.category(band) : Palette.neutral
  }
}
