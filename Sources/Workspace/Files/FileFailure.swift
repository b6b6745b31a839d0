import Platform

/// Why a file could not be read or written.
package struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason as a clause.
  package let reason: String
  /// Whether nothing exists at the path.
  let isAbsence: Bool

  package init(reason: String, isAbsence: Bool = false) {
    self.reason = reason
    self.isAbsence = isAbsence
  }

  /// - Parameter error: an error of a system call.
  init(_ error: any Error) {
    self.init(reason: (error as? Errno).map(Self.words) ?? "\(error)")
  }

  /// - Parameter error: an error of a system call while reading; the reason is the system's message.
  init(reading error: any Error) {
    let code = error as? Errno
    self.init(
      reason: code?.description ?? "\(error)", isAbsence: code == .noSuchFileOrDirectory || code == .notDirectory)
  }

  /// - Parameter code: an `errno`.
  init(code: Int32) {
    self.init(reason: Self.words(Errno(rawValue: code)))
  }

  package var description: String { reason }

  private static func words(_ error: Errno) -> String {
    switch error {
    case .noSuchFileOrDirectory: "there is no such folder"
    case .notDirectory: "a part of the path is not a folder"
    case .isDirectory: "it is a folder"
    case .permissionDenied, .notPermitted: "permission denied"
    case .noSpace, .diskQuotaExceeded: "no space is left on the disk"
    case .fileTooLarge: "the file would be larger than is allowed here"
    case .readOnlyFileSystem: "the volume is read-only"
    case .resourceBusy: "it is a mount point and cannot be replaced; write to standard output instead"
    default: error.description
    }
  }
}
