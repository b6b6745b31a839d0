package import BuildAnalysis

extension AcceptedRegressions: Document {
  package static let schema = Schema("accepted", version: 1)
  package static let title = "a list of accepted slowdowns"
  package static let origin = "what `modgauge compare --accept` wrote"
}
