#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Messages for failed file operations.
package enum FileReason {
  /// The message for an error of a file operation, as a clause without a period.
  package static func description(of error: any Error) -> String {
    guard let error = error as? CocoaError else { return FileFailure(error).reason }
    return switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file or folder"
    case .fileWriteNoPermission, .fileReadNoPermission: "permission denied"
    case .fileWriteOutOfSpace: "no space is left on the disk"
    case .fileWriteVolumeReadOnly: "the volume is read-only"
    case .fileWriteFileExists: "a file is in the way"
    default: (error.underlying as? POSIXError).map { FileFailure(code: $0.code.rawValue).reason } ?? "\(error)"
    }
  }
}
