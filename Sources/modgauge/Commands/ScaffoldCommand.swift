import ArgumentParser
import ModuleGraph
import Platform
import Reports
import Services
import Synthesis
import Workspace

struct ScaffoldCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scaffold", _superCommandName: Modgauge.name,
    abstract: "Adds a feature, an interface or a sample app by a template.",
    discussion: """
      A template is a folder in \(TemplateFolder.place): files whose names and contents are Mustache, and a template.yml. \
      feature, feature-with-interface, sample-app and sample-app.swiftpm are built in; --eject writes one there, to be changed.

      interface-for puts an interface in front of a module that is there, by the compiler's index: `scaffold interface-for \
      Core`. Whole files with protocols and the types that they mention are moved; dependents that need nothing else depend on \
      the interface alone, and the rest is listed.

      Targets, products and dependencies are added to the manifests where these keep such things, in their style. If the \
      graph is then not the intended one, or a rule of .modgauge.yml is violated, every file is as before, and the text to \
      write by hand is printed.

      Exit codes: 0 it was added; 1 a rule would be violated; 2 it could not be added.
      """)

  @Argument(help: "The name, such as Search.")
  var name: String?

  @Option(name: .customLong("as"), help: ArgumentHelp("The template.", valueName: "template"))
  var template: String?

  @Option(help: ArgumentHelp("A parameter of the template; may be repeated.", valueName: "key=value"))
  var set: [String] = []

  @Flag(help: "Write nothing: show the files and the changes of manifests.")
  var dryRun = false

  @Flag(help: "List the templates.")
  var list = false

  @Option(
    help: ArgumentHelp("Write a built-in template into \(TemplateFolder.place), to be changed.", valueName: "template"))
  var eject: String?

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions

  func validate() throws {
    if list || eject != nil {
      guard name == nil || list, template == nil, !dryRun, set.isEmpty else {
        throw ValidationError("\(list ? "--list" : "--eject") adds nothing; remove the other arguments.")
      }
      return
    }
    guard name != nil else { throw ValidationError("Give a name, such as Search.") }
    guard template != nil else {
      throw ValidationError("Give a template with --as, such as --as feature; --list shows all.")
    }
    for word in set where !word.contains("=") { throw ValidationError("--set needs key=value, not “\(word)”.") }
  }

  /// `scaffold --help feature` is about the template, and `scaffold interface-for Core` is `scaffold Core --as interface-for`.
  static func arranged(_ arguments: [String]) -> [String] {
    guard arguments.count >= 3, arguments[0] == "scaffold", !arguments[2].hasPrefix("-") else { return arguments }
    if arguments[1] == InterfaceSession.template {
      return ["scaffold", arguments[2], "--as", arguments[1]] + arguments.dropFirst(3)
    }
    guard arguments.count == 3, ["--help", "-h"].contains(arguments[1]) else { return arguments }
    return ["scaffold", "--list", arguments[2]]
  }

  private var values: [String: String] {
    let pairs = set.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) }
    return Dictionary(pairs.map { ($0[0], $0[1]) }, uniquingKeysWith: { $1 })
  }

  func run() async throws {
    let configuration = try workspace.configuration()
    let base = configuration.base ?? WorkspaceLocation.folder(of: workspace.packagePath) ?? workspace.packagePath
    let folder = TemplateFolder(path: "\(base)/\(TemplateFolder.place)")
    if let eject {
      if eject == InterfaceSession.template {
        throw ValidationError("\(eject) has no files: what it makes is taken from the module.")
      }
      for path in try folder.eject(eject) { try Terminal.write(path + "\n") }
      return
    }
    if list {
      let names = name.map { [$0] } ?? Set(folder.names + [InterfaceSession.template]).sorted()
      for name in names {
        if name == InterfaceSession.template, !folder.names.contains(name) {
          try Terminal.write(self.name == nil ? "\(name): \(InterfaceSession.summary)\n" : InterfaceSession.help)
          continue
        }
        let template = try folder.template(named: name)
        try Terminal.write(self.name == nil ? "\(name): \(template.summary)\n" : template.help)
      }
      return
    }
    guard let name, let template else { return }
    let session = try ScaffoldSession(workspace: workspace, configuration: configuration)
    if template == InterfaceSession.template, !folder.names.contains(template) {
      guard values.isEmpty else { throw ValidationError("\(template) has no parameters; remove --set.") }
      return try await InterfaceSession(session: session).run(name, isDry: dryRun)
    }
    try await session.run(try folder.template(named: template), name: name, values: values, isDry: dryRun)
  }
}

extension ScaffoldTemplate {
  /// What it makes and needs.
  fileprivate var help: String {
    var lines = ["\(name): \(summary)"]
    if !parameters.isEmpty { lines += ["", "Parameters:"] }
    for parameter in parameters {
      let standard = parameter.standard.map { "default “\($0)”" } ?? "required"
      let details = [parameter.help, standard, parameter.pattern.map { "matches \($0)" }].compactMap { $0 }
      lines.append("  --set \(parameter.name)=…  \(details.joined(separator: "; "))")
    }
    lines += ["", "Modules:"] + modules.map { "  \($0.name) (\($0.kind.rawValue))" }
    lines += ["", "Files:"] + files.map { "  \($0.path)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
