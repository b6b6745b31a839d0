import ModuleGraph

/// What `modgauge scaffold` makes: the contents of a folder that a team owns.
///
/// All texts, and the names and contents of files, are Mustache. A file below a folder with the name of one of the modules
/// belongs to that module, wherever the workspace keeps its modules; any other file is relative to the workspace's root.
package struct ScaffoldTemplate: Hashable, Sendable {
  package struct Parameter: Hashable, Sendable {
    package let name: String
    /// `nil` if a value must be given.
    package let standard: String?
    /// A regular expression that a value must match as a whole.
    package let pattern: String?
    package let help: String?

    package init(name: String, standard: String?, pattern: String?, help: String?) {
      (self.name, self.standard, self.pattern, self.help) = (name, standard, pattern, help)
    }
  }

  package struct Module: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
      case library, executable, test
    }

    package var name: String
    package let kind: Kind
    /// The layer that it should be in, whose modules are its neighbours.
    package let layer: String?
    /// Modules of the workspace, or `package/product`.
    package var dependencies: [String]
    /// Paths below the module's folder.
    package var resources: [String]
    /// Who must depend on it: `app`, `layer:NAME`, or a module.
    package var dependents: [String]

    package init(
      name: String, kind: Kind, layer: String?, dependencies: [String], resources: [String], dependents: [String]
    ) {
      (self.name, self.kind, self.layer) = (name, kind, layer)
      (self.dependencies, self.resources, self.dependents) = (dependencies, resources, dependents)
    }
  }

  package struct File: Hashable, Sendable {
    /// Relative to the template's folder; in a filled in one, to its module's folder, or to the workspace's root.
    package let path: String
    package let bytes: [UInt8]
    /// The module that it belongs to, in a filled in template; `nil` for one of the workspace.
    package let module: String?

    package init(path: String, bytes: [UInt8], in module: String? = nil) {
      (self.path, self.bytes, self.module) = (path, bytes, module)
    }
  }

  /// The file that describes a template, in its folder.
  package static let descriptionFile = "template.yml"

  /// Of its folder.
  package let name: String
  package let summary: String
  /// The end of the names of such modules; `nil` for that of the workspace's features, if they have one in common.
  package let suffix: String?
  package let parameters: [Parameter]
  package let modules: [Module]
  /// What to print at the end.
  package let message: String
  /// Sorted by path, without the description.
  package var files: [File] = []

  package init(
    name: String, summary: String, suffix: String?, parameters: [Parameter], modules: [Module], message: String
  ) {
    (self.name, self.summary, self.suffix) = (name, summary, suffix)
    (self.parameters, self.modules, self.message) = (parameters, modules, message)
  }
}

/// A template for one name, with nothing left to fill in.
package struct RenderedTemplate: Hashable, Sendable {
  package let modules: [ScaffoldTemplate.Module]
  package let files: [ScaffoldTemplate.File]
  package let message: String
}

extension ScaffoldTemplate {
  /// Fills in the template.
  ///
  /// - Parameters:
  ///   - name: as given; with or without the suffix.
  ///   - values: the given parameters.
  ///   - common: the suffix of the workspace's features.
  ///   - facts: `app` and `package`: the names of the workspace's app and of the package; empty if there is none.
  /// - Throws: `TemplateError`.
  package func rendered(
    for name: String, values: [String: String], common: String, facts: [String: String]
  ) throws(TemplateError) -> RenderedTemplate {
    let text = TemplateText(try variables(for: name, values, common).merging(facts) { $1 })
    func all(_ texts: [String]) throws(TemplateError) -> [String] {
      var rendered: [String] = []
      for one in texts { rendered.append(try text.rendered(one, place: Self.descriptionFile)) }
      return rendered.filter { !$0.isEmpty }
    }
    var modules: [Module] = []
    for module in self.modules {
      var made = module
      made.name = try text.rendered(module.name, place: Self.descriptionFile)
      if let problem = ModuleName.problem(of: made.name) {
        throw TemplateError("The template would make a module “\(made.name)”, which \(problem). Give another name.")
      }
      if modules.contains(where: { $0.name.lowercased() == made.name.lowercased() }) {
        throw TemplateError(
          "The template would make two modules “\(made.name)”. Give them other names in its template.yml.")
      }
      (made.dependencies, made.resources) = (try all(module.dependencies), try all(module.resources))
      made.dependents = try all(module.dependents)
      modules.append(made)
    }
    let names = Set(modules.map(\.name))
    var files: [File] = []
    for file in self.files {
      guard let made = try Self.rendered(file, by: text, modules: names) else { continue }
      if files.contains(where: { $0.module == made.module && $0.path == made.path }) {
        throw TemplateError("The template would write “\(made.path)” twice.")
      }
      files.append(made)
    }
    return RenderedTemplate(
      modules: modules, files: files, message: try text.rendered(message, place: Self.descriptionFile))
  }

  /// - Returns: `nil` for a file whose name is empty.
  private static func rendered(
    _ file: File, by text: TemplateText, modules: Set<String>
  ) throws(TemplateError) -> File? {
    let path = try text.rendered(file.path, place: file.path)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if path.hasPrefix("/") || parts.contains(where: { $0 == ".." || $0 == "." || $0.contains("\\") }) {
      throw TemplateError("\(file.path): it would be written to “\(path)”, outside of its folder.")
    }
    if parts.contains("") { return nil }
    guard let words = String(validating: file.bytes, as: UTF8.self), !file.bytes.contains(0) else {
      throw TemplateError("\(file.path) is not UTF-8 text. Templates contain only text.")
    }
    let bytes = Array(try text.rendered(words, place: file.path).utf8)
    let module = parts.count > 1 && modules.contains(String(parts[0])) ? String(parts[0]) : nil
    return File(path: module == nil ? path : parts.dropFirst().joined(separator: "/"), bytes: bytes, in: module)
  }

  private func variables(
    for given: String, _ values: [String: String], _ common: String
  ) throws(TemplateError) -> [String: String] {
    let suffix = suffix ?? common
    var stem = given
    while !suffix.isEmpty, stem.count > suffix.count, stem.hasSuffix(suffix) { stem.removeLast(suffix.count) }
    if let problem = ModuleName.problem(of: stem) { throw TemplateError("“\(given)” \(problem).") }
    var variables = [
      "name": stem, "module": stem + suffix, "variable": ModuleName.variable(stem), "app": "", "package": "",
    ]
    let known = parameters.map(\.name)
    for key in values.keys.sorted() where !known.contains(key) {
      let hint =
        known.isEmpty
        ? "; it has none." : "." + known.nearest(to: key).suggestion + " It has \(known.joined(separator: ", "))."
      throw TemplateError("The template has no parameter “\(key)”" + hint)
    }
    for parameter in parameters {
      let name = parameter.name
      let help = parameter.help.map { " (\($0))" } ?? ""
      guard let value = values[name] ?? parameter.standard else {
        throw TemplateError("The template needs “\(name)”\(help). Give it with --set \(name)=VALUE.")
      }
      if let pattern = parameter.pattern {
        let expression: Regex<AnyRegexOutput>
        do { expression = try Regex(pattern) } catch {
          throw TemplateError("The pattern of “\(name)” is no regular expression: \(pattern)")
        }
        if value.wholeMatch(of: expression) == nil {
          throw TemplateError("“\(value)” is no value of “\(name)”, which must match \(pattern)\(help).")
        }
      }
      variables[name] = value
    }
    return variables
  }
}
