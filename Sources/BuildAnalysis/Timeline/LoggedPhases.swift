/// The phases of a build as people name them, from the kinds of its steps.
package enum LoggedPhase: String, CaseIterable, Sendable {
  case packageResolution = "package resolution"
  case planning
  case dependencyScan = "dependency scan"
  case modulePrecompilation = "module precompilation"
  case emitModule = "emit-module"
  case compile
  case link
  case copies = "copy and resources"
  case assetCatalogs = "asset catalogs and interfaces"
  case scripts
  case signing = "signing and validation"
  case other

  /// - Parameter step: the first word of a step's command.
  package init(step: String) {
    if let phase = Self.phases[step] {
      self = phase
      return
    }
    switch XcodeStepClass(kind: step) {
    case .compile: self = .compile
    case .emitModule: self = .emitModule
    case .link: self = .link
    case .other: self = step.hasPrefix("Copy") || step.hasPrefix("Cp") ? .copies : .other
    }
  }

  /// Whether the phase makes code.
  package var compiles: Bool {
    [.dependencyScan, .modulePrecompilation, .emitModule, .compile].contains(self)
  }

  private static let phases: [String: LoggedPhase] = {
    let groups: [(LoggedPhase, String)] = [
      (.packageResolution, "ResolvePackageGraph ResolvePackages CheckoutPackages FetchPackages"),
      (
        .planning,
        """
        ComputeTargetDependencyGraph ComputePackagePrebuildTargetDependencyGraph GatherProvisioningInputs \
        CreateBuildDescription CreateBuildOperation CreateBuildRequest SendProjectDescription CreateBuildDirectory \
        ClangStatCache SwiftDriver SwiftDriverJobDiscovery ExecuteExternalTool Check Computing Build Analyze (unnamed)
        """
      ),
      (.dependencyScan, "ScanDependencies SwiftExplicitDependencyScan"),
      (
        .modulePrecompilation,
        """
        PrecompileModule SwiftExplicitDependencyCompileModuleFromInterface SwiftExplicitDependencyGeneratePcm \
        SwiftExplicitDependencyGeneratePCM ProcessPCH ProcessPCH++ Precompile SwiftGeneratePch
        """
      ),
      (.emitModule, "SwiftMergeGeneratedHeaders"),
      (.link, "GenerateDSYMFile GenerateTAPI MetalLink Strip"),
      (
        .copies,
        """
        Copy CpHeader CpResource PBXCp Ditto Create CreateUniversalFramework MkDir SymLink Write WriteAuxiliaryFile Touch \
        ProcessInfoPlistFile ProcessXCFramework CompileXCStrings DataModelCompile DataModelCodegen MappingModelCompile Preprocess \
        CoreMLModelCompile IntentDefinitionCompile ConvertIconsetFile
        """
      ),
      (
        .assetCatalogs,
        """
        CompileAssetCatalog CompileAssetCatalogVariant LinkAssetCatalog GenerateAssetSymbols CompileXIB \
        CompileStoryboard LinkStoryboards
        """
      ),
      (.scripts, "PhaseScriptExecution RuleScriptExecution"),
      (
        .signing,
        """
        CodeSign Validate VerifyModule ValidateEmbeddedBinary ValidateDevelopmentAssets RegisterExecutionPolicyException \
        RegisterWithLaunchServices ProcessProductPackaging ProcessProductPackagingDER SetMode SetOwnerAndGroup
        """
      ),
    ]
    let pairs = groups.flatMap { phase, kinds in kinds.split(separator: " ").map { (String($0), phase) } }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first }).merging(
      ["SwiftDriver Compilation Requirements": .emitModule, "SwiftDriver Compilation": .compile]
    ) { first, _ in first }
  }()
}

/// The time that a build spent in each phase.
package struct LoggedPhases: Sendable, Hashable {
  package struct Row: Sendable, Hashable {
    package let phase: LoggedPhase
    package let steps: Int
    /// The time during which a step of the phase ran.
    package let wallNanoseconds: Int
    /// The phase's part of the build: while steps of several phases run, each step has an equal part of the time.
    package let shareNanoseconds: Int
    /// The same of the time during which no step made code.
    package let besidesNanoseconds: Int
    package let cpuMicroseconds: Int
  }

  /// In the order of the phases; those without steps are missing.
  package let rows: [Row]
  /// The time during which no step ran. With the parts of all phases, it adds up to the build's time.
  package let idleNanoseconds: Int
  /// The time during which no step made code.
  package let withoutCompilingNanoseconds: Int

  /// - Parameters:
  ///   - jobs: with the kinds of their steps.
  ///   - span: of the build.
  /// - Complexity: O(*n* log *n*).
  package init(_ jobs: [JobTiming], span: Span) {
    let places = Self.places(of: jobs)
    var own = [[Int]](repeating: [], count: LoggedPhase.allCases.count)
    for (job, place) in places.enumerated() { own[place].append(job) }
    let shares = Self.shares(jobs.map(\.span), places)
    rows = LoggedPhase.allCases.enumerated().compactMap { place, phase in
      guard !own[place].isEmpty else { return nil }
      return Row(
        phase: phase, steps: own[place].count,
        wallNanoseconds: own[place].map { jobs[$0].span }.sorted().union.nanoseconds,
        shareNanoseconds: Int(shares[place].whole.rounded()),
        besidesNanoseconds: Int(shares[place].besides.rounded()),
        cpuMicroseconds: own[place].reduce(0) { $0 + jobs[$1].cpuMicroseconds })
    }
    idleNanoseconds = span.nanoseconds - jobs.map(\.span).sorted().union.nanoseconds
    let compiling = jobs.indices.filter { LoggedPhase.allCases[places[$0]].compiles }.map { jobs[$0].span }
    withoutCompilingNanoseconds = span.nanoseconds - compiling.sorted().union.nanoseconds
  }

  /// The phase of each job, as an index of `LoggedPhase.allCases`.
  private static func places(of jobs: [JobTiming]) -> [Int] {
    var known: [String: Int] = [:]
    return jobs.map { job in
      if let place = known[job.step] { return place }
      let place = LoggedPhase.allCases.firstIndex(of: LoggedPhase(step: job.step)) ?? 0
      known[job.step] = place
      return place
    }
  }

  /// In nanoseconds: a phase's part of the build, and of the time during which no step made code.
  private struct Share {
    var (whole, besides) = (0.0, 0.0)
  }

  /// Divides each moment equally among the steps that run.
  /// - Returns: the part of each phase.
  private static func shares(_ spans: [Span], _ places: [Int]) -> [Share] {
    var moments: [(time: Int, place: Int, change: Int)] = []
    for (span, place) in zip(spans, places) where span.nanoseconds > 0 {
      moments.append((span.startNanoseconds, place, 1))
      moments.append((span.endNanoseconds, place, -1))
    }
    moments.sort { $0.time < $1.time }
    let compiles = LoggedPhase.allCases.map(\.compiles)
    var running = [Int](repeating: 0, count: compiles.count)
    var shares = [Share](repeating: Share(), count: compiles.count)
    var (all, compiling, last) = (0, 0, 0)
    for moment in moments {
      let elapsed = Double(moment.time - last)
      if all > 0, elapsed > 0 {
        for (place, count) in running.enumerated() where count > 0 {
          let part = elapsed * Double(count) / Double(all)
          shares[place].whole += part
          if compiling == 0 { shares[place].besides += part }
        }
      }
      running[moment.place] += moment.change
      all += moment.change
      if compiles[moment.place] { compiling += moment.change }
      last = moment.time
    }
    return shares
  }
}

extension Timeline {
  package var loggedPhasesByModule: [BuiltModule: LoggedPhases] {
    Dictionary(grouping: jobs.lazy.filter { $0.module != nil }) { $0.module }.reduce(into: [:]) { phases, group in
      if let module = group.key { phases[module] = LoggedPhases(group.value, span: span) }
    }
  }
}
