import Synthesis

/// The default workspace for calibrations: small, so that many rounds take minutes, but with a chain of modules like
/// the workspaces that are measured later.
package enum CalibrationWorkspace {
  package static let app = "CalibrationApp"

  private static let description = WorkspaceDescription(
    name: "Calibration",
    modules: [
      .init(name: "Model", kind: .library, lines: 200, files: 2),
      .init(name: "Store", kind: .library, lines: 200, files: 2, dependencies: ["Model"]),
      .init(name: app, kind: .executable, lines: 60, files: 1, dependencies: ["Store"]),
    ])

  /// Writes the workspace, with the same bytes each time.
  /// - Returns: its folder.
  package static func write(below cacheFolder: String) throws -> String {
    let folder = cacheFolder + "/calibration/workspace"
    try ResultFiles.write(
      try synthesize(description).map { ($0.path, $0.bytes) }, below: folder, mayReplace: true)
    return folder
  }
}
