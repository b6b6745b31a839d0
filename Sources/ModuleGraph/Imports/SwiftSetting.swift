/// A setting of a target that decides what a condition in its Swift sources means.
package struct SwiftSetting: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A name that `#if` finds set.
    case define(String)
    /// An upcoming or experimental feature.
    case feature(String)
    /// As in `5` or `4.2`.
    case languageMode(String)
    /// Arguments of the compiler, as they are.
    case flags([String])
  }

  package let kind: Kind
  /// Absent where it always holds.
  package let condition: Condition?

  package init(_ kind: Kind, condition: Condition? = nil) {
    self.kind = kind
    self.condition = condition
  }
}
