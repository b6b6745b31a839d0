import ArgumentParser
import Services
import Synthesis

struct ScaffoldCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scaffold", _superCommandName: Program.name,
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
    if arguments[1] == ScaffoldService.interfaceTemplate {
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
    var request = TemplateRequest()
    (request.workspace, request.template, request.name) = (workspace.request, template ?? "", name ?? "")
    (request.values, request.isDry) = (values, dryRun)
    let service = ScaffoldService(request, try workspace.request.foundConfiguration())
    if let eject {
      if eject == ScaffoldService.interfaceTemplate {
        throw ValidationError("\(eject) has no files: what it makes is taken from the module.")
      }
      for path in try service.templates.eject(eject) { try Terminal.write(path + "\n") }
    } else if list {
      let all = Set(service.templates.names + [ScaffoldService.interfaceTemplate]).sorted()
      for name in name.map({ [$0] }) ?? all { try Terminal.write(description(of: name, by: service)) }
    } else {
      try await service.run()
    }
  }

  /// A template in a line, or in detail if it is named.
  private func description(of template: String, by service: ScaffoldService) throws -> String {
    if service.isOfInterfaces(template) {
      return name == nil ? "\(template): \(Self.interfaces)\n" : Self.interfaceHelp
    }
    let template = try service.templates.template(named: template)
    return name == nil ? "\(template.name): \(template.summary)\n" : template.help
  }

  private static let interfaces = "An interface of a module that is there, on which its dependents depend instead."

  private static let interfaceHelp = """
    \(ScaffoldService.interfaceTemplate): \(interfaces)

    modgauge scaffold \(ScaffoldService.interfaceTemplate) Core makes CoreInterface of the protocols of Core and the types that
    they mention. Files move as a whole, if what they need moves as well, and Core imports the interface.
    Libraries that need nothing else of Core depend on CoreInterface alone; the app keeps Core. What has to
    be split by hand is listed.

    It reads the index that swift build leaves. --dry-run shows everything first; after modgauge record, also
    the predicted gain.

    """
}

extension ScaffoldTemplate {
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
