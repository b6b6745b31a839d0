/// The dependencies between the targets of a build, as Xcode prints them.
package struct XcodeTargetGraph: Sendable, Hashable {
  package struct Edge: Sendable, Hashable {
    package let from: XcodeTarget
    package let to: XcodeTarget
  }

  /// As listed: a product and its target may have the same name, so that one may occur twice.
  package let nodes: [XcodeTarget]
  /// As listed; with those of a product on its target of the same name.
  package let edges: [Edge]
  /// The number that the heading states; `nil` if there was none.
  package let declared: Int?

  package var targets: [XcodeTarget] { Set(nodes).sorted() }

  /// The dependencies of each target on others, sorted.
  package var dependencies: [XcodeTarget: [XcodeTarget]] {
    var result: [XcodeTarget: Set<XcodeTarget>] = [:]
    for edge in edges where edge.from != edge.to { result[edge.from, default: []].insert(edge.to) }
    return result.mapValues { $0.sorted() }
  }

  private static let heading: StaticString = "Target dependency graph ("

  /// Reads the graph in the text of a log or in a file; in both of the forms that Xcode has had.
  /// - Returns: `nil` if there is no graph.
  package init?(text: ArraySlice<UInt8>) {
    guard let start = text.firstRange(Self.heading) else { return nil }
    var reader = GraphReader()
    let lines = text[start.upperBound...].split(omittingEmptySubsequences: true) { $0 == 10 || $0 == 13 }
    declared = lines.first.flatMap { Int($0.prefix(while: \.isDigit).text) }
    for line in lines.dropFirst() where !reader.read(line.text) { break }
    guard !reader.nodes.isEmpty || declared == 0 else { return nil }
    (nodes, edges) = (reader.nodes, reader.edges)
  }
}

/// Reads the lines of a graph.
private struct GraphReader {
  var nodes: [XcodeTarget] = []
  var edges: [XcodeTargetGraph.Edge] = []

  /// - Returns: `false` if the line is no part of a graph.
  mutating func read(_ line: String) -> Bool {
    var text = Substring(line)
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    if text.hasPrefix("note: ") { text = text.dropFirst("note: ".count) }
    if text.hasPrefix("Target '") { return readNode(text.dropFirst("Target '".count)) }
    if text.hasPrefix("➜ ") { return readEdge(text.dropFirst(2)) }
    return readOlder(text)
  }

  private mutating func readNode(_ text: Substring) -> Bool {
    guard let middle = text.firstRange(of: "' in project '") else { return false }
    let rest = text[middle.upperBound...]
    guard let end = rest.lastIndex(of: "'") else { return false }
    nodes.append(XcodeTarget(name: String(text[..<middle.lowerBound]), project: String(rest[..<end])))
    return true
  }

  private mutating func readEdge(_ text: Substring) -> Bool {
    guard let from = nodes.last, let start = text.firstRange(of: " dependency on target '"),
      let middle = text[start.upperBound...].firstRange(of: "' in project '")
    else { return false }
    let rest = text[middle.upperBound...]
    guard let end = rest.firstRange(of: "' via ")?.lowerBound ?? rest.lastIndex(of: "'") else { return false }
    let to = XcodeTarget(name: String(text[start.upperBound..<middle.lowerBound]), project: String(rest[..<end]))
    edges.append(XcodeTargetGraph.Edge(from: from, to: to))
    return true
  }

  /// The form up to Xcode 14: `A in P, depends on:` and below it `B in Q (explicit)`, or `A in P, no dependencies`.
  private mutating func readOlder(_ text: Substring) -> Bool {
    for ending in [", depends on:", ", no dependencies"] where text.hasSuffix(ending) {
      guard let target = target(text.dropLast(ending.count)) else { return false }
      nodes.append(target)
      return true
    }
    let explicit = text.hasSuffix(" (explicit)") ? target(text.dropLast(" (explicit)".count)) : nil
    let implicit = text.firstRange(of: " (implicit dependency").flatMap { target(text[..<$0.lowerBound]) }
    if let from = nodes.last, let to = explicit ?? implicit {
      edges.append(XcodeTargetGraph.Edge(from: from, to: to))
      return true
    }
    guard let alone = target(text) else { return false }
    nodes.append(alone)
    return true
  }

  private func target(_ text: Substring) -> XcodeTarget? {
    guard let middle = text.lastRange(of: " in ") else { return nil }
    return XcodeTarget(name: String(text[..<middle.lowerBound]), project: String(text[middle.upperBound...]))
  }
}
