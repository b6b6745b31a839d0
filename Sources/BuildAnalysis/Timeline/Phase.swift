/// A part of a build's wall time. The phases of a build follow one another without gaps.
package struct Phase: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// From the build's start to the end of the last process that makes a program of a manifest; none where SwiftPM
    /// remembered what all of them say.
    case manifests
    /// To the end of the last process that makes a program of a plugin before anything else is compiled: SwiftPM asks
    /// plugins what to build before it plans.
    case plugins
    /// To the first process that compiles a module that is no plugin: `swift build` plans.
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
  /// In how much of it no recorded process ran. While modules are compiled and linked nobody knows what that is; in the
  /// others it is `swift build` itself.
  package let idleNanoseconds: Int

  package init(kind: Kind, span: Span, idleNanoseconds: Int) {
    self.kind = kind
    self.span = span
    self.idleNanoseconds = idleNanoseconds
  }
}
