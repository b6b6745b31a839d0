import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A revision's files in a folder of modgauge, for builds: the files that git has of it, and of the submodules that the
/// working tree contains.
package struct CheckedOutRevision: Sendable {
  package let commit: String
  /// The folder that stands for the top of the repository.
  package let top: String
  /// The folder that stands for the workspace's.
  package let workspace: String
  /// Warnings, as sentences.
  package let warnings: [String]

  /// Replaces the contents of the folder.
  ///
  /// The versions of dependencies and SwiftPM's configuration, which builds need and git may ignore, are the working
  /// tree's if the revision has none of its own.
  /// - Parameters:
  ///   - revision: in git's syntax.
  ///   - repository: the one that the workspace is in.
  /// - Throws: `RevisionError`, `WorkspaceError.cacheUnusable`, `CancellationError`, `SubprocessError`.
  package init(_ revision: String, of repository: GitRepository, in folder: String) async throws {
    if FileStatus(at: folder) != nil {
      do { try OwnFolder.remove(folder) } catch {
        throw WorkspaceError.cacheUnusable(path: folder, reason: error.reason)
      }
    }
    let (files, warnings) = try await RevisionFiles.read(
      revision, of: repository, cacheFolder: folder, remembers: false, temporaryFolder: folder + "/git", exceptions: [])
    commit = try await repository.commit(revision)
    self.warnings = warnings
    // SwiftPM calls a package after its folder.
    let top = folder + "/" + repository.top.lastComponent
    let complaints = try await files.write(to: top)
    guard complaints.isEmpty else {
      throw RevisionError.filesNotWritten(revision: revision, clone: repository.folder, words: complaints)
    }
    self.top = top
    workspace = repository.prefix.isEmpty ? top : top + "/" + repository.prefix
    guard FileStatus(at: workspace) != nil else {
      throw RevisionError.folderMissing(path: repository.prefix, revision: revision)
    }
    if !repository.isBare { try Self.copySettings(from: repository.workspace, to: workspace) }
  }

  /// Copies the files that builds need beside the sources, if the revision has none of its own.
  private static func copySettings(from original: String, to workspace: String) throws {
    for name in ["Package.resolved", ".swiftpm/configuration"] {
      let (own, place) = (original + "/" + name, workspace + "/" + name)
      guard FileStatus(at: own) != nil, FileStatus(at: place) == nil else { continue }
      try? FileSystem.makeFolders(Path.normalized(place + "/.."))
      do { try FileManager.default.copyItem(atPath: own, toPath: place) } catch {
        throw WorkspaceError.cacheUnusable(path: place, reason: FileReason.description(of: error))
      }
    }
  }
}
