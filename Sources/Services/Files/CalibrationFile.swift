package import BuildAnalysis
import Documents
import Workspace

/// The file with the last calibration of a machine and a toolchain.
package struct CalibrationFile {
  package let path: String

  package init(for machine: Run.Machine, stateFolder: String = StateFolder.platformDefault()) {
    path = "\(stateFolder)/calibrations/\(String(machine.calibrationKey.stableHash, radix: 16)).json"
  }

  /// The calibration of a machine; `nil` if there is none, or it cannot be read, since it is optional.
  package static func read(for machine: Run.Machine) -> Calibration? {
    guard let bytes = try? InputFile.read(CalibrationFile(for: machine).path),
      let calibration = try? Calibration(json: bytes), calibration.speaks(for: machine)
    else { return nil }
    return calibration
  }

  package func write(_ calibration: Calibration) throws {
    try ResultFiles.makeFolder(InputFile.folder(of: path))
    try ResultFiles.write(try calibration.json(), to: path)
  }
}
