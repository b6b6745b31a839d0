/// What the configuration says about changed files that no target builds.
package struct AffectedSettings: Hashable, Sendable {
  /// Files that touch no module.
  package let ignore: [Glob]
  /// Files that touch every module.
  package let all: [Glob]

  package init(ignore: [Glob] = [], all: [Glob] = []) { (self.ignore, self.all) = (ignore, all) }
}
