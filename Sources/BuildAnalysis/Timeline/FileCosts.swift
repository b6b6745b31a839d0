package import BuildTrace
package import ModuleGraph

/// The cost of each file in a compiler process of its own, measured in a build with a process for each file.
///
/// Such a build takes longer than a normal one, since each process reads its module and its imports again. So only the
/// costs of files are taken from it; everything else follows from a normal build.
package struct FileCosts: Hashable, Sendable, Codable {
  package struct File: Hashable, Sendable, Codable {
    /// The name without its folder, which is unique within a module.
    package let name: String
    /// The CPU time of its process in seconds, without the shared preparation.
    package let cpuSeconds: Double
  }

  package struct Module: Hashable, Sendable, Codable {
    package let id: ModuleID
    /// Sorted by name.
    package let files: [File]

    package init(id: ModuleID, files: [File]) {
      self.id = id
      self.files = files
    }
  }

  /// Wall and CPU time of the build with a process for each file.
  package let seconds: Double
  package let cpuSeconds: Double
  /// The modules of which each Swift file was compiled by itself, sorted.
  package let modules: [Module]

  package var fileCount: Int { modules.reduce(0) { $0 + $1.files.count } }
}

extension FileCosts {
  /// Reads the costs of files from a build with a process for each file.
  ///
  /// Of a module that is built several times, such as for the product and for a tool, each file's mean counts. Modules
  /// with a process that compiled several files, or all of them at once, are omitted.
  /// - Parameter graph: a graph with all modules of the build.
  package init(_ trace: BuildTrace, graph: ModuleGraph) {
    let analysis = TraceAnalysis(trace, graph)
    let (jobs, built) = (analysis.tasks.tree.jobs, analysis.tasks.built)
    let shared = RecordedPreparation(analysis, of: trace).microseconds(in: jobs)
    var measured: [ModuleID: [String: [Double]]] = [:]
    var others: Set<ModuleID> = []
    for (index, job) in jobs.enumerated() where job.kind == .compile {
      guard let module = job.module.flatMap(built.place).flatMap({ built.found[$0] }), module.kind != .plugin else {
        continue
      }
      if job.fileCount == 1, let name = job.files.first {
        let seconds = Double(job.cpuMicroseconds - (shared[index] ?? 0)) / 1e6
        measured[module.id, default: [:]][name, default: []].append(seconds)
      } else {
        others.insert(module.id)
      }
    }
    self.init(
      seconds: analysis.tasks.tree.span.seconds,
      cpuSeconds: Double(trace.supervised.map { $0.userMicroseconds + $0.systemMicroseconds } ?? 0) / 1e6,
      modules: measured.filter { !others.contains($0.key) }.sorted { $0.key < $1.key }.map { id, files in
        Module(
          id: id,
          files: files.sorted { $0.key < $1.key }.map { name, costs in
            File(name: name, cpuSeconds: costs.reduce(0, +) / Double(costs.count))
          })
      })
  }

  /// The CPU time of the processes of each file, in microseconds by name; `nil` for a module that was not measured.
  package func microseconds(of id: ModuleID) -> [String: Double]? {
    modules.first { $0.id == id }.map { module in
      Dictionary(module.files.map { ($0.name, $0.cpuSeconds * 1e6) }) { first, _ in first }
    }
  }
}
