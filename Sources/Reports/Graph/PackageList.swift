package import ModuleGraph

/// The packages of a workspace, one row each: their contents, and how their manifests were read.
package struct PackageList: Report, Hashable {
  package struct Row: Sendable, Hashable {
    package let key: String
    /// Relative to the workspace's root.
    package let path: String
    package let toolsVersion: String?
    /// `literal`, `cached` or `evaluated`; `nil` if the manifest was not read.
    package let read: String?
    /// How long it took to read the manifest.
    package let seconds: Double?
    /// Without external products.
    package let modules: [Module]
    /// Why the manifest could not be read; `nil` if it was.
    package let failure: String?

    package init(
      key: String, path: String, toolsVersion: String?, read: String?, seconds: Double?, modules: [Module],
      failure: String? = nil
    ) {
      (self.key, self.path, self.toolsVersion) = (key, path, toolsVersion)
      (self.read, self.seconds, self.modules, self.failure) = (read, seconds, modules, failure)
    }
  }

  /// Sorted by key.
  package let packages: [Row]
  package let warnings: [String]

  package init(packages: [Row], warnings: [String]) {
    self.packages = packages.sorted { ($0.key, $0.path) < ($1.key, $1.path) }
    self.warnings = warnings.sorted()
  }

  package static let renderings: [Rendering<Self>] = [
    .text { $0.text($1) }, .json(JSON.packages), .markdown { Markdown.table($0.table(withReading: false)) + "\n" },
  ]

  package func text(_ style: TextStyle = .plain) -> String { Text.table(table(withReading: true), style) }

  /// - Parameter withReading: whether to show how manifests were read, which is another way each time: nothing for a document.
  private func table(withReading: Bool) -> Table {
    let reading: [Column<Row>] = [
      .text("read") { $0.failure == nil ? $0.read ?? Figures.absent : "failed" },
      .figures("seconds") { Figures.fixed($0.seconds, decimals: 3) },
    ]
    var table = Table(
      packages,
      columns: [
        .text("package") { $0.key },
        .text("path") { $0.path },
        .text("tools") { $0.toolsVersion ?? Figures.absent },
      ] + (withReading ? reading : []) + [
        .figures("modules") { Size([$0]).modules },
        .figures("files") { Size([$0]).files },
        .figures("lines") { Size([$0]).lines },
      ])
    let size = Size(packages)
    table.append([
      "package": Phrase(Figures.counted(packages.count, "package")), "modules": Phrase(size.modules),
      "files": Phrase(size.files), "lines": Phrase(size.lines),
    ])
    return table
  }

  /// The number of modules, files and lines in packages; lower bounds if a package failed.
  private struct Size {
    let modules: String
    let files: String
    let lines: String

    init(_ packages: [Row]) {
      let held = packages.flatMap(\.modules)
      let isWhole = packages.allSatisfy { $0.failure == nil }
      func words(_ tally: Tally?) -> String {
        Figures.count(tally.map { Tally(value: $0.value, isExact: $0.isExact && isWhole) })
      }
      modules = words(held.isEmpty && !isWhole ? nil : Tally(value: held.count, isExact: true))
      files = words(held.tally(of: \.sources))
      lines = words(held.tally(of: \.lines))
    }
  }
}

extension JSON {
  package static func packages(_ list: PackageList) throws -> String {
    try pretty([
      "schema": "modgauge.packages/1", "packages": list.packages.map(\.json), "warnings": list.warnings,
    ])
  }
}

extension PackageList.Row {
  fileprivate var json: JSON.Object {
    let (sources, lines) = (modules.tally(of: \.sources), modules.tally(of: \.lines))
    return [
      "key": key, "path": path, "toolsVersion": toolsVersion, "read": read, "seconds": seconds, "failure": failure,
      "modules": failure == nil ? modules.count : nil,
      "sources": sources?.exact, "sourcesAtLeast": sources?.lowerBound,
      "lines": lines?.exact, "linesAtLeast": lines?.lowerBound,
    ]
  }
}
