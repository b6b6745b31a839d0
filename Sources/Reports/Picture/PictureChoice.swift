package import ModuleGraph

/// In points, of which an inch has 72.
package struct PictureSize: Sendable, Hashable {
  package let width: Double
  package let height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// 4,000 pixels at 96 dots an inch, once drawn at five sixths: the smallest text, of 9 points, then has 10 pixels.
  package static let longestSide = 3600.0
  /// How many times longer than the shorter side the longer one is at most.
  package static let greatestAspect = 3.0
  /// In square points: where a picture is more than a screen, it is not also one in the other direction.
  package static let greatestArea = 4_500_000.0

  /// Up to so high, or wide in the same measure, a picture is not laid out in other ways to find a better one.
  static let comfortableHeight = 1100.0

  /// How high a screen is that shows the picture whole: one that is 1.6 times wider than high.
  var screenHeight: Double { max(width / 1.6, height) }

  /// Whether a page or a screen shows the picture whole, in letters that can be read.
  package var isReadable: Bool { excess <= 1 }

  /// Whether a picture is worth another way to lay it out than the one that was tried before.
  func isBetter(than former: PictureSize) -> Bool {
    isReadable && former.isReadable ? screenHeight < 0.85 * former.screenHeight : excess < former.excess
  }

  /// How many times too long, too slim or too large the picture is; at most 1 where it is none of that.
  var excess: Double {
    let (longer, shorter) = (max(width, height), max(1, min(width, height)))
    return max(longer / Self.longestSide, longer / shorter / Self.greatestAspect, width * height / Self.greatestArea)
  }
}

/// The pictures of one graph from the one that shows most on, and the ways to lay each of them out, of which one is drawn.
package struct PictureChoice {
  private let pictures: [() -> GraphPicture?]
  private let screens: Double

  /// A picture that is not folded.
  package init(_ picture: GraphPicture) { (pictures, screens) = ([{ picture }], 1) }

  /// A graph, folded to the style's budget, or further where the picture would not be readable.
  /// - Parameter screens: how many times larger the picture may be than what can be looked at as a whole.
  package init(_ graph: SelectedGraph, style: PictureStyle = PictureStyle(), screens: Double = 1) {
    self.screens = screens
    let mostEdges = Int(Double(PictureStyle.edgeBudget) * screens)
    let budgets = Self.budgets(style.budget, nodes: graph.nodes.count)
    pictures = budgets.enumerated().map { index, budget in
      {
        var style = style
        style.budget = budget
        let picture = GraphPicture(graph, style: style)
        return index == budgets.count - 1 || picture.edges.count <= mostEdges ? picture : nil
      }
    }
  }

  private init(_ pictures: [() -> GraphPicture?], screens: Double) {
    (self.pictures, self.screens) = (pictures, screens)
  }

  /// The same with numbers as ids.
  var numbered: PictureChoice { PictureChoice(pictures.map { make in { make()?.numbered } }, screens: screens) }

  /// The style's own budget, and smaller ones.
  private static func budgets(_ budget: Int?, nodes: Int) -> [Int?] {
    guard let budget else { return [nil] }
    let most = Double(min(budget, nodes))
    let shares: [Double] = [0.67, 0.45, 0.25, 0.13]
    let smaller = shares.map { share in Int(most * share) }
    return [budget] + smaller.filter { $0 >= SelectedGraph.fewestGroups }
  }

  /// The first picture that is readable, in the way that a screen shows largest; where none is, what comes nearest.
  ///
  /// - Parameter draw: lays a text out, and draws it where its size is wanted.
  package func readable<Drawing>(
    _ draw: (_ text: String, _ isWanted: (PictureSize) -> Bool) throws -> (drawing: Drawing, size: PictureSize)
  ) rethrows -> (picture: GraphPicture, text: String, drawing: Drawing)? {
    var best: (size: PictureSize, picture: GraphPicture, text: String)?
    for make in pictures {
      guard best.map({ $0.size.excess > screens }) ?? true else { break }
      guard let picture = make() else { continue }
      let arrangements = picture.arrangements
      for arrangement in arrangements {
        let text = DOT.text(picture, arrangement)
        // What is drawn at once need not be laid out again.
        func isWanted(_ size: PictureSize) -> Bool {
          size.isReadable && (arrangements.count == 1 || size.screenHeight <= PictureSize.comfortableHeight)
        }
        let (drawing, size) = try draw(text, isWanted)
        if isWanted(size) { return (picture, text, drawing) }
        if best.map({ size.isBetter(than: $0.size) }) ?? true { best = (size, picture, text) }
      }
    }
    guard let best else { return nil }
    return (best.picture, best.text, try draw(best.text) { _ in true }.drawing)
  }
}

extension GraphPicture {
  /// The ways to lay the picture out, in the order in which they are tried.
  var arrangements: [Arrangement] {
    // In large pictures one layout takes seconds.
    guard nodeCount + edges.count <= 1000 else { return [Arrangement()] }
    let geometry = PictureGeometry(self)
    let page = geometry.pageBreadth(.down)
    if isLayered { return [Arrangement(), Arrangement(breadth: page * 1.3), Arrangement(breadth: page * 0.8)] }
    let first = geometry.direction
    let other: Arrangement.Direction = first == .down ? .right : .down
    let free = [first, other].filter { geometry.length(of: $0) < 1.5 * PictureSize.longestSide }.map {
      Arrangement(direction: $0)
    }
    // Boxes do not let modules go where there is room for them.
    guard clusters.count < 8 else { return free.isEmpty ? [Arrangement()] : free }
    return free + [
      Arrangement(direction: .right, breadth: geometry.pageBreadth(.right)),
      Arrangement(direction: .down, breadth: page * 0.7),
    ]
  }
}
