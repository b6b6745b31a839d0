package import ModuleGraph

/// The files of a module, and how they could be divided.
package struct ModuleFiles: Sendable {
  package let graph: FileGraph
  /// `nil` if not requested.
  package let seams: Seams?

  package init(_ graph: FileGraph, seams: Seams? = nil) { (self.graph, self.seams) = (graph, seams) }
}
