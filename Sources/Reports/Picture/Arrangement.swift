/// One way to lay a picture out, of those that are tried until one can be read.
package struct Arrangement: Sendable, Hashable {
  package enum Direction: String, Sendable {
    case down = "TB"
    case right = "LR"
  }

  /// Which way edges lead; absent where an estimate decides.
  package var direction: Direction?
  /// How far a rank may stretch, in points; absent where Graphviz puts each module as near to its dependents as it can.
  package var breadth: Double?

  package init(direction: Direction? = nil, breadth: Double? = nil) {
    self.direction = direction
    self.breadth = breadth
  }
}
