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

  /// The same options with the Xcode workspace or project that the configuration's builder builds, unless one is named.
  /// - Throws: `MissingContainer`.
  func opened(_ configuration: FoundConfiguration, for build: BuildOptions) throws(MissingContainer) -> WorkspaceOptions
  {
    guard let container = build.xcodebuild(configuration.settings.bench)?.container,
      ![".xcworkspace", ".xcodeproj"].contains(where: packagePath.hasSuffix)
    else { return self }
    var options = self
    let isHere = configuration.base.map { $0 == Path.canonical(packagePath) } ?? true
    let folder = isHere ? packagePath : configuration.base ?? packagePath
    options.namePackagePath(folder == "." ? container : "\(folder)/\(container)")
    guard Path.isFolder(options.packagePath) else {
      throw MissingContainer(path: options.packagePath, file: configuration.file ?? WorkspaceConfiguration.fileName)
    }
    return options
  }

  /// What the configuration's builder builds does not exist.
  struct MissingContainer: Error, CustomStringConvertible {
    let path: String
    /// The configuration's.
    let file: String

    var description: String {
      "There is no folder `\(path.visible)`, which `builder:` in `\(file.visible)` names. Its path is relative to that file's folder."
    }
  }
}
