import ArgumentParser

/// The subcommands in the order of the help, by name: a type that is not asked for costs a start nothing.
enum Subcommand: String, CaseIterable {
  case graph, why, dependencies, dependents, cycles, metrics, roles, hotspots, packages, `init`, check,
    whatIf = "what-if", suggest, advise, forecast, scaffold, synthesize,
    record, bench, compare, bisect, report, history, calibrate, doctor,
    diff, affected, test, plan, merge

  /// What commands are used for.
  enum Group: String, CaseIterable {
    case questions = "Diagrams and questions"
    case rules = "Rules"
    case structure = "Before a refactor"
    case times = "Build times"
    case automation = "In CI"
  }

  var group: Group {
    switch self {
    case .graph, .why, .dependencies, .dependents, .cycles, .metrics, .roles, .hotspots, .packages: .questions
    case .`init`, .check: .rules
    case .whatIf, .suggest, .advise, .forecast, .scaffold, .synthesize: .structure
    case .record, .bench, .compare, .bisect, .report, .history, .calibrate, .doctor: .times
    case .diff, .affected, .test, .plan, .merge: .automation
    }
  }

  var type: any AsyncParsableCommand.Type {
    switch self {
    case .graph: GraphCommand.self
    case .why: WhyCommand.self
    case .dependencies: DependenciesCommand.self
    case .dependents: DependentsCommand.self
    case .cycles: CyclesCommand.self
    case .metrics: MetricsCommand.self
    case .hotspots: HotspotsCommand.self
    case .roles: RolesCommand.self
    case .diff: DiffCommand.self
    case .affected: AffectedCommand.self
    case .test: TestCommand.self
    case .`init`: InitCommand.self
    case .check: CheckCommand.self
    case .packages: PackagesCommand.self
    case .record: RecordCommand.self
    case .whatIf: WhatIfCommand.self
    case .suggest: SuggestCommand.self
    case .advise: AdviseCommand.self
    case .bench: BenchCommand.self
    case .compare: CompareCommand.self
    case .forecast: ForecastCommand.self
    case .bisect: BisectCommand.self
    case .plan: PlanCommand.self
    case .merge: MergeCommand.self
    case .calibrate: CalibrateCommand.self
    case .report: ReportCommand.self
    case .history: HistoryCommand.self
    case .scaffold: ScaffoldCommand.self
    case .synthesize: SynthesizeCommand.self
    case .doctor: DoctorCommand.self
    }
  }
}
