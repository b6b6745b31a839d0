package import ModuleGraph

/// The expressions and functions whose type checking took longest, as the compiler reports it.
package struct SlowCode: Sendable {
  /// The arguments with which compilers report the times. Swift 6.0 to 6.3 time expressions only if there is a limit as well
  /// (swiftlang/swift #88101), which is so high that nothing exceeds it.
  package static let arguments = [
    "-debug-time-expression-type-checking", "-debug-time-function-bodies",
    "-warn-long-expression-type-checking=100000000",
  ].flatMap { ["-Xswiftc", "-Xfrontend", "-Xswiftc", $0] }

  package struct Row: Sendable, Encodable {
    package let module: ModuleID
    package let location: Dependency.Location
    /// The function; `nil` for an expression.
    package let name: String?
    /// Summed over all compilers that checked it.
    package let seconds: Double
    /// Of the module's CPU time in the same build; `nil` if that is not known.
    package let share: Double?
  }

  /// Decreasing.
  package let expressions: [Row]
  package let functions: [Row]

  private static let leastSeconds = 0.01
  private static let mostRows = 20

  /// - Parameters:
  ///   - log: the output of a build with ``arguments``.
  ///   - sources: the workspace's own files, relative to its root. The build may have been made in a copy.
  ///   - cpuSeconds: of each module in that build.
  /// - Complexity: O(bytes).
  package init(log: String, sources: [ModuleID: [String]], cpuSeconds: [ModuleID: Double]) {
    let all = sources.flatMap { module, paths in paths.map { (path: $0, module: module) } }
    let files = Dictionary(grouping: all) { $0.path.split(separator: "/").last }
    // By the place and the name.
    var seconds: [[Substring]: Double] = [:]
    for line in log.split(whereSeparator: \.isNewline) where line.contains("ms\t") {
      let fields = line.split(separator: "\t", maxSplits: 2)
      guard fields.count >= 2, let time = Double(fields[0].dropLast(2)) else { continue }
      seconds[Array(fields[1...]), default: 0] += time / 1000
    }
    let rows = seconds.filter { $0.value >= Self.leastSeconds }.compactMap { fields, seconds -> Row? in
      let place = fields[0].split(separator: ":")
      guard place.count == 3, let line = Int(place[1]), let column = Int(place[2]) else { return nil }
      let known = files[place[0].split(separator: "/").last]?.filter { place[0].hasSuffix("/" + $0.path) }
      guard let file = known?.max(by: { $0.path.utf8.count < $1.path.utf8.count }) else { return nil }
      // A name ends with the place once more.
      let name =
        fields.count > 1 ? fields[1].firstRange(of: "@/").map { fields[1][..<$0.lowerBound] } ?? fields[1] : nil
      return Row(
        module: file.module, location: Dependency.Location(file: file.path, line: line, column: column),
        name: name.map { String($0).replacing(".(file).", with: ".") }, seconds: seconds,
        share: cpuSeconds[file.module].flatMap { $0 > 0 ? seconds / $0 : nil })
    }.sorted { ($1.seconds, $0.location.file, $0.location.line) < ($0.seconds, $1.location.file, $1.location.line) }
    expressions = Array(rows.filter { $0.name == nil }.prefix(Self.mostRows))
    functions = Array(rows.filter { $0.name != nil }.prefix(Self.mostRows))
  }
}
