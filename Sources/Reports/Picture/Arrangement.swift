/// One way to lay out a picture; several are tried until the result is readable.
package struct Arrangement: Sendable, Hashable {
  package enum Direction: String, Sendable {
    case down = "TB"
    case right = "LR"
  }

  /// The direction of edges; `nil` to estimate the better one.
  package var direction: Direction?
  /// The maximum extent of a rank in points; `nil` lets Graphviz place each module as near to its dependents as
  /// possible.
  package var breadth: Double?

  package init(direction: Direction? = nil, breadth: Double? = nil) {
    (self.direction, self.breadth) = (direction, breadth)
  }
}
