/// A part of a build's wall time. The phases of a build follow one another without gaps.
package struct Phase: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// From the build's start to the first process that compiles: `swift build` reads manifests and plans.
    case beforeFirstCompile
    /// To the end of the last process that compiles.
    case compile
    /// To the end of the last process that links.
    case link
    /// To the build's end.
    case afterLastJob
  }

  package let kind: Kind
  package let span: Span
  /// In how much of it no recorded process ran. Before the first compile and after the last job that is
  /// `swift build` itself; in the two others nobody knows.
  package let idleNanoseconds: Int

  package init(kind: Kind, span: Span, idleNanoseconds: Int) {
    self.kind = kind
    self.span = span
    self.idleNanoseconds = idleNanoseconds
  }
}
