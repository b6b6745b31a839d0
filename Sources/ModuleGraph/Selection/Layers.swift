/// A layer of a workspace's architecture, and the modules in it.
package struct Layer: Hashable, Sendable {
  package let name: String
  /// Patterns for the ids of modules, or for their names.
  package let modules: [Glob]

  package init(name: String, modules: [Glob]) {
    self.name = name
    self.modules = modules
  }
}

/// A workspace's layers from top to bottom. A module is in the first one with a matching pattern.
package struct Layers: Hashable, Sendable {
  package let all: [Layer]

  package init(_ all: [Layer] = []) {
    self.all = all
  }

  package var isEmpty: Bool { all.isEmpty }

  /// The index of a module's layer, counted from the top; `nil` if it is in none.
  /// - Complexity: O(patterns · length of the id).
  package func index(of module: ModuleID) -> Int? {
    all.firstIndex { layer in layer.modules.contains { $0.matches(module) } }
  }
}

extension Glob {
  /// Whether the pattern matches a module's id or its name.
  package func matches(_ module: ModuleID) -> Bool {
    matches(module.name) || matches(module.description)
  }
}
