package import BuildAnalysis

/// How much of a predicted change lies between two states of a workspace, which is known before they are built.
package struct CarriedOutChange: Sendable {
  package enum Extent: Sendable {
    /// The head has nothing of it.
    case none
    /// What the head has of it, the base has as well.
    case alreadyInBase
    /// The head has all or some of it, or the structure does not show it, as with changed costs.
    case some
  }

  package let extent: Extent
  /// The names of the two states.
  package let base: String
  package let head: String
  /// The differences between the head and the predicted structure.
  package let headMismatch: StructureMismatch

  /// - Parameter run: the plan of a run that builds both states, and their graphs; samples are not needed.
  /// - Returns: `nil` for a run that has no base.
  package init?(of prediction: SavedPrediction, in run: Run) {
    guard let comparison = RunComparison(RunFindings(run)), !comparison.isHeadAlone else { return nil }
    let target = prediction.subject.target
    (base, head) = (comparison.base.name, comparison.head.name)
    let states = (base: comparison.base.structure(of: target), head: comparison.head.structure(of: target))
    headMismatch = StructureMismatch(predicted: prediction.after, found: states.head)
    extent = Self.extent(of: prediction, in: states)
  }

  private static func extent(
    of prediction: SavedPrediction, in states: (base: PredictedStructure, head: PredictedStructure)
  ) -> Extent {
    let (before, after) = (prediction.before, prediction.after)
    let structure = before.elements.symmetricDifference(after.elements)
    let (oldLines, newLines) = (before.lines, after.lines)
    // Code also grows otherwise, so that sizes say something only where nothing else changes.
    let sizes = structure.isEmpty ? oldLines.filter { newLines[$0.key] ?? $0.value != $0.value } : [:]
    guard !structure.isEmpty || !sizes.isEmpty else { return .some }
    func carriesOut(_ state: PredictedStructure) -> (elements: Set<PredictedStructure.Element>, sizes: Set<String>) {
      let (own, predicted, ownLines) = (state.elements, after.elements, state.lines)
      let resized = sizes.filter { name, old in
        guard let lines = ownLines[name], let new = newLines[name] else { return false }
        return abs(lines - new) < abs(lines - old)
      }
      return (structure.filter { own.contains($0) == predicted.contains($0) }, Set(resized.keys))
    }
    let (base, head) = (carriesOut(states.base), carriesOut(states.head))
    if head.elements.isEmpty, head.sizes.isEmpty { return .none }
    return head.elements.isSubset(of: base.elements) && head.sizes.isSubset(of: base.sizes) ? .alreadyInBase : .some
  }
}

extension PredictedStructure {
  fileprivate enum Element: Hashable {
    case module(String)
    case dependency(Edge)
  }

  fileprivate var elements: Set<Element> {
    Set(modules.map { .module($0.name) }).union(dependencies.map { .dependency($0) })
  }

  /// The lines of the modules of which they are known.
  fileprivate var lines: [String: Int] {
    Dictionary(modules.compactMap { module in module.lines.map { (module.name, $0) } }) { first, _ in first }
  }
}
