import Configuration
import Workspace

/// The configuration of a workspace, and the folder that its paths are relative to.
struct FoundConfiguration {
  let settings: WorkspaceConfiguration
  /// The folder of a file that was found; `nil` for a named file, which may be anywhere, so that its paths are relative
  /// to the workspace.
  let base: String?
  /// The path of the file for the user; `nil` without a file.
  var file: String?
}

extension FoundConfiguration {
  /// Reads the file that was named, else the one in the package's folder or above it.
  /// - Throws: `ConfigurationError`, `InputFile.Unreadable`.
  init(named config: String?, of packagePath: String) throws {
    if let config {
      let bytes = try InputFile.read(config)
      self.init(settings: try WorkspaceConfiguration(yaml: bytes, file: config), base: nil, file: config)
      return
    }
    let home = OwnEnvironment.variables["HOME"].flatMap(Path.canonical)
    guard let folder = Path.canonical(packagePath),
      let file = WorkspaceConfiguration.file(around: folder, home: home)
    else {
      self.init(settings: WorkspaceConfiguration(), base: nil)
      return
    }
    let here = Path.canonical(".") ?? "/"
    let shown = file.hasPrefix(here + "/") ? Path.relative(file, to: here) : file
    self.init(
      settings: try WorkspaceConfiguration(yaml: try InputFile.read(file, shownAs: shown), file: shown),
      base: InputFile.folder(of: file), file: shown)
  }
}

extension WorkspaceOptions {
  /// Reads the file of `--config`, or the one in the package's folder or above it.
  /// - Throws: `ConfigurationError`, `InputFile.Unreadable`.
  func configuration() throws -> FoundConfiguration { try FoundConfiguration(named: config, of: packagePath) }
}
