extension GraphPicture {
  /// The picture in which nodes that differ only in their names and details share a box that lists them: those of a
  /// cluster with the same look and the same edges, if there are three or more, or a dozen in a picture in which nothing
  /// is folded. One edge stands for those of all, and nothing is hidden.
  /// - Complexity: O(nodes + edges).
  var listingAlike: GraphPicture {
    let titles = nodes.keyed { ($0.id, $0.title) }
    func words(_ edge: Edge) -> String { "\(titles[edge.from] ?? "") → \(titles[edge.to] ?? "")" }
    let lists = self.lists { $0.tooltip.replacing(words($0), with: "") }
    guard !lists.isEmpty else { return self }
    func isDrawn(_ id: String) -> Bool { lists[id].map { $0.id == id } ?? true }
    func title(_ id: String) -> String { lists[id]?.title ?? titles[id] ?? "" }
    var picture = self
    for index in clusters.indices {
      picture.clusters[index].nodes = clusters[index].nodes.filter { isDrawn($0.id) }.map { lists[$0.id] ?? $0 }
    }
    picture.edges = edges.filter { isDrawn($0.from) && isDrawn($0.to) }.map { edge in
      var edge = edge
      edge.tooltip = edge.tooltip.replacing(words(edge), with: "\(title(edge.from)) → \(title(edge.to))")
      return edge
    }
    let (count, boxes) = (lists.count, Set(lists.values.map(\.id)).count)
    picture.notes.append(
      Figures.counted(count, noun) + " with the same arrows are listed in " + Figures.counted(boxes, "box", "boxes")
    )
    return picture
  }

  /// The box of each node that shares one, by the node's id.
  /// - Parameter remark: what an edge's tooltip says besides its ends.
  private func lists(remark: (Edge) -> String) -> [String: Node] {
    let fewest = isFolded ? 3 : 12
    // The edges of each node, without that end.
    var arrows: [String: Set<Edge>] = [:]
    for edge in edges {
      var look = edge
      (look.from, look.tooltip) = ("", remark(edge))
      arrows[edge.from, default: []].insert(look)
      (look.from, look.to) = (edge.from, "")
      arrows[edge.to, default: []].insert(look)
    }
    var lists: [String: Node] = [:]
    for cluster in clusters {
      let open = cluster.nodes.filter { $0.shape != .stack && arrows[$0.id] != nil }
      let alike = Dictionary(grouping: open) { Likeness($0, arrows: arrows[$0.id] ?? []) }
      for members in alike.values where members.count >= fewest {
        let list = Node(listing: members, noun: noun)
        for member in members { lists[member.id] = list }
      }
    }
    return lists
  }

  /// What nodes have in common that are listed in one box: all but their names and details.
  private struct Likeness: Hashable {
    private var look: Node
    private let arrows: Set<Edge>

    init(_ node: Node, arrows: Set<Edge>) {
      look = node
      (look.id, look.title, look.detail, look.tooltip, look.modules) = ("", "", nil, "", [])
      self.arrows = arrows
    }
  }
}

extension GraphPicture.Node {
  /// A box with the names and details of several nodes of the same look, in their order; it has the first one's id.
  fileprivate init(listing members: [GraphPicture.Node], noun: String) {
    self = members[0]
    title = Figures.counted(members.count, noun)
    detail = nil
    tooltip = members.map(\.tooltip).joined(separator: "; ")
    modules = members.flatMap(\.modules).sorted()
    listed = members.map { GraphPicture.Listed(title: $0.title, detail: $0.detail) }
  }
}
