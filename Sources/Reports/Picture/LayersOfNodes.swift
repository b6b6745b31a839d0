import ModuleGraph

/// The layer of each node, and the bands of the picture from top to bottom: the layers, then nodes in none, then groups
/// of modules from several.
struct LayersOfNodes {
  /// By the node's index.
  let bands: [Int]
  private let names: [String]

  var isNamed: Bool { !names.isEmpty }

  init(_ graph: SelectedGraph) {
    let names = graph.layers.all.map(\.name)
    let found = graph.nodes.map { node in
      names.isEmpty ? [] : Set(node.modules.map { graph.layers.index(of: $0.id) })
    }
    self.names = names
    bands = found.map { $0.count > 1 ? names.count + 1 : ($0.first ?? nil) ?? names.count }
  }

  func title(ofBand band: Int) -> String {
    band < names.count ? names[band] : band == names.count ? "in no layer" : "in several layers"
  }

  func paint(ofBand band: Int) -> GraphPicture.Paint {
    band < names.count ? Palette.category(band) : Palette.neutral
  }
}
