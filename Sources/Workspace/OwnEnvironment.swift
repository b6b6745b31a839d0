#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The environment of this process.
package enum OwnEnvironment {
  /// As it was at the first use, since Foundation creates a new dictionary each time.
  package static let variables = ProcessInfo.processInfo.environment
}
