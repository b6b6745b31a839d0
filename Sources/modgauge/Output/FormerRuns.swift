import BuildAnalysis
import Reports
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The runs of a workspace that lie where the platform keeps what programs want to remember.
struct FormerRuns {
  let folder: String

  /// So many are looked into for the same builds.
  private static let most = 5
  /// In bytes; a plan must not wait for the reading of thousands of rounds.
  private static let largest = 16 << 20

  /// How long a benchmark will take, by the newest run that has made all its builds.
  ///
  /// What cannot be read tells nothing.
  func expectedDuration(of run: Run) -> ExpectedDuration? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // Named by the moment.
    for name in names.sorted(by: >).prefix(Self.most) {
      let path = "\(folder)/\(name)/run.json"
      let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? UInt64
      guard size.map({ $0 <= Self.largest }) ?? false, let bytes = FileManager.default.contents(atPath: path),
        let former = try? JSON.run(from: Array(bytes)), let seconds = run.expectedSeconds(by: former)
      else { continue }
      return ExpectedDuration(seconds: seconds, source: "the run of \(name)")
    }
    return nil
  }
}
