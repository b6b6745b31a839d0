package import ModuleGraph

/// The import lines of a source file, in which another module takes the place of one or stands beside it.
package struct ImportLines {
  private var lines: [[UInt8]]
  /// Of the module in question, the last line first.
  private let uses: [WorkspaceImports.Use]
  /// The name of the module in question.
  private let module: [UInt8]

  /// - Parameters:
  ///   - uses: the imports of the file.
  ///   - module: the module in question, by its name in code.
  package init(_ bytes: [UInt8], uses: [WorkspaceImports.Use], of module: String) {
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    self.uses = uses.filter { $0.imported == .module(module) && $0.language == .swift }
      .sorted { ($1.location.line, $1.column ?? 0) < ($0.location.line, $0.column ?? 0) }
    self.module = Array(module.utf8)
  }

  package var bytes: [UInt8] { Array(lines.joined(separator: [UInt8(ascii: "\n")])) }

  /// Writes another module in place of the module.
  package mutating func replace(by other: String) {
    for use in uses {
      guard let place = place(of: use) else { continue }
      lines[place.line].replaceSubrange(place.name, with: other.utf8)
    }
  }

  /// Imports another module on a line below, with the same attributes.
  package mutating func add(beside other: String) {
    for use in uses {
      guard let place = place(of: use) else { continue }
      var line = lines[place.line]
      let isScoped = place.name.upperBound < line.count && line[place.name.upperBound] == UInt8(ascii: ".")
      if isScoped { line = Array("import ".utf8) } else { line = Array(line[..<place.name.lowerBound]) }
      lines.insert(line + other.utf8 + ending(of: lines[place.line]), at: place.line + 1)
    }
  }

  /// Imports another module where the file has its imports, or before its first code.
  /// - Parameter all: the imports of the file.
  package mutating func add(_ other: String, isPublic: Bool, besides all: [WorkspaceImports.Use]) {
    let line = Array(((isPublic ? "public " : "") + "import " + other).utf8)
    let plain = all.filter { $0.condition == nil && $0.language == .swift && $0.location.line <= lines.count }
    if let last = plain.last {
      let next = plain.first { if case .module(let name) = $0.imported { name > other } else { false } }
      let neighbour = (next ?? last).location.line - 1
      lines.insert(line + ending(of: lines[neighbour]), at: next == nil ? neighbour + 1 : neighbour)
      return
    }
    // A documentation comment belongs to the code below it.
    let place = lines.firstIndex { line in
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
      return !text.isEmpty && (!text.starts(with: "//".utf8) || text.starts(with: "///".utf8))
    }
    let end = ending(of: lines[place ?? 0])
    lines.insert(contentsOf: [line + end, end], at: place ?? lines.count)
  }

  private func place(of use: WorkspaceImports.Use) -> (line: Int, name: Range<Int>)? {
    let line = use.location.line - 1
    guard let column = use.column, lines.indices.contains(line) else { return nil }
    let name = (column - 1)..<(column - 1 + module.count)
    guard name.upperBound <= lines[line].count, lines[line][name].elementsEqual(module) else { return nil }
    return (line, name)
  }

  private func ending(of line: [UInt8]) -> [UInt8] { line.last == UInt8(ascii: "\r") ? [UInt8(ascii: "\r")] : [] }
}
