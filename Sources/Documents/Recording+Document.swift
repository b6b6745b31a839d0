package import BuildAnalysis
import ModuleGraph

extension Recording: Document {
  package static let schema = Schema("recording", version: 1)
  package static let title = "the description of a recorded build"
  package static let origin = "the folder that `modgauge record` wrote"

  private enum CodingKeys: String, CodingKey {
    case subject, graph, machineCPUMicroseconds, sleptSeconds, fileCosts
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      subject: try container.decode(RecordedSubject.self, forKey: .subject),
      graph: try container.decode(Versioned<ModuleGraph>.self, forKey: .graph).document,
      machineCPUMicroseconds: try container.decodeIfPresent(Int.self, forKey: .machineCPUMicroseconds),
      sleptSeconds: try container.decodeIfPresent(Double.self, forKey: .sleptSeconds),
      fileCosts: try container.decodeIfPresent(FileCosts.self, forKey: .fileCosts))
  }

  package func encode(to encoder: any Encoder) throws {
    let members: JSONObject = [
      "subject": subject, "graph": Versioned(graph), "machineCPUMicroseconds": machineCPUMicroseconds,
      "sleptSeconds": sleptSeconds, "fileCosts": fileCosts,
    ]
    try members.encode(to: encoder)
  }
}
