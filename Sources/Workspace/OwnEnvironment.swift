#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The variables of this process.
package enum OwnEnvironment {
  /// As they were when somebody first asked: Foundation makes a new dictionary each time, which takes half a millisecond.
  package static let variables = ProcessInfo.processInfo.environment
}
