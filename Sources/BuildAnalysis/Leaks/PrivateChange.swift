package import ModuleGraph

/// What one build recompiled after a change in one file that nothing outside of this file can see.
package struct PrivateChange: Sendable, Hashable {
  /// A file that was recompiled.
  package struct Recompiled: Sendable, Hashable {
    /// Without folders.
    package let file: String
    /// The definitions of the changed module that it uses, as the driver names them; empty if it names none.
    package let uses: [String]
    /// Whether a change anywhere outside of types would recompile it: the driver knows one interface for
    /// all that a module declares there.
    package let isByModule: Bool
  }

  /// A module that depends on the changed one, directly or not, and was recompiled: a leak.
  package struct Dependent: Sendable, Hashable {
    /// As the compiler names it.
    package let module: String
    package let files: [Recompiled]
    /// CPU time of its compilers in this build; `nil` if it was not recorded.
    package let cpuSeconds: Double?
  }

  package let module: ModuleID
  /// The changed file, relative to the workspace's root.
  package let path: String
  /// What the driver of the changed module names as new or changed there, sorted: in source code's names.
  package let declarations: [String]
  /// Other files of the same module that were recompiled.
  package let neighbours: [Recompiled]
  /// Sorted by name; empty if nothing leaked.
  package let dependents: [Dependent]
  /// CPU time of the build, of all its compilers and linkers.
  package let cpuSeconds: Double?

  /// The CPU time of what was recompiled without need.
  package var leakedCPUSeconds: Double? {
    let known = dependents.compactMap(\.cpuSeconds)
    return known.count == dependents.count ? known.reduce(0, +) : nil
  }

  /// - Parameters:
  ///   - remarks: what the drivers of the build said.
  ///   - cpuSeconds: the CPU time of each compiled module in the build, by its name; empty if it was not recorded.
  package init(
    of module: ModuleID, path: String, remarks: DriverRemarks, cpuSeconds: [String: Double], total: Double?
  ) {
    self.module = module
    self.path = path
    self.cpuSeconds = total
    let own = Module.compiledName(module.name)
    let changed = path.split(separator: "/").last.map(String.init) ?? path
    var files: [String: [Recompiled]] = [:]
    for driver in remarks.drivers {
      for file in driver.compiled where file.reason != .changed || driver.module != own {
        files[driver.module, default: []].append(driver.recompiled(file.file))
      }
    }
    let changes = remarks.drivers.filter { $0.module == own }.flatMap(\.changes)
    declarations = Set(
      changes.filter { $0.definition.place == changed && [.topLevel, .type, .member].contains($0.definition.kind) }
        .map(\.definition.name)
    ).sorted()
    neighbours = Self.each(files[own] ?? []).filter { $0.file != changed }
    dependents = files.filter { $0.key != own }.sorted { $0.key < $1.key }.map { name, files in
      Dependent(module: name, files: Self.each(files), cpuSeconds: cpuSeconds[name])
    }
  }

  /// Each file once, sorted.
  private static func each(_ files: [Recompiled]) -> [Recompiled] {
    Dictionary(grouping: files, by: \.file).sorted { $0.key < $1.key }.map { name, same in
      Recompiled(file: name, uses: Set(same.flatMap(\.uses)).sorted(), isByModule: same.contains(where: \.isByModule))
    }
  }
}

extension DriverRemarks.Driver {
  fileprivate func recompiled(_ file: String) -> PrivateChange.Recompiled {
    let ways = ways.filter { $0.file == file }
    let uses = ways.compactMap { way in
      way.used.flatMap { $0.kind == .file || $0.kind == .module ? nil : $0.name }
    }
    return PrivateChange.Recompiled(file: file, uses: uses, isByModule: ways.contains { $0.steps.first?.kind == .file })
  }
}
