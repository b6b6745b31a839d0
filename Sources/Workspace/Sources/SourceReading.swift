import ModuleGraph

/// Reads sources, each only once for all requested contents.
struct SourceReading: Sendable {
  /// A source that is to be read.
  struct Source: Sendable {
    /// Absolute.
    let path: String
    /// Relative to the workspace's root.
    let shown: String
    var target = Target()
  }

  /// What decides conditions in the sources of a target.
  struct Target: Sendable {
    /// `nil` if the target's settings are unknown.
    var settings: CompilationSettings?
    /// The modules and products that its package declares or uses, by name.
    var ownModules: Set<String> = []
  }

  /// What is read besides sizes.
  private let wanted: FileReadings
  /// The builds in which conditions of interfaces hold.
  private let build: CompilationSettings.Build

  init(_ wanted: FileReadings, for build: CompilationSettings.Build) {
    self.wanted = wanted.subtracting(.resources)
    self.build = build
  }

  /// Reads sources on all processors.
  /// - Returns: for each, in their order, the file, or why it cannot be read.
  /// - Complexity: O(bytes); for the sizes of a revision's files, only of those that were never measured.
  func files(_ sources: [Source]) async -> [Result<SourceFile, FileFailure>] {
    await sources.inPieces { sources in
      let reader = FileBytes()
      var bytes: [UInt8] = []
      var files: [Result<SourceFile, FileFailure>] = []
      files.reserveCapacity(sources.count)
      if let revision = RevisionFiles.current, !revision.fillsDisk {
        for (source, size) in zip(sources, revision.sizes(of: sources.map(\.path))) {
          switch size {
          case .success(let size):
            // A partial clone may lack the bytes of a file that was measured before.
            let contents = wanted.isEmpty ? nil : try? read(source, reader, &bytes).contents
            files.append(.success(SourceFile(source, size, contents)))
          case .failure(let failure): files.append(.failure(failure))
          }
        }
      } else {
        for source in sources {
          do throws(FileFailure) {
            let (size, contents) = try read(source, reader, &bytes)
            files.append(.success(SourceFile(source, size, contents)))
          } catch {
            let isUnknown = RevisionFiles.current?.lacks(linkAt: source.path) ?? false
            files.append(isUnknown ? .success(SourceFile(source, nil, nil)) : .failure(error))
          }
        }
      }
      return files
    }
  }

  /// Reads a source, and its requested contents.
  /// - Parameter bytes: reused, since most sources are small.
  private func read(
    _ source: Source, _ reader: borrowing FileBytes, _ bytes: inout [UInt8]
  ) throws(FileFailure) -> (size: TextSize?, contents: SourceContents?) {
    bytes.removeAll(keepingCapacity: true)
    var count = TextSize.Count()
    try reader.read(source.path) { piece in
      count.add(piece)
      if !wanted.isEmpty { bytes.append(contentsOf: piece) }
    }
    if count.isPointer { return (nil, nil) }
    guard !wanted.isEmpty else { return (count.size, nil) }
    return (count.size, SourceContents(bytes, of: source, lines: count.size.lines, wanted: wanted, in: build))
  }
}

extension SourceFile {
  fileprivate init(_ source: SourceReading.Source, _ size: TextSize?, _ contents: SourceContents?) {
    self.init(
      path: source.shown, lines: size?.lines, bytes: size?.bytes, language: source.language?.rawValue,
      contents: contents)
  }
}

extension SourceReading.Source {
  /// `nil` for a file that is declared as a source despite its extension.
  var language: SourceLanguage? { SourceLanguage(ofFile: path) }
}
