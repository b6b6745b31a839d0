import ImportSyntax

/// What modules see of changes in the modules that they depend on.
struct SeenChanges {
  /// By the module that sees them.
  private(set) var changes: [ModuleID: SwiftInterface.Change] = [:]
  /// The modules of which an output changed that others use.
  private(set) var changed: Set<ModuleID> = []
  /// The names by which a module may import C modules with changed headers.
  private(set) var headers: [ModuleID: Set<String>] = [:]
  /// The modules whose drivers run, since an output of a module that they depend on changed.
  private(set) var looking: Set<ModuleID> = []

  /// - Parameters:
  ///   - dependents: the direct ones of each module.
  ///   - seenByAllAbove: whether all dependents see a change, not only direct ones.
  /// - Complexity: O(files · names).
  init(
    from base: WorkspaceInterfaces, to head: WorkspaceInterfaces, _ dependents: [ModuleID: [ModuleID]],
    seenByAllAbove: Bool
  ) {
    for (id, contents) in head.modules {
      let (shown, old) = (Self.shown(from: base.modules[id], to: contents), base.modules[id])
      guard !shown.isEmpty || contents.hasOtherOutput(than: old) else { continue }
      changed.insert(id)
      let others = seenByAllAbove ? dependents.reached(from: id) : Set(dependents[id] ?? [])
      looking.formUnion(others)
      for other in others where !shown.isEmpty { changes[other, default: .init()].formUnion(shown) }
      guard let new = contents.headers, let old = old?.headers, old.visible != new.visible else { continue }
      let inC = dependents.reached(from: id).filter { head.modules[$0]?.headers != nil }
      for other in inC.union(dependents[id] ?? []) { headers[other, default: []].formUnion(new.names) }
    }
  }

  /// What changed for other modules.
  private static func shown(
    from base: WorkspaceInterfaces.Contents?, to head: WorkspaceInterfaces.Contents
  ) -> SwiftInterface.Change {
    var shown = SwiftInterface.Change()
    guard let base else { return shown }
    var isWhole = false
    for path in Set(base.files.keys).union(head.files.keys) {
      let (old, new) = (base.files[path]?.interface, head.files[path]?.interface)
      guard old != new else { continue }
      if old?.file ?? 0 != new?.file ?? 0 { isWhole = true }
      shown.formUnion(SwiftInterface.change(from: old, to: new, isInModule: false))
    }
    if isWhole {
      for interface in [base, head].flatMap(\.files.values).compactMap(\.interface) {
        shown.formUnion(interface.declared)
      }
    }
    return shown
  }
}

extension WorkspaceInterfaces.Contents {
  /// Whether its objects changed, if it is in C, or a function's body that other modules see.
  fileprivate func hasOtherOutput(than other: WorkspaceInterfaces.Contents?) -> Bool {
    guard let other else { return false }
    if headers != nil { return headers != other.headers || files != other.files || settings != other.settings }
    return files.contains { $0.value.interface?.inlinable ?? 0 != other.files[$0.key]?.interface?.inlinable ?? 0 }
  }
}
