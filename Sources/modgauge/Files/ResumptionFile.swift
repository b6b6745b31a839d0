import Documents

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `resume.json` in the folder of a run or a search that is not complete.
struct ResumptionFile {
  let path: String

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// - Returns: `nil` if there is none.
  /// - Throws: what `InputFile.document` throws, for a file that is damaged or from a newer version.
  func read() throws -> Resumption? { exists ? try InputFile.document(at: path, Resumption.init(json:)) : nil }

  func write(_ resumption: Resumption) throws { try ResultFiles.write(try resumption.json(.line), to: path) }

  /// Removes the file, if it exists.
  /// - Throws: `ResultFiles.Failure`.
  func remove() throws { try ResultFiles.remove(path) }
}
