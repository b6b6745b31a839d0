import BuildAnalysis
import Documents
package import RunHistory
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  package import Foundation
#endif

/// The runs in files and folders, prepared for a history in batches.
///
/// Files are read one after another, and the runs of a batch are prepared at once.
package actor RunFiles {
  package struct Batch: Sendable {
    package var runs: [StoredRun] = []
    /// In sentences.
    package var failures: [String] = []
    /// Logs in folders that are of no build.
    package var skipped = 0
  }

  /// In reverse order: the next one is the last.
  private var pending: [String]
  /// The logs in folders, of which those of no build are no failures.
  private var found: Set<String> = []
  /// The rest of an export, and the number of its next line.
  private var lines: (path: String, rest: ArraySlice<UInt8>, number: Int)?

  /// The maximum number of runs, and of their bytes, in a batch.
  private static let size = 64
  private static let bytes = 64 << 20

  /// - Parameter paths: as the user gave them.
  package init(_ paths: [String]) {
    pending = paths.reversed()
  }

  /// - Returns: `nil` at the end.
  package func next() async -> Batch? {
    var batch = Batch()
    var documents: [(name: String, bytes: [UInt8])] = []
    var bytes = 0
    while documents.count < Self.size, bytes < Self.bytes, let document = nextDocument(&batch) {
      documents.append(document)
      bytes += document.bytes.count
    }
    guard !documents.isEmpty || !batch.failures.isEmpty else { return nil }
    let prepared = await withTaskGroup(of: (Int, Result<StoredRun, Unusable>).self) { group in
      for (index, document) in documents.enumerated() {
        group.addTask { (index, Self.prepared(document.name, document.bytes)) }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
    for (result, document) in zip(prepared, documents) {
      switch result {
      case .success(let run): batch.runs.append(run)
      case .failure where found.contains(document.name): batch.skipped += 1
      case .failure(let failure): batch.failures.append(failure.sentence)
      }
    }
    return batch
  }

  private func nextDocument(_ batch: inout Batch) -> (name: String, bytes: [UInt8])? {
    while true {
      if let line = nextLine() { return line }
      guard let path = pending.popLast() else { return nil }
      if Path.isFolder(path) {
        do {
          let logs = BuildLogFolder(path).entries.map(\.path)
          found.formUnion(logs)
          // Of derived data, everything else is the build's.
          let files = try logs.isEmpty ? Self.runs(below: path) : logs.reversed()
          if files.isEmpty {
            batch.failures.append(
              "There is no run.json, run.jsonl or .xcactivitylog of a build in `\(path)`."
                + PathSuggestion.sentence(for: path))
          }
          pending += files.reversed()
        } catch { batch.failures.append("The folder `\(path)` cannot be read: \(FileReason.description(of: error)).") }
        continue
      }
      do {
        let bytes = try InputFile.read(path)
        guard Self.isExport(bytes) else { return (path, bytes) }
        lines = (path, bytes[...], 1)
      } catch { batch.failures.append("\(error)") }
    }
  }

  private func nextLine() -> (name: String, bytes: [UInt8])? {
    guard let path = lines?.path, var rest = lines?.rest, var number = lines?.number else { return nil }
    defer { lines = rest.isEmpty ? nil : (path, rest, number) }
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      number += 1
      if !line.isEmpty { return ("\(path):\(number - 1)", Array(line)) }
    }
    return nil
  }

  /// Whether each line is a run; in a journal, only the first one is a document.
  private static func isExport(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    return lines.count > 1 && Schema(ofJSON: lines[0]) != nil && Schema(ofJSON: lines[1]) != nil
  }

  /// Sorted; for a folder with both, the better one.
  private static func runs(below folder: String) throws -> [String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    var found: [String: String] = [:]
    for name in RunFolder.files.reversed() {
      for file in files where file == name || file.hasSuffix("/" + name) {
        found[String(file.dropLast(name.count))] = "\(folder)/\(file)"
      }
    }
    return found.values.sorted()
  }

  private static func prepared(_ name: String, _ bytes: [UInt8]) -> Result<StoredRun, Unusable> {
    do {
      let run =
        try name.hasSuffix(BuildLogFolder.suffix) ? LoggedRecording(at: name, bytes).run : Run(jsonOrJournal: bytes)
      guard let run = try StoredRun(run) else {
        return .failure(Unusable(sentence: "`\(name)` has no build yet."))
      }
      return .success(run)
    } catch let error as LoggedRecording.LogError {
      return .failure(Unusable(sentence: "\(error)"))
    } catch let error as DocumentError {
      return .failure(Unusable(sentence: error.sentences(about: "`\(name)`")))
    } catch {
      return .failure(Unusable(sentence: "Cannot read `\(name)`: \(error)."))
    }
  }

  private struct Unusable: Error {
    let sentence: String
  }
}
