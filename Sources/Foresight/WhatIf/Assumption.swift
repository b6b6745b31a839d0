package import BuildAnalysis
package import ModuleGraph

/// An assumption of a forecast, where neither the graph nor the trace has the information.
package enum Assumption: Hashable, Sendable {
  /// The parts need only the listed dependencies on one another, and dependents need all parts.
  case independentParts(of: ModuleID, [ModuleID])
  /// Each part has all dependencies of the module, since the imports of its files are unknown.
  case partsNeedAll(of: ModuleID)
  /// The interface has the dependencies of the module, and this many lines.
  case interface(ModuleID, lines: Int)
  /// Moved files need only dependencies of their new module, and no dependency changes.
  case movedFiles(from: ModuleID, to: ModuleID)
  /// The first module still depends on the second, through another one.
  case stillReaches(ModuleID, ModuleID, through: ModuleID)
  /// Nothing that is built depends on these any more.
  case unneeded([ModuleID])
  /// The work that the first compilers do for all later ones costs as much as they cost more than others, by an assumed
  /// cost of lines.
  case assumedPreparation
  /// The cost of the only compiled module contains the work that its compiler does for all later ones.
  case preparation(in: ModuleID)
  /// The new cores are as fast as the recorded ones.
  case equalCores
  /// Another order of unblocking comes with other processes that start compilers.
  case otherDrivers(Unblocking.Model)
}

extension Assumption: CustomStringConvertible {
  package var description: String {
    switch self {
    case .independentParts(let id, let parts):
      "The parts of \(id.name) (\(parts.map(\.name).joined(separator: ", "))) need no dependencies on one another but those that are "
        + "proposed, and every dependent needs all of them; add and cut dependencies where this is wrong."
    case .partsNeedAll(let id):
      "Each part of \(id.name) needs all that \(id.name) depends on, since the imports of its files are not known."
    case .interface(let id, let lines):
      "\(id.name) has \(lines) lines, the dependencies of the module behind it, and everything that dependents need."
    case .movedFiles(let from, let to):
      "The files that move from \(from.name) to \(to.name) need nothing that \(to.name) does not depend on, and no dependency changes."
    case .stillReaches(let from, let to, let through):
      "\(from.name) still reaches \(to.name) through \(through.name), and waits for it."
    case .unneeded(let ids):
      "Nothing that is built needs \(ids.map(\.name).listed(atMost: 5)) any more, so \(ids.count == 1 ? "it is" : "they are") not built."
    case .assumedPreparation:
      "The work of the first compilers for all others is separated from their own by an assumed cost of lines, since the recorded build has fewer "
        + "than \(RecordedPreparation.fewestLater) later compilers. The interval also contains the prediction without this separation."
    case .preparation(let id):
      "The cost of \(id.name) contains the work of the first compiler for all later ones: with one compiler, the two cannot be separated."
    case .equalCores: "Every core is as fast as in the recorded build, however many there are."
    case .otherDrivers(.atModuleEnd):
      "Each module has a driver that starts its compilers, as in SwiftPM's native build system by default."
    case .otherDrivers(.atEmitModule):
      "Modules have no drivers: the builder plans them and starts their compilers, as SwiftPM does with --use-integrated-swift-driver."
    }
  }
}
