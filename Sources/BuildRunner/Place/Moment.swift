#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Moments as documents state them: in UTC, to the second.
package enum Moment {
  package static var now: String { Date.now.formatted(.iso8601) }

  /// - Parameter seconds: since 1970.
  package static func text(_ seconds: Double) -> String { Date(timeIntervalSince1970: seconds).formatted(.iso8601) }
}
