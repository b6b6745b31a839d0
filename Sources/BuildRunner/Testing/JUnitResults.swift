/// The results in a JUnit file of `swift test`, which writes one line for each element.
package struct JUnitResults: Sendable {
  /// The results of one test module.
  package struct Module: Hashable, Sendable {
    package internal(set) var tests = 0
    package internal(set) var failures = 0
    package internal(set) var seconds = 0.0
  }

  /// By the module's name in source code.
  package private(set) var modules: [String: Module] = [:]
  /// The elements of its suites, unchanged.
  package private(set) var suites = ""

  package init() {}

  /// Adds a file.
  /// - Parameter text: JUnit as XML.
  package mutating func add(_ text: String) {
    if let start = text.firstRange(of: "<testsuites>"), let end = text.firstRange(of: "</testsuites>") {
      suites += text[start.upperBound..<end.lowerBound]
    }
    var last: String?
    for element in text.split(separator: "<") {
      if element.hasPrefix("testcase "), let name = Self.attribute("classname", of: element) {
        // `Module.Class`, and of a function without a suite `Module`.
        let module = String(name.prefix { $0 != "." })
        last = module
        modules[module, default: Module()].tests += 1
        modules[module, default: Module()].seconds += Self.attribute("time", of: element).flatMap(Double.init) ?? 0
      } else if element.hasPrefix("failure") || element.hasPrefix("error"), let last {
        modules[last, default: Module()].failures += 1
      }
    }
  }

  /// Adds those of another package.
  package mutating func merge(_ other: JUnitResults) {
    suites += other.suites
    modules.merge(other.modules) { $1 }
  }

  private static func attribute(_ name: String, of element: Substring) -> String? {
    guard let start = element.firstRange(of: " \(name)=\"") else { return nil }
    return String(element[start.upperBound...].prefix { $0 != "\"" })
  }

  /// All of it as one file.
  package var text: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\(suites.isEmpty ? "\n" : suites)</testsuites>\n"
  }
}
