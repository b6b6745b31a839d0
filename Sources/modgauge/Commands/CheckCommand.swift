import ArgumentParser
import ModuleGraph
import Reports
import Services

struct CheckCommand: WorkspaceCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", _superCommandName: Program.name,
    abstract: "Checks the architecture rules of .modgauge.yml.",
    discussion: """
      Each violation is reported with its line in the manifest. Violations in the baseline pass, and so do those that a comment in the \
      manifest excuses: `// modgauge:ignore RULE reason`, on the line of the dependency or above it. A baseline entry \
      that no longer occurs fails, and so does a comment that excuses nothing.

      --prove builds a private copy without each dependency that nothing imports: it is proven unused, or needed, which is no violation. \
      --fix changes manifests so that they declare what is imported; --fix=remove also removes what nothing imports, with --prove \
      only what is proven. An edit without the intended effect is undone.

      Exit codes: 0 the rules hold; 1 a rule of severity error is violated (--fail-on); 2 the check could not be run.

      github writes annotations for GitHub workflows; xcode writes lines in the format of compilers, for Xcode and editors. \
      Pictures show violations in red, with their surroundings.
      """)

  /// The severity from which violations fail the check.
  enum Failing: String, CaseIterable, ExpressibleByArgument {
    case error, warning, info, nothing

    var severity: Rule.Severity? { Rule.Severity(rawValue: rawValue) }
  }

  @Option(
    help: ArgumentHelp(
      "Check this rule only; may be repeated.", valueName: "id"), completion: NameCompletion.rules)
  var rule: [String] = []

  @Option(help: ArgumentHelp("Explain a rule or a rule type, and check nothing.", valueName: "id|type"))
  var explain: String?

  @Option(
    help: ArgumentHelp(
      "Exit with code 1 for violations of this severity and above.",
      valueName: Failing.allCases.map(\.rawValue).joined(separator: "|")))
  var failOn = Failing.error

  @Option(
    help: ArgumentHelp(
      "Report only what is new since the merge base with this revision, for pull requests.",
      valueName: "revision"))
  var base: String?

  @OptionGroup var remedies: RemedyOptions
  @OptionGroup var planned: DryRunOptions
  @OptionGroup(title: "Baseline Options") var baseline: BaselineOptions

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup(title: "Build Options") var build: BuildOptions
  @OptionGroup var result: ResultOptions<CheckReport>
  @OptionGroup(title: "Picture Options") var look: PictureOptions

  func validate() throws {
    try planned.check(requires: remedies.prove ? nil : "--prove")
    if base != nil, baseline.isUsed {
      throw ValidationError("--base compares with a revision instead of a baseline; remove one of them.")
    }
    if !rule.isEmpty, baseline.writeBaseline != nil || baseline.pruneBaseline {
      throw ValidationError("A baseline covers all rules; remove --rule.")
    }
    if let option = remedies.option, seen.platform != nil {
      throw ValidationError("\(option) covers all platforms; remove --platform.")
    }
    if remedies.fix != nil, traits.request.selection != nil {
      throw ValidationError("--fix covers all traits; remove --traits and similar options.")
    }
  }

  private var request: CheckRequest {
    var request = CheckRequest(graphRequest)
    (request.rules, request.base) = (rule, base)
    (request.failsAt, request.baseline) = (failOn.severity, baseline.request)
    (request.proves, request.fixes, request.removes) = (remedies.prove, remedies.fix != nil, remedies.fix == .remove)
    request.build = build.request(traits.request)
    return request
  }

  func run() async throws {
    let configuration = try workspace.request.foundConfiguration()
    if let explain { return try Terminal.write(NamedRules(configuration).explanation(of: explain)) }
    let places = try result.destinations(named: "check")
    let service = try CheckService(request, configuration)
    let style = try look.style(layers: configuration.settings.layers, in: workspace)
    if planned.dryRun { return try Terminal.write(await service.plan().text) }
    let report = try await service.run(version: Program.version, style: style)
    try result.deliver(report, to: places, isQuiet: workspace.quiet)
    if !report.passes { throw ExitCode(1) }
  }
}
