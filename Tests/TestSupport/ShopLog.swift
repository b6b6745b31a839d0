/// A log of a clean build of an app that does not exist, with about as many targets as a real one: what pictures in the documentation show.
///
/// The steps are scheduled on eight cores as Xcode does: a target is planned once the modules that it imports are written, and linked
/// last.
package struct ShopLog {
  private struct Target {
    let name: String
    let files: Int
    let dependencies: [String]
    var project = "Shop"
    /// Whether it is linked dynamically.
    var isApp = false
  }

  private struct Work {
    let command: String
    let target: Target?
    let seconds: Double
    let needs: [Int]
    /// Whether a process of its own does it; otherwise the build service.
    var takesCore = true
    var text: String?
  }

  private static let packages: [Target] = [
    .init(name: "Collections", files: 44, dependencies: [], project: "swift-collections"),
    .init(name: "Algorithms", files: 18, dependencies: [], project: "swift-algorithms"),
    .init(name: "Logging", files: 6, dependencies: [], project: "swift-log"),
    .init(name: "ImageLoading", files: 38, dependencies: ["Collections"], project: "image-loading"),
    .init(name: "MarkdownParsing", files: 61, dependencies: ["Collections", "Algorithms"], project: "markdown"),
    .init(name: "KeychainAccess", files: 4, dependencies: [], project: "keychain"),
    .init(name: "FeatureFlags", files: 12, dependencies: ["Logging"], project: "feature-flags"),
    .init(name: "MapTiles", files: 52, dependencies: ["ImageLoading"], project: "map-tiles"),
    .init(name: "SnapshotHelpers", files: 9, dependencies: [], project: "snapshot-helpers"),
  ]

  private static let modules: [Target] = [
    .init(name: "Foundations", files: 24, dependencies: ["Logging", "Algorithms"]),
    .init(name: "Localization", files: 11, dependencies: ["Foundations"]),
    .init(name: "Networking", files: 40, dependencies: ["Foundations", "Logging"]),
    .init(name: "Persistence", files: 36, dependencies: ["Foundations", "KeychainAccess"]),
    .init(name: "ShopModels", files: 118, dependencies: ["Foundations", "Collections"]),
    .init(name: "ShopAPI", files: 96, dependencies: ["Networking", "ShopModels"]),
    .init(name: "Analytics", files: 22, dependencies: ["Foundations", "FeatureFlags"]),
    .init(name: "Navigation", files: 15, dependencies: ["Foundations"]),
    .init(name: "DesignTokens", files: 8, dependencies: ["Foundations"]),
    .init(name: "DesignSystem", files: 134, dependencies: ["DesignTokens", "ImageLoading", "Localization"]),
    .init(name: "Accounts", files: 33, dependencies: ["ShopAPI", "Persistence"]),
    .init(name: "Pricing", files: 27, dependencies: ["ShopModels"]),
    .init(name: "Stock", files: 19, dependencies: ["ShopAPI"]),
    .init(name: "Payments", files: 48, dependencies: ["ShopAPI", "Accounts", "Pricing"]),
    .init(name: "Recommendations", files: 21, dependencies: ["ShopAPI", "Analytics"]),
    .init(name: "FeatureKit", files: 29, dependencies: ["DesignSystem", "Navigation", "Analytics"]),
  ]

  private static let features: [Target] = [
    ("HomeFeature", 58, ["Recommendations", "Stock"]), ("SearchFeature", 47, ["ShopAPI"]),
    ("ProductFeature", 83, ["Pricing", "Stock", "MarkdownParsing"]), ("CartFeature", 51, ["Pricing", "Payments"]),
    ("CheckoutFeature", 92, ["Payments", "Accounts"]), ("OrdersFeature", 38, ["Accounts"]),
    ("ProfileFeature", 44, ["Accounts", "Persistence"]), ("WishlistFeature", 26, ["Persistence", "Pricing"]),
    ("StoresFeature", 31, ["MapTiles", "ShopAPI"]), ("ReviewsFeature", 29, ["ShopAPI", "MarkdownParsing"]),
    ("OffersFeature", 23, ["Pricing", "Recommendations"]), ("SettingsFeature", 35, ["Accounts", "FeatureFlags"]),
    ("OnboardingFeature", 18, ["Accounts"]), ("SupportFeature", 20, ["MarkdownParsing"]),
  ].map { .init(name: $0.0, files: $0.1, dependencies: ["FeatureKit"] + $0.2) }

  private static let programs: [Target] = [
    .init(name: "ShopWidget", files: 17, dependencies: ["DesignSystem", "ShopAPI"], isApp: true),
    .init(name: "ShopNotifications", files: 6, dependencies: ["Networking"], isApp: true),
    .init(
      name: "Shop", files: 64, dependencies: features.map(\.name) + ["ShopWidget", "ShopNotifications"], isApp: true),
  ]

  private static let targets = packages + modules + features + programs
  private static let cores = 8
  private static let filesOfBatch = 12
  private static let zero = 0.4

  private var work: [Work] = []
  /// The steps after which dependents may start, and may be linked.
  private var unblocked: [String: Int] = [:]
  private var linked: [String: Int] = [:]

  /// The root of the log.
  package static var root: LogSection {
    var log = ShopLog()
    log.addPlanning()
    for target in targets { log.add(target) }
    let times = log.schedule()
    let steps = zip(log.work, times).sorted { $0.1.lowerBound < $1.1.lowerBound }.map { work, time in
      var step = LogSection(
        work.command, time.lowerBound, time.upperBound, target: work.target?.name,
        project: work.target?.project ?? "Shop", cpu: work.takesCore ? work.seconds * 0.94 : nil,
        isInProcess: !work.takesCore)
      step.text = work.text
      return step
    }
    return LogSection(
      root: "Building workspace Shop with scheme Shop and configuration Debug",
      seconds: (times.map(\.upperBound).max() ?? 0) + 0.3, steps)
  }

  private mutating func add(_ one: Work) -> Int {
    work.append(one)
    return work.count - 1
  }

  private mutating func addPlanning() {
    let projects = Dictionary(Self.targets.map { ($0.name, $0.project) }) { first, _ in first }
    let lines = Self.targets.flatMap { target in
      [
        "Target '\(target.name)' in project '\(target.project)'"
          + (target.dependencies.isEmpty ? " (no dependencies)" : "")
      ]
        + target.dependencies.map { "➜ Explicit dependency on target '\($0)' in project '\(projects[$0] ?? "Shop")'" }
    }
    let graph = add(
      Work(
        command: "ComputeTargetDependencyGraph", target: nil, seconds: 0.3, needs: [], takesCore: false,
        text: (["note: Target dependency graph (\(Self.targets.count) targets)"] + lines).joined(separator: "\r")))
    let description = add(
      Work(command: "CreateBuildDescription", target: nil, seconds: 2.6, needs: [graph], takesCore: false))
    unblocked[""] = description
  }

  private mutating func add(_ target: Target) {
    let ready = ([""] + target.dependencies).compactMap { unblocked[$0] }
    let plan = add(
      Work(command: "SwiftDriver \(target.name)", target: target, seconds: 0.12, needs: ready, takesCore: false))
    let emit = add(
      Work(
        command: "SwiftEmitModule normal arm64 Emitting\\ module\\ for\\ \(target.name)", target: target,
        seconds: 0.35 + 0.012 * Double(target.files), needs: [plan]))
    let batches = (target.files + Self.filesOfBatch - 1) / Self.filesOfBatch
    let compiles = (0..<batches).map { batch in
      let files = min(Self.filesOfBatch, target.files - batch * Self.filesOfBatch)
      // Some files are harder than others.
      let seconds = 0.4 + 0.16 * Double(files) * (1 + Double((batch * 7 + target.files) % 5) / 4)
      return add(
        Work(
          command: "SwiftCompile normal arm64 /src/\(target.name)/File\(batch).swift", target: target, seconds: seconds,
          needs: [plan]))
    }
    unblocked[target.name] = add(
      Work(
        command: "SwiftDriver\\ Compilation\\ Requirements \(target.name)", target: target, seconds: 0.002,
        needs: [emit], takesCore: false))
    let inputs = target.isApp ? linkedBelow(target) : []
    let link = add(
      Work(
        command: target.isApp ? "Ld /build/\(target.name) normal arm64" : "Libtool /build/lib\(target.name).a normal",
        target: target, seconds: target.name == "Shop" ? 2.9 : target.isApp ? 0.8 : 0.1, needs: compiles + inputs))
    linked[target.name] = link
    if target.isApp { addBundle(target, link, plan) }
  }

  private func linkedBelow(_ target: Target) -> [Int] {
    let byName = Dictionary(Self.targets.map { ($0.name, $0) }) { first, _ in first }
    var (seen, pending) = (Set<String>(), target.dependencies)
    while let name = pending.popLast() {
      if seen.insert(name).inserted { pending += byName[name]?.dependencies ?? [] }
    }
    return seen.sorted().compactMap { linked[$0] }
  }

  private mutating func addBundle(_ target: Target, _ link: Int, _ plan: Int) {
    let isMain = target.name == "Shop"
    let catalog = add(
      Work(
        command: "CompileAssetCatalog /build/\(target.name).app /src/\(target.name)/Assets.xcassets", target: target,
        seconds: isMain ? 4.8 : 1.1, needs: [plan], takesCore: false))
    let script = add(
      Work(
        command: "PhaseScriptExecution Upload\\ Symbols /build/script.sh", target: target, seconds: isMain ? 3.4 : 0.2,
        needs: [link, catalog]))
    let sign = add(
      Work(command: "CodeSign /build/\(target.name).app", target: target, seconds: 0.5, needs: [script]))
    linked[target.name] = add(
      Work(command: "Validate /build/\(target.name).app", target: target, seconds: 0.2, needs: [sign], takesCore: false)
    )
  }

  /// List scheduling, in the order of the targets.
  private func schedule() -> [ClosedRange<Double>] {
    var times = [ClosedRange<Double>?](repeating: nil, count: work.count)
    var running: [(end: Double, index: Int)] = []
    var (now, waiting, free) = (Self.zero, Array(work.indices), Self.cores)
    while true {
      waiting.removeAll { index in
        guard work[index].needs.allSatisfy({ times[$0].map { $0.upperBound <= now } ?? false }),
          !work[index].takesCore || free > 0
        else { return false }
        if work[index].takesCore { free -= 1 }
        times[index] = now...(now + work[index].seconds)
        running.append((now + work[index].seconds, index))
        return true
      }
      guard let next = running.map(\.end).min() else { break }
      now = next
      free += running.count { $0.end <= now && work[$0.index].takesCore }
      running.removeAll { $0.end <= now }
    }
    return times.map { $0 ?? Self.zero...Self.zero }
  }
}
