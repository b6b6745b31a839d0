import ModuleGraph

@testable package import BuildAnalysis

extension Run {
  /// A small run with literal figures: an app of three modules, one sample app, and a feature whose builds fail.
  package static func example(rounds: Int, failing: Bool = false) -> Run {
    let id = { ModuleID(package: "Shop", name: $0) }
    let module = { (name: String, kind: Module.Kind, lines: Int) in
      Module(
        id: id(name), kind: kind, path: "Sources/\(name)", sources: 2, lines: lines, bytes: 30 * lines,
        languages: ["swift"])
    }
    let graph = ModuleGraph(
      packages: [
        Package(key: "Shop", identity: "shop", name: "Shop", path: ".", toolsVersion: "6.0.0", dependencies: [])
      ],
      modules: [
        module("App", .executable, 200), module("Cart", .regular, 1200), module("CartApp", .executable, 40),
        module("Core", .regular, 900), module("Search", .regular, 700),
      ],
      dependencies: [("App", "Cart"), ("App", "Search"), ("Cart", "Core"), ("CartApp", "Cart"), ("Search", "Core")].map
      {
        Dependency(from: id($0.0), to: id($0.1))
      })
    let arms = [
      Arm(name: "App", role: .combined, targets: ["App"], modules: ["App", "Cart", "Core", "Search"].map(id)),
      Arm(
        name: "CartApp", role: .sampleApp, feature: "Cart", featureModules: [id("Cart")], targets: ["CartApp"],
        modules: ["Cart", "CartApp", "Core"].map(id)),
      Arm(
        name: "Search", role: .feature, featureModules: [id("Search")], targets: ["ModuleGaugeArm"],
        modules: ["Core", "Search"].map(id)),
    ]
    let samples = (0...rounds).flatMap { round in
      arms.enumerated().map { position, arm -> Sample in
        let seconds = [20.0, 10, 8][position] + 0.25 * Double(round)
        let fails = failing && arm.name == "Search"
        var sample = Sample(
          arm: arm.name, round: round, position: position + 1, warmup: round == 0,
          offsetSeconds: 40 * Double(round) + 12 * Double(position), seconds: seconds, cpuSeconds: 1.5 * seconds,
          peakBytes: 300 << 20, outcome: fails ? .failed : .ok,
          reason: fails ? "`swift build` exited with code 1" : nil)
        sample.compiledModules = arm.modules.map(\.name)
        sample.log = fails ? "logs/Search-\(round).log" : nil
        return sample
      }
    }
    return Run(
      environment: Machine(
        cpu: "Example CPU", cores: 2, memoryBytes: 16 << 30, os: "Linux", kernel: "Linux 6", compiler: "Swift 6.3.1",
        load: 0.5),
      workspace: Subject(name: "Shop", revision: "abc123", dirty: true, graph: graph),
      plan: Plan(arms: arms.map(\.name), warmups: 1, rounds: rounds, seed: 7, configuration: "debug"), arms: arms,
      samples: samples)
  }
}

extension Run {
  /// The same app, clean and with one change in a module, of which this was compiled again.
  package static func example(
    changing module: String, _ change: SourceChange, rebuilt: [(String, Int)]?, interfaceChanged: Bool? = nil
  ) -> Run {
    var run = example(rounds: 2)
    let scenario = Scenario.incremental(module: module, change: change)
    run.plan.scenarios = [.clean, .firstNull, .null, scenario, .alone(module: "Core"), .alone(module: "Cart")]
    let others: [(Scenario, Double)] = [
      (.firstNull, 0.3), (.null, 0.05), (scenario, 0.2), (.alone(module: "Core"), 0.3), (.alone(module: "Cart"), 0.4),
    ]
    run.samples += run.samples.flatMap { sample in
      others.filter { run.cases.contains(Case(arm: sample.arm, scenario: $0.0)) }.map { other, share in
        var built = sample
        (built.scenario, built.compiledModules, built.seconds) = (other, nil, sample.seconds.map { $0 * share })
        built.rebuilt = other == scenario ? rebuilt?.map { RebuiltModule(module: $0.0, files: $0.1) } : []
        built.interfaceChanged = other == scenario ? interfaceChanged : nil
        return built
      }
    }
    return run
  }
}

extension Run {
  /// The same app, clean and with its tests: those of the cart and of the app, none of the search.
  package static func testedExample(rounds: Int) -> Run {
    var run = example(rounds: rounds)
    let tests = [("AppTests", "App"), ("CartTests", "Cart")].map {
      (test: ModuleID(package: "Shop", name: $0.0), of: ModuleID(package: "Shop", name: $0.1))
    }
    let graph = run.workspace.graph
    run.workspace.graph = ModuleGraph(
      packages: graph.packages,
      modules: graph.modules
        + tests.map { Module(id: $0.test, kind: .test, sources: 1, lines: 100, bytes: 3000, languages: ["swift"]) },
      dependencies: graph.dependencies + tests.map { Dependency(from: $0.test, to: $0.of) })
    run.arms[0].tests = Arm.Tests(
      modules: tests.map(\.test), built: (run.arms[0].modules + tests.map(\.test)).sorted())
    run.arms[1].tests = Arm.Tests(
      modules: [tests[1].test], built: ["Cart", "CartTests", "Core"].map { ModuleID(package: "Shop", name: $0) })
    run.plan.scenarios = [.clean, .tests]
    run.samples += run.samples.filter { $0.arm != "Search" }.map { sample in
      var tested = sample
      (tested.scenario, tested.seconds) = (.tests, sample.seconds.map { sample.arm == "App" ? 3 * $0 : $0 })
      return tested
    }
    return run
  }
}

extension Run {
  package static func recordedExample(rounds: Int) -> Run { example(rounds: rounds).recorded }

  /// The same run with what was recorded of its measured builds: one module less in the second round, and one external.
  package var recorded: Run {
    var run = self
    for index in run.samples.indices where !run.samples[index].warmup {
      let sample = run.samples[index]
      let modules = run.arms.first { $0.name == sample.arm }?.modules ?? []
      run.samples[index].trace = "traces/\(sample.arm)-\(sample.round).jsonl"
      let own = modules.filter { sample.round != 2 || $0.name != "Cart" }.map { id in
        let seconds = Double(id.name.utf8.count) + 0.125 * Double(sample.round)
        return ModuleSample(
          module: id.name, id: id, seconds: 2 * seconds, cpuSeconds: seconds,
          cpuSecondsPerThousandLines: id.name == "App" ? nil : seconds / 2, peakBytes: 200 << 20,
          spans: [.seconds(0.5, 0.5 + 2 * seconds)])
      }
      run.samples[index].cpuShares = CPUShares(
        modulesSeconds: 20, manifestsSeconds: 0.5, otherJobsSeconds: 0.125, builderSeconds: 1,
        unrecordedSeconds: 0.25 * Double(sample.round))
      run.samples[index].modules =
        own + [ModuleSample(module: "Fetched", isTool: true, seconds: 0.5, cpuSeconds: 0.25, spans: [.seconds(0, 0.5)])]
    }
    return run
  }
}

extension Span {
  package static func seconds(_ start: Double, _ end: Double) -> Span { Span(Int(start * 1e9), Int(end * 1e9)) }
}

extension Run {
  /// Computed at each call: what is not a test makes findings once.
  package var findings: RunFindings { RunFindings(self) }
}
