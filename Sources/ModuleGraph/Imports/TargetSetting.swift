/// A setting of a target that decides conditions in its sources.
package struct TargetSetting: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A flag for `#if` in Swift; in C a macro, as after `-D`: `NAME` or `NAME=value`.
    case define(String)
    /// An upcoming or experimental feature.
    case feature(String)
    /// For example `5` or `4.2`.
    case languageMode(String)
    /// Compiler arguments, unchanged.
    case flags([String])
  }

  package let kind: Kind
  /// Absent if it always applies.
  package let condition: Condition?

  package init(_ kind: Kind, condition: Condition? = nil) {
    self.kind = kind
    self.condition = condition
  }

  /// The setting on a platform, without the part of its condition that names platforms; `nil` if it does not apply there.
  /// - Parameter platform: as SwiftPM names it in conditions; `nil` if it is not known.
  package func decided(platform: String?) -> TargetSetting? {
    switch condition?.decided(platform: platform, traits: nil) {
    case nil, .holds?: TargetSetting(kind)
    case .fails?: nil
    case .open(let rest)?: TargetSetting(kind, condition: rest)
    }
  }
}
