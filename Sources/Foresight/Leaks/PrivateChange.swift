import BuildAnalysis
package import ModuleGraph

/// What a build recompiled after a change in one file that is not visible outside this file.
package struct PrivateChange: Sendable, Hashable {
  package struct Recompiled: Sendable, Hashable {
    /// The file name, without folders.
    package let file: String
    /// The definitions of the changed module that the file uses, according to the driver; empty if it names none.
    package let uses: [String]
    /// Whether any change outside of types would recompile it, because the driver tracks all top-level declarations of
    /// a module as a single interface.
    package let isByModule: Bool
  }

  /// A direct or indirect dependent of the changed module that was recompiled: a leak.
  package struct Dependent: Sendable, Hashable {
    /// The compiler's module name.
    package let module: String
    package let files: [Recompiled]
    /// CPU seconds of its compilers in this build; `nil` if not recorded.
    package let cpuSeconds: Double?
  }

  package let module: ModuleID
  /// The changed file, relative to the workspace's root.
  package let path: String
  /// The names, in source code, of the definitions in the changed file that the driver reports as new or changed;
  /// sorted.
  package let declarations: [String]
  /// Other files of the same module that were recompiled.
  package let neighbours: [Recompiled]
  /// Sorted by name; empty if nothing leaked.
  package let dependents: [Dependent]
  /// CPU seconds of all compilers and linkers of the build.
  package let cpuSeconds: Double?

  /// The CPU seconds of the needlessly recompiled dependents; `nil` if any is unknown.
  package var leakedCPUSeconds: Double? {
    let known = dependents.compactMap(\.cpuSeconds)
    return known.count == dependents.count ? known.reduce(0, +) : nil
  }

  /// - Parameters:
  ///   - remarks: the remarks of the build's drivers.
  ///   - cpuSeconds: the CPU seconds of each compiled module in the build, by name; empty if not recorded.
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

  /// The files merged by name, sorted.
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
