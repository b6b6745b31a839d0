import CGraphviz

/// Moves the titles of clusters horizontally to where no edge crosses them, since edges are drawn over titles.
struct TitlePlacement {
  private let curves: [Curve]

  static func apply(to layout: LaidOutGraph) {
    let titled = layout.boxes.compactMap { box in modgauge_title(box).map { (title: $0, box: box) } }
    guard !titled.isEmpty else { return }
    let edges = layout.nodes.flatMap(layout.edges(from:))
    let placement = TitlePlacement(curves: edges.flatMap(layout.curves(of:)).flatMap { Curve.all(of: $0) })
    for (title, box) in titled { placement.move(title, in: modgauge_bounds(box)) }
  }

  /// Moves a title to the leftmost of the positions that the fewest edges cross.
  private func move(_ title: UnsafeMutablePointer<textlabel_t>, in box: boxf) {
    let (width, height) = (title.pointee.dimen.x, title.pointee.dimen.y)
    let strip = (title.pointee.pos.y - height / 2)...(title.pointee.pos.y + height / 2)
    let (first, last) = (box.LL.x + 4, box.UR.x - 4 - width)
    guard first < last else { return }
    let crossings = curves.compactMap { $0.extent(within: strip, from: box.LL.x, to: box.UR.x) }
    let places = ([first, last] + crossings.map { $0.upperBound + 3 }).filter { (first...last).contains($0) }.sorted()
    func crossed(_ place: Double) -> Int { crossings.count { $0.overlaps((place - 2)...(place + width + 2)) } }
    guard let best = places.min(by: { (crossed($0), $0) < (crossed($1), $1) }) else { return }
    title.pointee.pos.x = best + width / 2
  }
}

/// One Bézier curve of an edge.
private struct Curve {
  private let points: [(x: Double, y: Double)]

  static func all(of spline: bezier) -> [Curve] {
    guard let list = spline.list else { return [] }
    let count = Int(spline.size)
    return stride(from: 0, to: count - 3, by: 3).map { start in
      Curve(points: (start..<(start + 4)).map { (list[$0].x, list[$0].y) })
    }
  }

  private func point(_ time: Double) -> (x: Double, y: Double) {
    let rest = 1 - time
    let weights = [rest * rest * rest, 3 * rest * rest * time, 3 * rest * time * time, time * time * time]
    return zip(weights, points).reduce((0, 0)) { ($0.0 + $1.0 * $1.1.x, $0.1 + $1.0 * $1.1.y) }
  }

  /// The horizontal extent of the curve within a horizontal strip; `nil` if the curve does not enter the strip.
  func extent(within strip: ClosedRange<Double>, from left: Double, to right: Double) -> ClosedRange<Double>? {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    guard let low = ys.min(), let high = ys.max(), strip.overlaps(low...high), let start = xs.min(), let end = xs.max(),
      start <= right, end >= left
    else { return nil }
    let samples = (0...24).map { point(Double($0) / 24) }
    let inside = zip(samples, samples.dropFirst()).filter { first, second in
      strip.overlaps(min(first.y, second.y)...max(first.y, second.y))
    }.flatMap { [$0.0.x, $0.1.x] }
    guard let first = inside.min(), let last = inside.max() else { return nil }
    return first...last
  }
}
