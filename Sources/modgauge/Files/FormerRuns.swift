import BuildAnalysis
import Documents
import Reports
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The runs and recorded builds of a workspace that lie where the platform keeps what programs want to remember.
struct FormerRuns {
  let folder: String

  /// So many are looked into for the same builds.
  private static let most = 5
  /// In bytes; a plan must not wait for the reading of thousands of rounds.
  private static let largest = 16 << 20

  /// How long a benchmark will take: by the newest run that has made all its builds, else by the newest recorded build of
  /// all its modules, else by the machine's calibration.
  ///
  /// What cannot be read tells nothing.
  func expectedDuration(of run: Run) -> ExpectedDuration? {
    expectation(of: run, source: .run, file: "run.json", as: "the run of") { bytes in
      try run.expectedSeconds(by: Run(json: bytes))
    }
      ?? expectation(of: run, source: .recording, file: "modules.json", as: "the build recorded at") { bytes in
        try RecordedBuild(TimelineDocument(json: bytes)).flatMap { run.expectedSeconds(by: $0) }
      } ?? ExpectedDuration(byCalibrationOf: run)
  }

  /// The newest recorded build of the same configuration and as many cores that tells how long each arm takes.
  func estimate(of run: Run) -> RecordedEstimate? {
    let newest = names(withFile: "modules.json").first
    return newest.flatMap { try? RecordedEstimate(at: "\(folder)/\($0)", for: run.workspace.graph) }.flatMap {
      $0.isOf(run) ? $0 : nil
    }
  }

  /// The newest folders with a file, at most a few.
  private func names(withFile file: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // Named by the moment.
    return Array(names.sorted(by: >).filter { Path.isFile("\(folder)/\($0)/\(file)") }.prefix(Self.most))
  }

  private func expectation(
    of run: Run, source: ExpectedDuration.Source, file: String, as words: String,
    by seconds: ([UInt8]) throws -> Double?
  ) -> ExpectedDuration? {
    for name in names(withFile: file) {
      let path = "\(folder)/\(name)/\(file)"
      let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? UInt64
      guard size.map({ $0 <= Self.largest }) ?? false, let bytes = FileManager.default.contents(atPath: path),
        let seconds = try? seconds(Array(bytes))
      else { continue }
      return ExpectedDuration(seconds: seconds, of: run, source: source, words: "\(words) \(name)")
    }
    return nil
  }
}
