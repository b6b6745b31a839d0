/// A module as it was compiled in a build.
package struct BuiltModule: Hashable, Sendable {
  /// The name that the compiler uses.
  package let name: String
  /// Whether it was built as a tool that runs during the build, like macros and the modules of plugins. The same module
  /// may also be built for the product.
  package let isTool: Bool

  package init(name: String, isTool: Bool = false) {
    self.name = name
    self.isTool = isTool
  }

  /// A display name that is unique in a build.
  package var label: String { isTool ? name + Self.toolSuffix : name }

  private static let toolSuffix = " (tool)"

  static func isTool(label: String) -> Bool { label.hasSuffix(toolSuffix) }
}

extension BuiltModule: Comparable {
  /// Orders by name; of the same name, modules for the product come before tools.
  package static func < (left: BuiltModule, right: BuiltModule) -> Bool {
    (left.name, left.isTool ? 1 : 0) < (right.name, right.isTool ? 1 : 0)
  }
}
