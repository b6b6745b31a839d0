extension SelectedGraph {
  /// The name of each node in text: its title, or its id if several have that title.
  /// - Complexity: O(nodes).
  package var labels: [String] {
    var counts: [String: Int] = [:]
    for node in nodes { counts[node.title, default: 0] += 1 }
    return nodes.map { counts[$0.title] == 1 ? $0.title : $0.id }
  }
}
