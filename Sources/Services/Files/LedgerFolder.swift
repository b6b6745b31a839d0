import BuildAnalysis
import BuildRunner
import Documents
import ModuleGraph
import Platform
package import Reports
import Workspace

/// The folder of a workspace's saved predictions: a file for each, `NAME.json`.
package struct LedgerFolder {
  /// Absolute.
  package let path: String
  /// The workspace's folder.
  private let root: String

  /// - Parameters:
  ///   - named: the path given by the user; by default a folder for the workspace in the platform's state folder.
  ///   - root: the workspace's folder.
  package init(named: String?, root: String) {
    self.root = root
    path =
      named.map(Path.absolute) ?? "\(StateFolder.platformDefault())/predictions/\(BenchmarkFolders.key(root))"
  }

  private static let option = "--ledger"

  private func file(of name: String) -> String { "\(path)/\(name).json" }

  /// Checks that a name is valid and new.
  /// - Parameter isForced: whether to replace a prediction; a settled one is never replaced.
  /// - Throws: `ServiceError`.
  package func check(new name: String, isForced: Bool) throws {
    guard Self.isValid(name) else {
      throw ServiceError(
        "“\(name)” cannot be the name of a prediction: use letters, digits, “.”, “-” and “_”, at most 100.")
    }
    guard FileStatus(at: file(of: name)) != nil else { return }
    guard isForced else {
      throw ServiceError(
        "A prediction “\(name)” already exists in `\(path.visible)`. Choose another name, or replace it with --force.")
    }
    // What cannot be read, as of a newer version, may be settled.
    if try !read(name).settlements.isEmpty {
      throw ServiceError(
        "The prediction “\(name)” is settled and cannot be replaced. Choose another name, or remove `\(file(of: name).visible)`."
      )
    }
  }

  /// Letters, digits, `.`, `-` and `_`, not beginning with a period: the same file name everywhere.
  private static func isValid(_ name: String) -> Bool {
    let isFileName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
    return isFileName && !name.hasPrefix(".") && (1...100).contains(name.utf8.count)
  }

  /// Writes a new prediction, unless another process has saved one with its name since ``check(new:isForced:)``.
  /// - Returns: the file.
  package func save(_ document: PredictionDocument, isForced: Bool) throws -> String {
    try ResultFiles.makeFolder(path, option: Self.option)
    let folder = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    return try folder.closeAfter {
      // A file system without locks still saves.
      _ = try? folder.lock(.exclusive, waits: true)
      try check(new: document.prediction.name, isForced: isForced)
      return try write(document)
    }
  }

  /// Writes a prediction completely or not at all.
  /// - Returns: the file.
  package func write(_ document: PredictionDocument) throws -> String {
    try ResultFiles.makeFolder(path, option: Self.option)
    let file = file(of: document.prediction.name)
    try ResultFiles.write(try document.json(), to: file, option: Self.option)
    return file
  }

  /// - Throws: `ServiceError` for a name that does not exist and for a prediction that was changed, and what
  ///   `InputFile.document` throws.
  package func prediction(named name: String) throws -> PredictionDocument {
    guard Self.isValid(name), FileStatus(at: file(of: name)) != nil else {
      let names = try names
      let nearest = names.nearest(to: name)
      let hint =
        !nearest.isEmpty
        ? nearest.suggestion
        : names.isEmpty
          ? " Save one with `modgauge what-if … --save NAME`." : " `modgauge what-if ledger` lists them."
      throw ServiceError("There is no prediction “\(name.visible)” in `\(path.visible)`." + hint)
    }
    let document = try read(name)
    guard document.isIntact else {
      throw ServiceError(
        "`\(file(of: name).visible)` was changed after it was saved (its SHA-256 differs), so “\(name)” cannot be settled; save "
          + "a new prediction.")
    }
    return document
  }

  /// In bytes. A prediction of 10,000 modules has a few million.
  private static let largestFile = 64 << 20

  private func read(_ name: String) throws -> PredictionDocument {
    let file = file(of: name)
    if let bytes = try? FileStatus(of: file).bytes, bytes > Self.largestFile {
      throw ServiceError("`\(file.visible)` has \(bytes) bytes, more than any prediction. Restore it, or remove it.")
    }
    let document = try InputFile.document(at: file, PredictionDocument.init(json:))
    // A copy would count twice, and settling it would replace the original.
    let stated = document.prediction.name
    guard stated == name else {
      throw ServiceError(
        "`\(file.visible)` contains the prediction “\(stated.visible)”, whose file is `\(stated.visible).json`. Rename it back, or remove it."
      )
    }
    return document
  }

  /// All predictions, the oldest first, and then the files that cannot be read. The workspace has the name that the last
  /// prediction states, so that no manifest is needed.
  package var report: LedgerReport {
    get throws {
      var found: [(made: String, name: String, document: PredictionDocument)] = []
      var unreadable: [LedgerReport.Entry] = []
      for name in try names {
        do {
          let document = try read(name)
          found.append((document.prediction.made, name, document))
        } catch { unreadable.append(.unreadable(name: name, reason: "\(error)")) }
      }
      found.sort { ($0.made, $0.name) < ($1.made, $1.name) }
      return LedgerReport(
        found.map { .prediction($0.document) } + unreadable,
        of: found.last?.document.prediction.subject.workspace ?? InputFile.lastPart(of: root))
    }
  }

  /// Sorted; none if there is no folder.
  private var names: [String] {
    get throws {
      guard let status = FileStatus(at: path) else { return [] }
      guard status.kind == .folder else {
        throw ServiceError("`\(path.visible)` is not a folder. Name the folder of the saved predictions.")
      }
      let files: [String]
      do { files = try FolderListing.entries(of: path).map(\.name) } catch {
        throw InputFile.Unreadable(path: path, reason: FileReason.description(of: error))
      }
      return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }.filter(Self.isValid)
        .sorted()
    }
  }
}
