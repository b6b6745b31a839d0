package import Documents
import Platform
import Workspace

/// `resume.json` in the folder of a run or a search that is not complete.
package struct ResumptionFile {
  package let path: String

  package var exists: Bool { FileStatus(at: path) != nil }

  /// - Returns: `nil` if there is none.
  /// - Throws: what `InputFile.document` throws, for a file that is damaged or from a newer version.
  package func read() throws -> Resumption? { exists ? try InputFile.document(at: path, Resumption.init(json:)) : nil }

  package func write(_ resumption: Resumption) throws { try ResultFiles.write(try resumption.json(.line), to: path) }

  /// Removes the file, if it exists.
  /// - Throws: `ResultFiles.Failure`.
  package func remove() throws { try ResultFiles.remove(path) }
}
