import ImportSyntax

/// What modules see of changes in the modules that they depend on.
struct SeenChanges {
  /// By the module that sees them.
  private(set) var changes: [ModuleID: SwiftInterface.Change] = [:]
  /// The modules of which an output changed that others use.
  private(set) var changed: Set<ModuleID> = []
  /// The modules that load C modules with changed headers, by their own imports or by those of modules that they import. In Swift,
  /// all of their files are compiled once their drivers run.
  private(set) var loading: Set<ModuleID> = []
  /// The modules whose drivers run, since an output of a module that they depend on changed.
  private(set) var looking: Set<ModuleID> = []

  /// - Parameters:
  ///   - names: by which Swift imports modules.
  ///   - dependents: the direct ones of each module.
  ///   - seenByAllAbove: whether all dependents see a change, not only direct ones.
  /// - Complexity: O(files · names).
  init(
    from base: WorkspaceInterfaces, to head: WorkspaceInterfaces, names: [ModuleID: String],
    _ dependents: [ModuleID: [ModuleID]], seenByAllAbove: Bool
  ) {
    for (id, contents) in head.modules {
      let (shown, old) = (Self.shown(from: base.modules[id], to: contents), base.modules[id])
      guard !shown.isEmpty || contents.hasOtherOutput(than: old) else { continue }
      changed.insert(id)
      let others = seenByAllAbove ? dependents.reached(from: id) : Set(dependents[id] ?? [])
      looking.formUnion(others)
      for other in others where !shown.isEmpty { changes[other, default: .init()].formUnion(shown) }
      guard let new = contents.headers, let old = old?.headers, old.visible != new.visible else { continue }
      var (pending, passing) = ([id], Set([id]))
      while let next = pending.popLast() {
        let own = head.modules[next]?.headers?.names ?? names[next].map { [$0] } ?? []
        for other in dependents[next] ?? [] where head.modules[other]?.loads(own) == true {
          loading.insert(other)
          if head.modules[other]?.shows(own) == true, passing.insert(other).inserted { pending.append(other) }
        }
      }
    }
  }

  /// Whether a module is compiled since headers that it loads changed: it is in C, or its driver runs.
  func loadsHeaders(_ id: ModuleID, _ contents: WorkspaceInterfaces.Contents, isChanged: Bool) -> Bool {
    loading.contains(id) && (contents.headers != nil || isChanged || looking.contains(id))
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
  /// Whether it is in C and may include headers of a module, or a file in Swift imports it.
  /// - Parameter names: of the module.
  fileprivate func loads(_ names: Set<String>) -> Bool {
    headers != nil || files.values.contains { $0.interface?.imports.isDisjoint(with: names) == false }
  }

  /// Whether modules that load it load the other one, too.
  fileprivate func shows(_ names: Set<String>) -> Bool {
    headers != nil || files.values.contains { $0.interface?.shownImports.isDisjoint(with: names) == false }
  }

  /// Whether its objects changed, if it is in C, or a function's body that other modules see.
  fileprivate func hasOtherOutput(than other: WorkspaceInterfaces.Contents?) -> Bool {
    guard let other else { return false }
    if headers != nil { return headers != other.headers || files != other.files || settings != other.settings }
    return files.contains { $0.value.interface?.inlinable ?? 0 != other.files[$0.key]?.interface?.inlinable ?? 0 }
  }
}
