import ArgumentParser
import BuildRunner
import ModuleGraph
import Platform
import Reports
import Services
import Synchronization
import Workspace

/// What a shell offers in place of a name: those of the workspace at hand. No manifest is evaluated, so that a key never waits
/// for a compiler, and where something fails, nothing is offered.
enum NameCompletion {
  static let modules = offered { words, _ in
    graph(words)?.modules.filter { !$0.kind.isOutside }.map(\.name).unique ?? []
  }

  static let products = offered { words, _ in graph(words)?.products.map(\.name).unique ?? [] }

  static let packages = offered { words, _ in graph(words)?.packages.map(\.key).unique ?? [] }

  static let layers = offered { words, _ in
    configuration(words)?.settings.layers.all.map(\.name) ?? []
  }

  static let rules = offered { words, _ in configuration(words)?.settings.rules.map(\.id).unique ?? []
  }

  /// The runs of the workspace in the state folder, the newest last, and the files of the folder that was begun.
  static let runs = offered { words, prefix in
    guard let root = WorkspaceLocation.folder(of: value(of: "--package-path", in: words) ?? ".") else { return [] }
    let own = RunFolder.platformFolder(workspaceKey: BenchmarkFolders.key(root))
    let begun = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    return names(in: own).map { "\(own)/\($0)" } + names(in: begun.isEmpty ? "." : begun).map { begun + $0 }
  }

  private static func offered(
    _ names: @escaping @Sendable (_ words: [String], _ prefix: String) -> [String]
  ) -> CompletionKind {
    .custom { words, _, prefix in names(words, prefix).compactMap { quoted($0, for: .requesting) } }
  }

  /// A name as a shell's completion script needs it to insert one word that means the name; `nil` if it cannot be in a list of lines.
  static func quoted(_ name: String, for shell: CompletionShell?) -> String? {
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return nil }
    if shell == .zsh { return name.replacing("\\", with: "\\\\").replacing(":", with: "\\:") }
    guard shell == .bash else { return name }
    // Bash's script inserts what is left after `compgen -W` has expanded it, commands within it included.
    let word = Shell.word(name)
    return word == name ? name : Shell.word(name.map { Shell.word("\($0)") == "\($0)" ? "\($0)" : "\\\($0)" }.joined())
  }

  private static func names(in folder: String) -> [String] {
    ((try? FolderListing.entries(of: folder)) ?? []).map(\.name).filter { !$0.hasPrefix(".") }.sorted()
  }

  private static func configuration(_ words: [String]) -> LoadedConfiguration? {
    try? LoadedConfiguration(named: value(of: "--config", in: words), of: value(of: "--package-path", in: words) ?? ".")
  }

  /// The parser completes before anything asynchronous begins, so that this thread waits, in steps of a tenth of a millisecond.
  private static func graph(_ words: [String]) -> ModuleGraph? {
    guard let configuration = configuration(words) else { return nil }
    let path = value(of: "--package-path", in: words) ?? "."
    let loader = WorkspaceLoader(
      toolchain: try? Toolchain(at: value(of: "--toolchain", in: words)),
      cacheFolder: value(of: "--cache-dir", in: words) ?? CacheFolder.platformDefault(),
      manifestEnvironment: configuration.settings.manifestEnvironment, policy: ManifestPolicy(evaluates: false),
      keepsGoing: true)
    let discovery = DiscoveryOptions(
      includesAll: words.contains("--all"), exclude: configuration.settings.exclude, excludeBase: configuration.base)
    let loaded = Mutex<ModuleGraph??>(.none)
    Task.detached {
      let graph = try? await loader.load(packagePath: path, discovery: discovery).graph
      loaded.withLock { $0 = .some(graph) }
    }
    while true {
      if let answer = loaded.withLock({ $0 }) { return answer }
      MonotonicClock.sleep(untilNanoseconds: MonotonicClock.nowNanoseconds + 100_000)
    }
  }

  /// The value of an option on the command line so far.
  static func value(of option: String, in words: [String]) -> String? {
    for (index, word) in words.enumerated().reversed() {
      if word == option, index + 1 < words.count { return words[index + 1] }
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
    }
    return nil
  }
}

extension [String] {
  /// Sorted, without duplicates.
  fileprivate var unique: [String] { Set(self).sorted() }
}
