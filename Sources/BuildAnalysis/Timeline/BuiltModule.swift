/// A module as one build compiled it.
package struct BuiltModule: Hashable, Sendable {
  /// As the compiler names it.
  package let name: String
  /// Whether it was built to run during the build, as macros and what plugins use are; the same module may be built for
  /// the product as well.
  package let isTool: Bool

  package init(name: String, isTool: Bool = false) {
    self.name = name
    self.isTool = isTool
  }

  /// Unique in a build, for people too.
  package var label: String { isTool ? name + " (tool)" : name }
}

extension BuiltModule: Comparable {
  /// By name; for the product before for the build itself.
  package static func < (left: BuiltModule, right: BuiltModule) -> Bool {
    (left.name, left.isTool ? 1 : 0) < (right.name, right.isTool ? 1 : 0)
  }
}
