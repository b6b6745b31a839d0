import ModuleGraph

/// The commands `xcodebuild` in files of CI services.
struct CIBuilds {
  /// The Xcode projects and workspaces that were read.
  let projects: [String]

  /// Where builds of a Debug configuration leave the index on.
  ///
  /// A file that mentions the setting anywhere is left out, and so are commands for other projects, and those whose action and
  /// configuration neither they nor a shared scheme state.
  /// - Parameters:
  ///   - root: the workspace's folder, which paths are relative to.
  ///   - top: the folder of the repository.
  func withIndex(root: String, top: String) -> [Dependency.Location] {
    let folders = [".github/workflows", ".circleci", "fastlane", "ci_scripts", ""].map { Path.joined(top, $0) }
    let files = folders.flatMap { folder in FolderEntries(of: folder).map { Path.joined(folder, $0.name) } }
    return files.filter { [".yml", ".yaml", ".sh", "/Fastfile"].contains(where: $0.hasSuffix) }.flatMap {
      path -> [Dependency.Location] in
      let text = String(decoding: (try? FileBytes.read(path)) ?? [], as: UTF8.self)
      guard !text.contains("COMPILER_INDEX_STORE_ENABLE"), !text.contains("XCODE_XCCONFIG_FILE") else { return [] }
      return Self.commands(in: text).filter { isDebugBuild($0.text) }.map {
        Dependency.Location(file: Path.relative(path, to: root), line: $0.line)
      }
    }
  }

  /// The arguments of each `xcodebuild`, with the lines that continue it, up to a pipe.
  private static func commands(in text: String) -> [(line: Int, text: Substring)] {
    let text = text.replacing("\\\n", with: " \u{1}")
    return text.split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("#") }.compactMap { line in
      guard let start = line.firstRange(of: "xcodebuild ") else { return nil }
      let number = text[..<start.lowerBound].count { $0 == "\n" || $0 == "\u{1}" } + 1
      return (number, line[start.upperBound...].prefix { !"|&;".contains($0) })
    }
  }

  private func isDebugBuild(_ command: Substring) -> Bool {
    let words = Set(command.split { $0.isWhitespace || $0 == "\u{1}" })
    guard !words.isDisjoint(with: ["build", "test", "build-for-testing"]),
      words.isDisjoint(with: ["archive", "analyze", "docbuild", "test-without-building", "-xcconfig"])
    else { return false }
    func value(_ option: String) -> Substring? {
      guard let rest = command.firstRange(of: "\(option) ").map({ command[$0.upperBound...].drop { $0 == " " } }),
        let mark = rest.first
      else { return nil }
      return "\"'".contains(mark) ? rest.dropFirst().prefix { $0 != mark } : rest.prefix { !$0.isWhitespace }
    }
    let named = [value("-project"), value("-workspace")].compactMap { $0.map { String($0).lastComponent } }
    let scheme = value("-scheme").flatMap(contents)
    // Another project has settings that were not read.
    guard named.isEmpty ? scheme != nil : named.allSatisfy(projects.map(\.lastComponent).contains) else { return false }
    return value("-configuration").map { $0 == "Debug" } ?? scheme.map(Self.isDebug) ?? false
  }

  /// A shared scheme's text.
  private func contents(of scheme: Substring) -> String? {
    projects.lazy.compactMap { try? FileBytes.read("\($0)/xcshareddata/xcschemes/\(scheme).xcscheme") }.first
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a scheme runs and tests a Debug configuration.
  private static func isDebug(scheme: String) -> Bool {
    ["<TestAction", "<LaunchAction"].allSatisfy { action in
      let rest = scheme.firstRange(of: action).map { scheme[$0.upperBound...] }
      let value = rest?.firstRange(of: "buildConfiguration = ").flatMap { rest?[$0.upperBound...] }
      return value?.hasPrefix("\"Debug") ?? false
    }
  }
}
