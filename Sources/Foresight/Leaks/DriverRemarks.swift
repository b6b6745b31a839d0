import BuildAnalysis
import ModuleGraph

/// The remarks of the compiler driver under `-driver-show-incremental`: for each module, which files it recompiles and
/// why.
///
/// Recognizes the messages of swift-driver and ignores all other lines. Remarks do not name their driver: the log must
/// come from a build with one job at a time, otherwise the lines of several drivers are mixed.
package struct DriverRemarks: Sendable, Hashable {
  package struct Driver: Sendable, Hashable {
    /// The name of the module that it compiles.
    package let module: String
    /// Definitions that are new or changed since the last build, including those in other modules; in the order of the
    /// log, without duplicates.
    package fileprivate(set) var changes: [DefinitionChange] = []
    /// The dependency paths from a changed definition to a file that uses it.
    package fileprivate(set) var ways: [Way] = []
    /// In the order of the log.
    package fileprivate(set) var compiled: [CompiledFile] = []
  }

  /// A definition that another file may use.
  package struct Definition: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
      case topLevel = "top-level name"
      case type
      case member
      case potentialMembers = "potential members"
      case dynamicName = "dynamic name"
      case file = "source file"
      case module
      case other
    }

    package let kind: Kind
    /// The name in source code if known: `Store`, `Cart.Store`.
    package let name: String
    /// The file name of the source file or of the other module's `.swiftmodule` that defines it; `nil` if the remark
    /// does not name it.
    package let place: String?
  }

  package struct DefinitionChange: Sendable, Hashable {
    package let definition: Definition
    /// Whether it is new; otherwise its fingerprint changed.
    package let isNew: Bool
  }

  /// A dependency path: from a changed definition through the definitions that it affects to the file that uses the
  /// last one.
  package struct Way: Sendable, Hashable {
    package let steps: [Definition]

    /// The name of the file at its end.
    package var file: String? { steps.last?.place }
    /// The definition that the file uses.
    package var used: Definition? { steps.dropLast().last }
  }

  package struct CompiledFile: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
      /// It changed, is new, or an output is missing.
      case changed
      /// A definition in another module changed.
      case otherModule
      /// A definition in another file of its module changed.
      case otherFile
    }

    /// The file name, without folders.
    package let file: String
    package let reason: Reason
  }

  /// In the order of the log. A module compiled by two drivers occurs twice.
  package private(set) var drivers: [Driver] = []

  /// - Complexity: O(bytes).
  package init(log: some Sequence<Substring>) {
    for line in log { read(line) }
  }

  private mutating func read(_ line: Substring) {
    guard let remark = line.remainder(behind: "remark: Incremental compilation: ") else { return }
    if let path = remark.remainder(behind: "Read dependency graph '") {
      drivers.append(Driver(module: Self.module(ofGraphAt: path)))
      return
    }
    guard let last = drivers.indices.last else { return }
    drivers[last].read(remark)
  }

  /// Reads `…/Core.build/primary.priors'` of the native build system, with `Core-tool.build` for tools that run during
  /// the build, and `…/Core-primary.priors'` of Swift Build, where executables have a second driver for tests:
  /// `App-1DA2DD44-testable-primary.priors'`.
  private static func module(ofGraphAt path: Substring) -> String {
    let parts = path.prefix { $0 != "'" }.split(separator: "/")
    var name = (parts.last ?? "").prefix { $0 != "." }
    if name == "primary" { name = parts.dropLast().last?.removing(suffix: ".build") ?? name }
    name = name.removing(suffix: "-primary")
    let testable = name.removing(suffix: "-testable")
    if testable != name { name = testable.lastIndex(of: "-").map { testable[..<$0] } ?? testable }
    return Module.compiledName(String(name.removing(suffix: "-").removing(suffix: "-tool")))
  }
}

extension DriverRemarks.Driver {
  fileprivate mutating func read(_ remark: Substring) {
    if let text = remark.remainder(behind: "New definition: ") {
      add(text, isNew: true)
    } else if let text = remark.remainder(behind: "Fingerprint changed for existing ") {
      add(text, isNew: false)
    } else if let text = remark.remainder(behind: "Traced: ") {
      let steps = text.split(separator: " -> ").map { DriverRemarks.Definition($0) }
      ways.append(DriverRemarks.Way(steps: steps))
    } else {
      for (words, reason) in Self.reasons {
        guard let text = remark.remainder(behind: words), let file = Self.input(of: text) else { continue }
        compiled.append(DriverRemarks.CompiledFile(file: file, reason: reason))
      }
    }
  }

  private static let reasons: [(String, DriverRemarks.CompiledFile.Reason)] = [
    ("Scheduling changed input", .changed), ("Scheduling new", .changed), ("Missing an output; will queue", .changed),
    ("Invalidated externally; will queue", .otherModule), ("Invalidated by downstream dependency", .otherModule),
    ("Queuing because of dependencies discovered later:", .otherFile),
  ]

  private mutating func add(_ text: Substring, isNew: Bool) {
    let change = DriverRemarks.DefinitionChange(definition: DriverRemarks.Definition(text), isNew: isNew)
    if !changes.contains(change) { changes.append(change) }
  }

  /// The file name in `{compile: Core.o <= Core.swift}`.
  private static func input(of job: Substring) -> String? {
    guard let arrow = job.range(of: " <= ") else { return nil }
    let rest = job[arrow.upperBound...]
    return String(rest.prefix { $0 != "}" }.lastComponent)
  }
}

extension DriverRemarks.Definition {
  /// The kinds of definitions by the words that they begin with.
  private static let beginnings: [(text: String, kind: Kind)] = [
    ("top-level name", .topLevel), ("type", .type), ("potential members of", .potentialMembers), ("member", .member),
    ("AnyObject member", .dynamicName), ("dynamic", .dynamicName), ("source file", .file), ("import", .module),
    ("module", .module), ("externalDepend", .module),
  ]

  /// Parses `interface of top-level name 'x' in File.swift`.
  fileprivate init(_ text: Substring) {
    var rest = text
    for aspect in ["interface of ", "implementation of "] {
      if let inner = rest.remainder(behind: aspect) { rest = inner }
    }
    var place: Substring?
    if let place0 = rest.range(of: " in ", backwards: true) {
      place = rest[place0.upperBound...].lastComponent
      rest = rest[..<place0.lowerBound]
    }
    let quoted = rest.split(separator: "'", omittingEmptySubsequences: false)
    let names = stride(from: 1, to: quoted.count, by: 2).map { String(quoted[$0]) }
    let kind = Self.beginnings.first { rest.hasPrefix($0.text) }?.kind ?? .other
    let name: String =
      switch kind {
      case .file:
        String((rest.remainder(behind: "source file from ") ?? rest).lastComponent.removing(suffix: ".swiftdeps"))
      case .type, .potentialMembers: names.first.map(Self.readable) ?? String(rest)
      case .member: names.count > 1 ? Self.readable(names[1]) + "." + names[0] : names.first ?? String(rest)
      case .topLevel, .dynamicName, .module, .other: names.first ?? String(rest)
      }
    self.init(kind: kind, name: name, place: place.map(String.init))
  }

  /// The name of a type, without the module, from its mangled name such as `4Core5StoreV`. Returns more complex mangled
  /// names unchanged.
  static func readable(_ mangled: String) -> String {
    guard let path = MangledTypeName.path(mangled), path.count > 1 else { return mangled }
    return path.dropFirst().joined(separator: ".")
  }
}

extension Substring {
  fileprivate func remainder(behind prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }

  fileprivate func removing(suffix: String) -> Substring { hasSuffix(suffix) ? dropLast(suffix.count) : self }

  fileprivate var lastComponent: Substring { lastIndex(of: "/").map { self[index(after: $0)...] } ?? self }

  /// The range of the first or the last occurrence of a text.
  fileprivate func range(of text: String, backwards: Bool = false) -> Range<Index>? {
    let found = ranges(of: text)
    return backwards ? found.last : found.first
  }
}
