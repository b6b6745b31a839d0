package import ModuleGraph

/// The packages of a workspace, one row each: what they hold, and how their manifests were read.
package struct PackageList: Sendable, Hashable, Encodable {
  /// The name and version of the encoded form.
  package static let schema = "modgauge.packages/1"

  package struct Row: Sendable, Hashable, Encodable {
    package let key: String
    /// Relative to the workspace's root.
    package let path: String
    package let toolsVersion: String?
    /// `literal`, `cached` or `evaluated`; absent where it was not read.
    package let read: String?
    /// How long reading the manifest took.
    package let seconds: Double?
    /// Without external products; absent where the manifest was not read.
    package let modules: Int?
    /// Absent, like the lines, where no module's sources were counted.
    package let sources: Int?
    package let lines: Int?
    /// Why the manifest was not read.
    package let failure: String?

    package init(
      key: String, path: String, toolsVersion: String?, read: String?, seconds: Double?, modules: [Module],
      failure: String? = nil
    ) {
      self.key = key
      self.path = path
      self.toolsVersion = toolsVersion
      self.read = read
      self.seconds = seconds
      self.modules = failure == nil ? modules.count : nil
      sources = modules.compactMap(\.sources).total
      lines = modules.compactMap(\.lines).total
      self.failure = failure
    }
  }

  package let schema = PackageList.schema
  /// Sorted by key.
  package let packages: [Row]
  package let warnings: [String]

  package init(packages: [Row], warnings: [String]) {
    self.packages = packages.sorted { ($0.key, $0.path) < ($1.key, $1.path) }
    self.warnings = warnings.sorted()
  }

  /// A table for a terminal; columns of figures are flush right.
  package var text: String {
    let header = ["package", "path", "tools", "read", "seconds", "modules", "files", "lines"]
    let rows = packages.map { row in
      [
        row.key, row.path, row.toolsVersion ?? Figures.absent,
        row.failure == nil ? row.read ?? Figures.absent : "failed",
        row.seconds.map { Figures.fixed($0, decimals: 3) } ?? Figures.absent,
        row.modules.map(Figures.count) ?? Figures.absent, row.sources.map(Figures.count) ?? Figures.absent,
        row.lines.map(Figures.count) ?? Figures.absent,
      ]
    }
    let total = [
      "\(Figures.count(packages.count)) \(packages.count == 1 ? "package" : "packages")", "", "", "", "",
      Figures.count(packages.compactMap(\.modules).total ?? 0),
      Figures.count(packages.compactMap(\.sources).total ?? 0),
      Figures.count(packages.compactMap(\.lines).total ?? 0),
    ]
    return TextTable.text(header: header, rows: rows + [total], flushLeft: 4)
  }
}

extension [Int] {
  /// The sum; `nil` of nothing.
  fileprivate var total: Int? { isEmpty ? nil : reduce(0, +) }
}
