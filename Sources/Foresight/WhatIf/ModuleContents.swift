import BuildAnalysis
package import ModuleGraph

/// The contents of a module in a proposed structure.
package struct ModuleContents: Hashable, Sendable {
  /// A file of a recorded module.
  package struct File: Hashable, Sendable {
    package let module: ModuleID
    /// Its index among the files of that module.
    package let index: Int
  }

  /// Sorted.
  package internal(set) var files: [File]
  /// The recorded modules from which it is derived: those whose files it contains, or would contain if they were known.
  package internal(set) var origins: Set<ModuleID>
  /// A factor for the cost of compiling it.
  var factor = 1.0
  /// The lines of an interface, which contains no recorded files; `nil` for other modules.
  var newLines: Int?
}

extension ModuleContents.File: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (left.module, left.index) < (right.module, right.index)
  }
}
