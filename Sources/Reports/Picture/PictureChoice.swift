package import BuildAnalysis
package import ModuleGraph

/// A size in points, 72 per inch.
package struct PictureSize: Sendable, Hashable {
  package let width: Double
  package let height: Double

  package init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }

  /// 4,000 pixels at 96 dots per inch, scaled down to five sixths: the smallest text, of 9 points, then has 10 pixels.
  package static let longestSide = 3600.0
  /// The maximum ratio of the longer side to the shorter one.
  package static let greatestAspect = 3.0
  /// In square points: a picture that is longer than a screen in one direction must fit it in the other.
  package static let greatestArea = 4_500_000.0

  /// If a picture is at most this high, or has the corresponding width, no other layouts are tried.
  static let comfortableHeight = 1100.0

  /// The height of a screen with a ratio of 1.6 : 1 that shows the whole picture.
  var screenHeight: Double { max(width / 1.6, height) }

  /// Whether a page or a screen can show the whole picture with legible text.
  package var isReadable: Bool { excess <= 1 }

  /// Whether a picture is enough better than another one to be preferred to it.
  func isBetter(than former: PictureSize) -> Bool {
    isReadable && former.isReadable ? screenHeight < 0.85 * former.screenHeight : excess < former.excess
  }

  /// Whether the picture is a strip that is too long for a screen, so that its text is small where all of it is shown.
  var isStrip: Bool {
    let (longer, shorter) = (max(width, height), max(1, min(width, height)))
    return longer / shorter > Self.greatestAspect && longer > 1.5 * Self.comfortableHeight
  }

  /// The factor by which the picture is too long, too narrow or too large; at most 1 if it is none of these.
  var excess: Double {
    let (longer, shorter) = (max(width, height), max(1, min(width, height)))
    return max(longer / Self.longestSide, longer / shorter / Self.greatestAspect, width * height / Self.greatestArea)
  }
}

/// The pictures of one graph, most detailed first, with the layouts to try for each; one of them is drawn.
package struct PictureChoice {
  private var pictures: [() -> GraphPicture?]
  private let screens: Double

  /// A single picture, which is not folded.
  package init(_ picture: GraphPicture) { (pictures, screens) = ([{ picture }], 1) }

  /// The pictures of a graph, folded to the style's budget, or further if the picture would not be readable.
  /// - Parameter screens: the maximum size of the picture, in screens.
  package init(_ graph: SelectedGraph, style: PictureStyle = PictureStyle(), screens: Double = 1) {
    self.init(budgets: Self.budgets(style.budget, nodes: graph.nodes.count), screens: screens) { budget, prominent in
      var style = style
      (style.smallerBudget, style.mostProminent) = (budget, prominent)
      let picture = GraphPicture(graph, style: style)
      // On a page, where the reader can pan and zoom, each module is a node that can be chosen.
      return style.budget == nil || screens > 1 ? picture : picture.listingAlike
    }
  }

  /// The pictures of what a run built, folded until one is readable.
  package init(_ findings: RunFindings) {
    let nodes = Set(findings.run.arms.flatMap(\.modules)).count
    self.init(budgets: Self.budgets(PictureStyle().budget, nodes: nodes), screens: 1) {
      GraphPicture(findings, budget: $0, mostProminent: $1).listingAlike
    }
  }

  /// The pictures of what a recorded build compiled, folded until one is readable.
  package init(_ timeline: Timeline, graph: ModuleGraph) {
    let built = BuiltPicture(timeline, graph)
    self.init(budgets: Self.budgets(PictureStyle().budget, nodes: built.selected.nodes.count), screens: 1) {
      built.picture(budget: $0, mostProminent: $1)
    }
  }

  private init(budgets: [(Int?, Int)], screens: Double, _ picture: @escaping (Int?, Int) -> GraphPicture) {
    self.screens = screens
    let mostEdges = Int(Double(PictureStyle.edgeBudget) * screens)
    pictures = budgets.enumerated().map { index, budget in
      {
        let picture = picture(budget.0, budget.1)
        return index == budgets.count - 1 || picture.edges.count <= mostEdges ? picture : nil
      }
    }
  }

  /// The first picture, without a layout.
  package var mostDetailed: GraphPicture? { pictures.lazy.compactMap { $0() }.first }

  var numbered: PictureChoice {
    var choice = self
    choice.pictures = pictures.map { make in { make()?.numbered } }
    return choice
  }

  /// The style's budget, and smaller ones, with the number of prominent nodes that may exceed it: none if no picture
  /// would be readable otherwise.
  private static func budgets(_ budget: Int?, nodes: Int) -> [(Int?, Int)] {
    let prominent = SelectedGraph.mostProminent
    guard let budget else { return [(nil, prominent)] }
    let most = Double(min(budget, nodes))
    let shares: [Double] = [0.67, 0.45, 0.25, 0.13]
    let smaller = shares.map { share in Int(most * share) }
    let budgets = [budget] + smaller.filter { $0 >= SelectedGraph.fewestGroups }
    return budgets.map { ($0, prominent) } + budgets.suffix(1).map { ($0, 0) }
  }

  /// The first readable picture, in the layout that appears largest on a screen; if none is readable, the nearest to
  /// it.
  /// - Parameter draw: lays out a text, and draws it if its size is accepted; otherwise the drawing may be `nil`.
  package func readable<Drawing>(
    _ draw: (_ text: String, _ isWanted: (PictureSize) -> Bool) throws -> (drawing: Drawing?, size: PictureSize)
  ) rethrows -> (picture: GraphPicture, text: String, drawing: Drawing)? {
    func isEnough(_ size: PictureSize) -> Bool { size.excess <= screens && !size.isStrip }
    var best: (size: PictureSize, picture: GraphPicture, text: String, drawing: Drawing?)?
    for make in pictures {
      guard best.map({ !isEnough($0.size) }) ?? true else { break }
      guard let picture = make() else { continue }
      let arrangements = picture.arrangements
      var isBounding = false
      for arrangement in arrangements {
        // Bounded ranks take most of the time; if the reader can pan and zoom, they are needed only if nothing else serves.
        if screens > 1, arrangement.breadth != nil, !isBounding {
          if best.map({ isEnough($0.size) }) ?? false { break }
          isBounding = true
        }
        let text = DOT.text(picture, arrangement)
        // If the size is accepted, the text is drawn immediately, and not laid out again.
        func isWanted(_ size: PictureSize) -> Bool {
          size.isReadable && (arrangements.count == 1 || size.screenHeight <= PictureSize.comfortableHeight)
        }
        let (drawing, size) = try draw(text, isWanted)
        if isWanted(size), let drawing { return (picture, text, drawing) }
        if best.map({ size.isBetter(than: $0.size) }) ?? true { best = (size, picture, text, drawing) }
      }
    }
    guard let best, let drawing = try best.drawing ?? draw(best.text, { _ in true }).drawing else { return nil }
    return (best.picture, best.text, drawing)
  }
}

extension GraphPicture {
  /// The layouts of the picture, in the order in which they are tried.
  var arrangements: [Arrangement] {
    // For a large picture, one layout takes seconds.
    guard nodeCount + edges.count <= 1000 else { return [Arrangement()] }
    let geometry = PictureGeometry(self)
    let page = geometry.pageBreadth(.down)
    if isLayered { return [Arrangement(), Arrangement(breadth: page * 1.3), Arrangement(breadth: page * 0.8)] }
    let first = geometry.direction
    let other: Arrangement.Direction = first == .down ? .right : .down
    let free = [first, other].filter { geometry.length(of: $0) < 1.5 * PictureSize.longestSide }.map {
      Arrangement(direction: $0)
    }
    // Boxes keep modules from using free space elsewhere.
    guard clusters.count < 8 else { return free.isEmpty ? [Arrangement()] : free }
    return free + [
      Arrangement(direction: .right, breadth: geometry.pageBreadth(.right)),
      Arrangement(direction: .down, breadth: page * 0.7),
    ]
  }
}
