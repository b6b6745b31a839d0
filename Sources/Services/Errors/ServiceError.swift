/// What went wrong was told; all that is left is to end.
package struct Reported: Error {
  package let exitCode: Int32

  package init(exitCode: Int32) { self.exitCode = exitCode }
}

/// Why a request cannot be carried out, in sentences for the user.
package struct ServiceError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
