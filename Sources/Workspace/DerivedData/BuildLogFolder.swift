import Platform

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The logs of builds in a folder of derived data, in a bundle of results, or in any folder.
package struct BuildLogFolder: Sendable {
  /// One log, as the store's manifest lists it, or as its file shows.
  package struct Entry: Sendable, Hashable {
    package let path: String
    /// The end of the build; the time of the file if the log is not listed.
    package let ended: Date
    /// `nil` if the log is not listed.
    package let seconds: Double?
    package let scheme: String?
    /// The workspace's or the project's name.
    package let container: String?
    package let errors: Int?
    package let warnings: Int?
    /// Whether the file is empty: its build was killed, or still runs.
    package let isEmpty: Bool

    /// The name of the file without its extension, which is the log's UUID.
    package var name: String {
      let file = path.split(separator: "/").last.map(String.init) ?? path
      return file.hasSuffix(BuildLogFolder.suffix) ? String(file.dropLast(BuildLogFolder.suffix.count)) : file
    }
  }

  /// The newest first.
  package let entries: [Entry]
  /// Manifests that could not be read; the files beside them are among the entries.
  package let unreadableManifests: [String]

  package static let suffix = ".xcactivitylog"
  static let manifest = "LogStoreManifest.plist"

  /// Finds the logs of builds below a folder: in its `Logs/Build`, in those of the folders in it, or anywhere in a bundle of results.
  /// - Parameter path: a folder.
  /// - Complexity: O(files) in the folders with logs.
  package init(_ path: String) {
    let root = Path.absolute(path)
    var folders = ["", "/Build", "/Logs/Build"].map { root + $0 }
    folders += Self.names(in: root).map { "\(root)/\($0)/Logs/Build" }
    if root.hasSuffix(".xcresult") { folders += Self.folders(below: root) }
    var seen: Set<String> = []
    var (entries, unreadable) = ([Entry](), [String]())
    for folder in folders where seen.insert(folder).inserted && Path.isFolder(folder) {
      let (found, isReadable) = Self.entries(in: folder)
      entries += found
      if !isReadable { unreadable.append("\(folder)/\(Self.manifest)") }
    }
    self.entries = entries.sorted { ($1.ended, $0.path) < ($0.ended, $1.path) }
    unreadableManifests = unreadable
  }

  private static let mostFolders = 10_000

  private static func folders(below root: String) -> [String] {
    var (found, pending) = ([String](), [root])
    while let folder = pending.popLast(), found.count < mostFolders {
      let below = names(in: folder).map { "\(folder)/\($0)" }.filter {
        Path.isFolder($0) && FileStatus(at: $0, followsLast: false)?.kind != .link
      }
      found += below
      pending += below
    }
    return found
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private static func entries(in folder: String) -> (entries: [Entry], isReadable: Bool) {
    let files = names(in: folder).filter { $0.hasSuffix(suffix) }
    let path = "\(folder)/\(manifest)"
    var listed: [String: LogStoreManifest.Log] = [:]
    var isReadable = true
    if Path.isFile(path) {
      let data = FileManager.default.contents(atPath: path) ?? Data()
      if let read = try? PropertyListDecoder().decode(LogStoreManifest.self, from: data) {
        // Names of files in a manifest are no paths.
        for (key, log) in read.logs { listed[log.fileName ?? key + suffix] = log }
      } else {
        isReadable = false
      }
    }
    let entries = files.compactMap { name -> Entry? in
      let file = "\(folder)/\(name)"
      guard let facts = try? FileManager.default.attributesOfItem(atPath: Path.canonical(file) ?? file),
        facts[.type] as? FileAttributeType == .typeRegular
      else { return nil }
      return Entry(
        path: file, listed[name], changed: facts[.modificationDate] as? Date ?? .distantPast,
        isEmpty: (facts[.size] as? UInt64 ?? 0) == 0)
    }
    return (entries, isReadable)
  }
}

extension BuildLogFolder.Entry {
  fileprivate init(path: String, _ log: LogStoreManifest.Log?, changed: Date, isEmpty: Bool) {
    self.path = path
    let times = log.flatMap { log in log.started.flatMap { start in log.stopped.map { (start, $0) } } }
    ended = times.map { Date(timeIntervalSinceReferenceDate: $0.1) } ?? changed
    seconds = times.flatMap { $1 >= $0 ? $1 - $0 : nil }
    (scheme, container) = (log?.scheme, log?.container)
    (errors, warnings) = (log?.errors, log?.warnings)
    self.isEmpty = isEmpty
  }
}

/// The part of `LogStoreManifest.plist` that is used. What has another type is absent.
private struct LogStoreManifest: Decodable {
  let logs: [String: Log]

  struct Log: Decodable {
    let fileName: String?
    let scheme: String?
    let container: String?
    /// Seconds since 2001.
    let started: Double?
    let stopped: Double?
    let errors: Int?
    let warnings: Int?

    private enum Keys: String, CodingKey {
      case fileName, primaryObservable, timeStartedRecording, timeStoppedRecording
      case totalNumberOfErrors, totalNumberOfWarnings
      case container = "schemeIdentifier-containerName"
      case scheme = "schemeIdentifier-schemeName"
    }

    init(from decoder: any Decoder) throws {
      let values = try? decoder.container(keyedBy: Keys.self)
      let totals = try? values?.nestedContainer(keyedBy: Keys.self, forKey: .primaryObservable)
      fileName = try? values?.decode(String.self, forKey: .fileName)
      scheme = try? values?.decode(String.self, forKey: .scheme)
      container = try? values?.decode(String.self, forKey: .container)
      started = (try? values?.decode(Double.self, forKey: .timeStartedRecording)).flatMap { $0.isFinite ? $0 : nil }
      stopped = (try? values?.decode(Double.self, forKey: .timeStoppedRecording)).flatMap { $0.isFinite ? $0 : nil }
      errors = try? totals?.decode(Int.self, forKey: .totalNumberOfErrors)
      warnings = try? totals?.decode(Int.self, forKey: .totalNumberOfWarnings)
    }
  }
}

/// The derived data around a log.
package enum DerivedDataFolder {
  /// The file with the dependencies between the targets of a build.
  /// - Parameters:
  ///   - hash: of the build's description, hexadecimal.
  ///   - log: the path of the build's log.
  /// - Returns: `nil` if there is none.
  package static func targetGraph(hash: String, besideLog log: String) -> [UInt8]? {
    let root = Path.normalized(Path.absolute(log) + "/../../..")
    let builds = "\(root)/Build/Intermediates.noindex"
    let archives = ((try? FileManager.default.contentsOfDirectory(atPath: "\(builds)/ArchiveIntermediates")) ?? [])
      .sorted().map { "\(builds)/ArchiveIntermediates/\($0)/IntermediateBuildFilesPath" }
    for folder in [builds] + archives {
      for name in ["\(hash).xcbuilddata/target-graph.txt", "\(hash)-targetGraph.txt"] {
        let file = "\(folder)/XCBuildData/\(name)"
        if Path.isFile(file), let data = FileManager.default.contents(atPath: file) { return Array(data) }
      }
    }
    return nil
  }
}
