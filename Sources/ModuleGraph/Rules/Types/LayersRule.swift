/// Modules of layers depend only downwards.
struct LayersRule: RuleType {
  static let name = "layers"
  static let summary = "No module depends on one of a higher layer, directly or through modules outside the layers."
  static let parameters = [
    RuleParameter("layers", .layers, "the layers that count, from top to bottom; all if absent"),
    RuleParameter("closed", .layers, "layers that may not be skipped: nothing above depends on what is below them"),
    RuleParameter("independent", .layers, "layers whose modules may not depend on one another"),
    RuleParameter("exhaustive", .flag, "whether each module must be in a layer"),
  ]
  static let example = """
    id: layers
    type: layers
    closed: [interface]
    independent: [feature]
    exhaustive: true
    """

  let values: RuleValues

  private var names: LayerNames { values.layers("layers") ?? .all }
  private var closed: LayerNames? { values.layers("closed") }
  private var independent: LayerNames? { values.layers("independent") }
  private var isExhaustive: Bool { values.flag("exhaustive") }

  func check(_ run: inout RuleRun) {
    guard let order = order(&run) else { return }
    for case .named(let names)? in [closed, independent] {
      for name in names where run.layerIndex(name, nil) != nil && !order.contains(name) {
        run.note(.unknown(word: name, subject: "layer of this rule", nearest: order.nearest(to: name)))
      }
    }
    let placeOf = Dictionary(
      order.enumerated().compactMap { place, name in
        run.settings.layers.all.firstIndex { $0.name == name }.map { ($0, place) }
      }, uniquingKeysWith: { first, _ in first })
    let bands = run.modules.indices.map { vertex in
      run.own.contains(vertex) ? run.layer(of: vertex).flatMap { placeOf[$0] } : nil
    }
    for from in run.own.members {
      guard let above = bands[from] else {
        if isExhaustive, run.layer(of: from) == nil { run.report("\(run.names[from]) is in no layer", of: from) }
        continue
      }
      let (own, edges) = (run.own, run.ownEdges)
      for path in run.paths(from: from, to: { bands[$0] != nil }, through: own.contains) {
        guard let to = path.last, let below = bands[to] else { continue }
        if let reason = reason(above, below, order, isDirect: edges.hasEdge(from: from, to: to)) {
          run.report(path: path, reason)
        }
      }
    }
  }

  /// The names of the layers that the rule covers.
  private func order(_ run: inout RuleRun) -> [String]? {
    guard case .named(let names) = names else {
      let all = run.settings.layers.all.map(\.name)
      if all.isEmpty { run.note(.noLayers) }
      return all.isEmpty ? nil : checked(all, &run)
    }
    let known = names.filter { run.layerIndex($0, nil) != nil }
    if let place = known.indices.first(where: { known[..<$0].contains(known[$0]) }) {
      run.note(.twice(word: known[place], key: "layers"))
      return nil
    }
    return known.count == names.count ? checked(known, &run) : nil
  }

  private func checked(_ order: [String], _ run: inout RuleRun) -> [String]? {
    if order.count < 2, independent == nil, !isExhaustive {
      run.note(.cannotBreak(reason: "it names one layer"))
      return nil
    }
    return order
  }

  /// The part of the message after the two names; `nil` if the dependency is allowed.
  private func reason(_ above: Int, _ below: Int, _ order: [String], isDirect: Bool) -> String? {
    let (from, to) = (order[above], order[below])
    if below < above { return ": “\(to)” is a higher layer than “\(from)”" }
    if above == below {
      return independent?.contains(from) == true ? ": the modules of “\(from)” are independent" : nil
    }
    guard isDirect, let closed else { return nil }
    let skipped = order[(above + 1)..<max(below, above + 1)].first(where: closed.contains)
    return skipped.map { ": “\(from)” skips the closed layer “\($0)”" }
  }
}

extension LayersRule {
  /// The layers of a rule of this type, from top to bottom.
  static func order(of rule: Rule, in layers: Layers) -> [String] {
    guard case .named(let names)? = rule.values.layers("layers") else { return layers.all.map(\.name) }
    return names
  }
}
