import ArgumentParser
import Reports
import Services

struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", _superCommandName: Program.name,
    abstract: "Records one build: what each module cost and waited for.",
    discussion: """
      Makes a clean build in a private copy of the workspace, and times every compiler and linker process. Prints the most \
      expensive modules, the critical path and the idle cores. Writes timeline.html, timeline.json (for Perfetto), \
      modules.csv, .md and .json, graph.svg and .png, and the data from which `modgauge report` writes them again: \
      trace.jsonl and recording.json. If the build fails, its completed part is shown, and the exit code is 1.

      Where the configuration's builder is xcodebuild, --product names a scheme, and Xcode's log of the build is what is shown.

      With --from, builds nothing: reads one of Xcode's build logs instead, and shows and writes the same. With --package-path, its targets are the workspace's modules.
      """)

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup(title: "Build Options") var build: BuildOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions

  @Option(
    help: ArgumentHelp("Build this product. Default: the whole package without tests.", valueName: "name"),
    completion: NameCompletion.products)
  var product: String?

  @Option(help: ArgumentHelp("Build this module, with exactly what it depends on.", valueName: "name"))
  var target: String?

  @Flag(help: "Build the workspace itself as it is, in the folder of --scratch-path, instead of a clean copy.")
  var incremental = false

  @Option(
    help: ArgumentHelp("With --incremental: the scratch folder to build in, such as .build.", valueName: "folder"))
  var scratchPath: String?

  @Flag(
    help: """
      Also measure what each file costs, by a second clean build with a compiler process for each file. Its times are not \
      shown as those of the build.
      """)
  var perFile = false

  @Option(parsing: .unconditional, help: ArgumentHelp("Terminate a build that takes longer.", valueName: "seconds"))
  var timeout = 3600

  @OptionGroup var planned: DryRunOptions
  @OptionGroup var results: FolderOptions<RecordedReport>

  @Option(help: "What the table of modules is sorted by.")
  var sort = ModuleOrder.cpu

  @OptionGroup(title: "Log Options") var logs: LogOptions
  @Flag(help: "Replace the recorded build, the run or the files of the same names in the folder of --output.")
  var force = false

  func validate() throws {
    if force, try results.folder == nil {
      throw ValidationError("--force requires --output: the default folder is always new.")
    }
    if product != nil, target != nil { throw ValidationError("--product and --target cannot be combined.") }
    if incremental != (scratchPath != nil) {
      throw ValidationError(
        "--incremental and --scratch-path require each other: an incremental build needs a scratch folder.")
    }
    if perFile, incremental {
      throw ValidationError("--per-file requires a clean build; remove --incremental.")
    }
    if perFile, build.configuration == .release {
      throw ValidationError(
        "--per-file is for debug builds: a release build compiles each module as a whole, so its files have no costs of their own."
      )
    }
    guard timeout > 0 else { throw ValidationError("--timeout must be 1 second or more.") }
    guard logs.from != nil else { return }
    let others = [
      ("--product", product != nil), ("--target", target != nil), ("--incremental", incremental),
      ("--per-file", perFile), ("--timeout", timeout != 3600), ("--dry-run", planned.dryRun),
      (build.firstStated ?? "", build.firstStated != nil),
    ]
    if let other = others.first(where: \.1) {
      throw ValidationError("\(other.0) is about builds, and --from builds nothing; omit one of them.")
    }
  }

  func run() async throws {
    if logs.list, let from = logs.from {
      return try Terminal.write(logs.selection(at: from, isQuiet: false).list())
    }
    let places = try results.files()
    let service = try RecordService(request) { report in
      try Terminal.write((results.printed ?? RecordedReport.standardRendering).bytes(of: report, style: results.style))
      try results.all.deliver(report, to: places)
    }
    if planned.dryRun { return try Terminal.write(await service.plan().text) }
    guard let from = logs.from else { return try await service.run() }
    // Without its path, a workspace may be any that is here.
    try await service.read(
      logs.selection(at: from, isQuiet: workspace.quiet), isOfWorkspace: workspace.isPackagePathStated)
  }

  private var request: RecordRequest {
    get throws {
      var request = RecordRequest()
      (request.workspace, request.build, request.timeoutSeconds) = (
        workspace.request, build.request(traits.request), timeout
      )
      (request.product, request.target, request.scratchPath) = (product, target, scratchPath)
      (request.isPerFile, request.order) = (perFile, sort)
      (request.folder, request.replaces) = (try results.folder, force)
      return request
    }
  }
}

extension ModuleOrder: ExpressibleByArgument {}
