package import ModuleGraph

/// What a module of a proposed structure is made of.
package struct ModuleContents: Hashable, Sendable {
  /// A file of a recorded module.
  package struct File: Hashable, Sendable {
    package let module: ModuleID
    /// Its index among the files of that module.
    package let index: Int
  }

  /// Sorted.
  package internal(set) var files: [File]
  /// The recorded modules that it is like: those whose files it has, or would have if their files were known.
  package internal(set) var origins: Set<ModuleID>
  /// How much more or less compiling it costs.
  var factor = 1.0
  /// The lines of a module that has none of the recorded files: an interface.
  var newLines: Int?
}

extension ModuleContents.File: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (left.module, left.index) < (right.module, right.index)
  }
}
