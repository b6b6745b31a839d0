package import BuildAnalysis
import ModuleGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSON {
  /// Reads from a time line (`modgauge.timeline/1`) what it tells of how long other builds take.
  /// - Returns: `nil` where it is not of a whole clean build.
  /// - Throws: `JSON.Malformed`.
  package static func recordedBuild(from bytes: [UInt8]) throws(Malformed) -> RecordedBuild? {
    let document: RecordedBuildDocument
    do { document = try JSONDecoder().decode(RecordedBuildDocument.self, from: Data(bytes)) } catch {
      throw Malformed(error)
    }
    guard document.schema == TimelineDocument.schema, document.build.isClean, document.build.gaps.isEmpty else {
      return nil
    }
    return RecordedBuild(
      configuration: document.build.configuration, cores: document.build.cores, seconds: document.build.seconds,
      modules: document.modules.map {
        .init(name: $0.name, id: $0.id, cpuSeconds: $0.cpuSeconds, dependencies: $0.dependencies)
      })
  }
}

/// What is read of `modgauge.timeline/1`.
private struct RecordedBuildDocument: Decodable {
  struct Build: Decodable {
    let configuration: String
    let isClean: Bool
    let cores: Int
    let seconds: Double
    let gaps: [String]
  }

  struct Module: Decodable {
    let name: String
    let id: ModuleID?
    let cpuSeconds: Double
    let dependencies: [String]
  }

  let schema: String
  let build: Build
  let modules: [Module]
}
