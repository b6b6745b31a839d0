package import Configuration
import Workspace

/// The configuration of a workspace, and the folder that its paths are relative to.
package struct LoadedConfiguration: Sendable {
  package let settings: WorkspaceConfiguration
  /// The folder of a file that was found; `nil` for a named file, which may be anywhere, so that its paths are relative
  /// to the workspace.
  package let base: String?
  /// The path of the file for the user; `nil` without a file.
  package private(set) var file: String?

  package init(settings: WorkspaceConfiguration, base: String?) {
    (self.settings, self.base) = (settings, base)
  }

  /// Reads the file that was named, else the one in the package's folder or above it.
  /// - Throws: `ConfigurationError`, `InputFile.Unreadable`.
  package init(named config: String?, of packagePath: String) throws {
    if let config {
      settings = try WorkspaceConfiguration(yaml: try InputFile.read(config), file: config)
      (base, file) = (nil, config)
      return
    }
    let home = OwnEnvironment.variables["HOME"].flatMap(Path.canonical)
    guard let folder = Path.canonical(packagePath),
      let file = WorkspaceConfiguration.file(around: folder, home: home)
    else {
      (settings, base) = (WorkspaceConfiguration(), nil)
      return
    }
    let here = Path.canonical(".") ?? "/"
    let shown = file.hasPrefix(here + "/") ? Path.relative(file, to: here) : file
    settings = try WorkspaceConfiguration(yaml: try InputFile.read(file, shownAs: shown), file: shown)
    (base, self.file) = (InputFile.folder(of: file), shown)
  }
}
