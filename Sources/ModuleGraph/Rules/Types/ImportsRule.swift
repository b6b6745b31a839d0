/// Sources import exactly what manifests declare.
struct ImportsRule: RuleType {
  static let name = "imports"
  static let summary = "The modules import what their manifests declare, and declare what they import."
  static let parameters = [
    RuleParameter("modules", .modules, "the modules; all but tests if absent"),
    RuleParameter(
      "find", .choice(["all", "undeclared", "unused"]),
      "imports that no manifest declares, declared dependencies that nothing imports, or both"),
  ]
  static let example = """
    id: imports-are-declared
    type: imports
    find: undeclared
    """
  static let reads = FileReadings.imports

  let values: RuleValues

  private var find: String { values.choice("find") ?? "all" }

  func check(_ run: inout RuleRun) {
    let chosen = run.select("modules", of: values)
    guard let findings = run.settings.imports else { return }
    if find != "unused" {
      for finding in findings.undeclared {
        guard let module = run.vertex(of: finding.module), chosen.contains(module),
          let imported = run.vertex(of: finding.imported)
        else { continue }
        report(finding, module, imported, &run)
      }
    }
    for open in findings.undecided where find != "undeclared" || open.reason == .xcodeProject {
      guard let module = run.vertex(of: open.module), chosen.contains(module) else { continue }
      run.leaveOpen(module, open.words { id in run.vertex(of: id).map { run.names[$0] } ?? id.name })
    }
    if find != "undeclared" {
      for finding in findings.unused {
        guard let module = run.vertex(of: finding.module), chosen.contains(module) else { continue }
        report(finding, module, &run)
      }
    }
  }

  private func report(
    _ finding: ImportFindings.Undeclared, _ module: Int, _ imported: Int, _ run: inout RuleRun
  ) {
    guard finding.declaredFor.isEmpty else { return reportElsewhere(finding, module, imported, &run) }
    let luck = finding.isReachable ? "is built earlier only because other modules need it" : "may not be built yet"
    run.report(
      "\(run.names[module]) imports \(run.names[imported]) and does not declare it; it \(luck)",
      subject: [finding.module, finding.imported].map(\.description), modules: [module, imported],
      places: [.init(file: finding.location.file, line: finding.location.line, column: finding.column)],
      remedy: .declare(finding.imported, by: finding.module, for: finding.platforms))
  }

  private func reportElsewhere(
    _ finding: ImportFindings.Undeclared, _ module: Int, _ imported: Int, _ run: inout RuleRun
  ) {
    let (builds, declared): (String, String)
    if let traits = finding.traits {
      builds = traits.isEmpty ? "without traits" : "with \(Self.list(traits: traits))"
      declared = Self.list(traits: finding.declaredFor)
    } else {
      guard case .some(let platforms) = finding.platforms else { return }
      (builds, declared) = ("on \(Self.list(platforms))", Self.list(finding.declaredFor))
    }
    run.report(
      "\(run.names[module]) imports \(run.names[imported]) \(builds): declared for \(declared) alone",
      subject: [finding.module, finding.imported].map(\.description), modules: [module, imported],
      places: [.init(file: finding.location.file, line: finding.location.line, column: finding.column)])
  }

  private static func list(traits: [String]) -> String {
    (traits.count == 1 ? "the trait " : "the traits ") + traits.listed(atMost: 3)
  }

  /// Platforms by their usual names, at most three.
  private static func list(_ platforms: [String]) -> String {
    let first = ["macos", "ios", "linux"]
    let sorted = first.filter(platforms.contains) + platforms.filter { !first.contains($0) }
    let names = sorted.map { usualNames[$0] ?? $0 }
    return names.count > 3 ? names.listed(atMost: 2) : names.inSentence
  }

  private static let usualNames = [
    "android": "Android", "driverkit": "DriverKit", "freebsd": "FreeBSD", "ios": "iOS", "linux": "Linux",
    "macos": "macOS", "openbsd": "OpenBSD", "tvos": "tvOS", "visionos": "visionOS", "wasi": "WASI",
    "watchos": "watchOS", "windows": "Windows",
  ]

  private func report(_ finding: ImportFindings.Unused, _ module: Int, _ run: inout RuleRun) {
    let targets = finding.dependencies.compactMap { run.vertex(of: $0.to) }
    let names = targets.map { run.names[$0] }.joined(separator: ", ")
    let tests = finding.tests.compactMap { run.vertex(of: $0) }.map { run.names[$0] }.joined(separator: ", ")
    let users = tests.isEmpty ? "" : "; only \(tests) imports it"
    run.report(
      "\(run.names[module]) declares \(names) and never imports it\(users)",
      subject: ([finding.module] + finding.dependencies.map(\.to)).map(\.description), modules: [module] + targets,
      dependencies: finding.dependencies, remedy: .remove(finding.dependencies, usedBy: finding.tests))
  }
}

extension ImportFindings.Undecided {
  /// A sentence without a full stop.
  fileprivate func words(_ name: (ModuleID) -> String) -> String {
    let targets = dependencies.map(name).joined(separator: ", ")
    return switch reason {
    case .plugin: "\(name(module)) may import \(targets) in sources that a plugin writes"
    case .unread: "\(name(module)) may import \(targets) in sources that could not be read"
    case .resources: "\(name(module)) imports \(targets) nowhere, but may look up the resources at run time"
    case .xcodeProject: "targets of Xcode projects are not judged, since Xcode finds what they import by itself"
    }
  }
}
