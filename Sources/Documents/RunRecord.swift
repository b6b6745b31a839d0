package import BuildAnalysis

/// A run as two texts, for storing many runs. Neither contains derived data.
package struct RunRecord: Sendable, Hashable {
  /// Everything except the samples, as JSON. Large parts of it are the same in many runs.
  package let head: String
  /// The samples as a JSON array.
  package let samples: String

  package init(head: String, samples: String) {
    (self.head, self.samples) = (head, samples)
  }

  /// - Throws: `EncodingError` if a figure is not finite.
  package init(_ run: Run) throws {
    head = try JSONCodec.text(Labelled(schema: Run.schema, content: run.head), .inline)
    samples = try JSONCodec.text(run.samples, .inline)
  }

  package func run() throws(DocumentError) -> Run {
    var run = try Versioned<Run>.read(Array(head.utf8)).document
    do { run.samples = try JSONCodec.value([Sample].self, from: Array(samples.utf8)) } catch {
      throw DocumentError(Run.self, DocumentError.Problem(error, in: Array(samples.utf8)))
    }
    return run
  }
}
