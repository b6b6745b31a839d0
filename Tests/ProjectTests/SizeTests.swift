import Foundation
import Testing

/// Files and functions that can be read at once. `swift format` decides the indentation, so that a function ends at the
/// first line that closes a brace where the function began.
@Suite struct SizeTests {
  private static let longestFile = 400
  private static let longestFunction = 60

  @Test func `no file is longer than 400 lines, and no function longer than 60`() throws {
    for (path, lines) in try Self.files() {
      #expect(lines.count <= Self.longestFile, "\(path)")
      guard path.hasSuffix(".swift") else { continue }
      for function in Self.functions(in: lines, longerThan: Self.longestFunction) {
        Issue.record("\(path):\(function.lowerBound + 1) has \(function.count) lines")
      }
    }
  }

  private static func files() throws -> [(path: String, lines: [Substring])] {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    return try ["Sources", "Tests", "Benchmarks"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.path() + folder).sorted().map { "\(folder)/\($0)" }
    }.filter { extensions.contains(URL(filePath: $0).pathExtension) }.map { path in
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      return (path, text.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
    }
  }

  @Test func `functions are found by their indentation`() {
    let lines = """
      struct A {
        @Test func `a b`(c: Int)
          throws
        {
          if c {
          }
        }

        var one: Int { 1 }
        private(set) var two: Int {
          2
        }
        init?() {
        }
      }
      """.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(Self.functions(in: lines, longerThan: 1) == [1..<7, 9..<12, 12..<14])
  }

  private static let extensions: Set<String> = ["swift", "css", "js", "html", "py"]

  /// The lines of each function, initializer and computed property that has more than so many.
  private static func functions(in lines: [Substring], longerThan most: Int) -> [Range<Int>] {
    /// The last line with each indentation that begins something.
    var openings: [Int: Int] = [:]
    var found: [Range<Int>] = []
    for (index, line) in lines.enumerated() {
      let indentation = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      switch line.utf8.dropFirst(indentation).first {
      case nil, UInt8(ascii: ")"), UInt8(ascii: "{"): break
      case UInt8(ascii: "}"):
        guard let first = openings[indentation], index - first >= most, isFunction(lines[first]) else { break }
        found.append(first..<index + 1)
      default: openings[indentation] = index
      }
    }
    return found
  }

  private static func isFunction(_ line: Substring) -> Bool {
    line.contains(/^ *[^\/ ].*\bfunc |^ *(?:[@\w().]+ )*(?:func |init[?(<]|deinit |subscript[(<]|var .*\{$)/)
  }
}
