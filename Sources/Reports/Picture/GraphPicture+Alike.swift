import Documents

extension GraphPicture {
  /// The picture in which nodes that differ only in their names and details share a box that lists them: those of a
  /// cluster with the same look and the same edges, if there are three or more, or a dozen in a picture in which nothing
  /// is folded. One edge stands for those of all, and nothing is hidden.
  ///
  /// - Complexity: O(nodes + edges).
  var listingAlike: GraphPicture {
    let fewest = isFolded ? 3 : 12
    let titles = Dictionary(nodes.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
    func words(_ edge: Edge) -> String { "\(titles[edge.from] ?? "") → \(titles[edge.to] ?? "")" }
    var arrows: [String: Set<Arrow>] = [:]
    for edge in edges {
      let look = Arrow(edge, remark: edge.tooltip.replacing(words(edge), with: ""))
      arrows[edge.from, default: []].insert(look.towards(edge.to, isIncoming: false))
      arrows[edge.to, default: []].insert(look.towards(edge.from, isIncoming: true))
    }
    var lists: [String: Node] = [:]
    var picture = self
    for index in clusters.indices {
      let alike = Dictionary(grouping: clusters[index].nodes) { Likeness($0, arrows: arrows[$0.id] ?? []) }
      for members in alike.values
      where members.count >= fewest && members[0].shape != .stack && arrows[members[0].id] != nil {
        let list = Node(listing: members)
        for member in members { lists[member.id] = list }
      }
      picture.clusters[index].nodes = clusters[index].nodes.compactMap { node in
        lists[node.id].map { $0.id == node.id ? $0 : nil } ?? node
      }
    }
    guard !lists.isEmpty else { return self }
    picture.edges = edges.compactMap { edge in
      let (from, to) = (lists[edge.from], lists[edge.to])
      guard from.map({ $0.id == edge.from }) ?? true, to.map({ $0.id == edge.to }) ?? true else { return nil }
      var edge = edge
      let ends = "\(from?.title ?? titles[edge.from] ?? "") → \(to?.title ?? titles[edge.to] ?? "")"
      edge.tooltip = edge.tooltip.replacing(words(edge), with: ends)
      return edge
    }
    let boxes = Set(lists.values.map(\.id)).count
    picture.notes.append(
      "\(Figures.counted(lists.count, "module")) with the same arrows are listed in \(Figures.counted(boxes, "box", "boxes"))"
    )
    return picture
  }

  /// An edge as one of its ends has it.
  private struct Arrow: Hashable {
    let role: Role
    let beside: Role?
    let isDashed: Bool
    let isUpward: Bool
    let remark: String
    var other = ""
    var isIncoming = false

    init(_ edge: Edge, remark: String) {
      (role, beside, isDashed, isUpward) = (edge.role, edge.beside, edge.isDashed, edge.isUpward)
      self.remark = remark
    }

    func towards(_ other: String, isIncoming: Bool) -> Arrow {
      var arrow = self
      (arrow.other, arrow.isIncoming) = (other, isIncoming)
      return arrow
    }
  }

  /// What nodes have in common that are listed in one box.
  private struct Likeness: Hashable {
    let shape: Shape
    let paint: Paint
    let isDashed: Bool
    let marks: [String]
    let arrows: Set<Arrow>

    init(_ node: Node, arrows: Set<Arrow>) {
      (shape, paint, isDashed, marks) = (node.shape, node.paint, node.isDashed, node.marks)
      self.arrows = arrows
    }
  }
}

extension GraphPicture.Node {
  /// A box with the names and details of several nodes of the same look, in their order; it has the first one's id.
  fileprivate init(listing members: [GraphPicture.Node]) {
    self = members[0]
    title = Figures.counted(members.count, "module")
    detail = nil
    tooltip = members.map(\.tooltip).joined(separator: "; ")
    modules = members.flatMap(\.modules).sorted()
    listed = members.map { GraphPicture.Listed(title: $0.title, detail: $0.detail) }
  }
}
