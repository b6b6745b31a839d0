import BuildAnalysis
import BuildRunner
import Platform
import Reports
import Services
import Workspace

/// Looks at this machine and its installation for `modgauge doctor`. Nothing is changed, except that a history of an older
/// version is migrated, as by every other command.
struct Examination: Sendable {
  let packagePath: String
  let config: String?
  let toolchain: String?
  /// Absolute; it need not exist.
  let cache: String
  let seconds: Int

  typealias Check = Diagnosis.Check

  /// - Throws: `CancellationError`.
  func checks() async throws -> [Check] {
    let start = ClockReading.now
    // What the checks themselves start has ended by then, and is not taken for the work of others.
    let (others, noise) = try await NoiseWatch().watching {
      let deadline = ContinuousClock.now + .seconds(seconds)
      let others = try await (machine: toolsAndMachine(), storage: storage())
      if seconds > 0 { try await Task.sleep(until: deadline) }
      return others
    }
    let observed = seconds > 0 ? [Check.clock(from: start, to: .now), Check.noise(noise)] : []
    return others.machine + observed + others.storage
  }

  private func toolsAndMachine() async throws -> [Check] {
    let picture = GraphvizReading.now
    var checks = [try await swift(), recorder, .graphviz(picture), .fonts(picture)]
    checks += [try await git(), .processors(Run.Machine.current(compiler: ""), of: HostMachine.processors)]
    #if os(Linux)
      checks.append(.controlGroups(canBeMade: canMakeControlGroups))
    #endif
    checks.append(.memory(availableBytes: MachineReading.now.availableBytes, processors: HostMachine.usableProcessors))
    let temporary = OwnEnvironment.variables["TMPDIR"] ?? "/tmp"
    for (name, folder) in [("cache's disk", cache), ("temporary disk", temporary)] {
      checks.append(.disk(name, folder: folder, freeBytes: try? FileSystem.freeBytes(at: Self.existing(folder))))
    }
    checks.append(
      .sandbox(refusingFolders: Set([cache, temporary]).sorted().filter(refusesPrograms), isFiltered: isFiltered))
    return checks
  }

  private func swift() async throws -> Check {
    do {
      let found = try Toolchain(at: toolchain)
      return .swift(version: try await found.version(), path: found.swift)
    } catch let error as WorkspaceError {
      return Check(
        "swift", .error, "\(error)", advice: "Install Swift from https://www.swift.org/install, or name a toolchain.")
    }
  }

  private var recorder: Check {
    if let path = ProgramFile.recorder { return Check("recorder", path) }
    return Check(
      "recorder", .error, "`modgauge-recorder` is not beside `modgauge`, so that builds cannot be measured",
      advice: "Install both programs into one folder: \(ProgramFile.sibling("")).")
  }

  private func git() async throws -> Check {
    guard let git = Git() else {
      return Check(
        "git", .warning, "git is not installed, so that revisions cannot be compared",
        advice: "Install it (Debian: git, Homebrew: git).")
    }
    let version = try await git(["--version"], in: "/").output.split { " \n".contains($0) }.dropFirst(2).first ?? ""
    do {
      _ = try await GitRepository(around: packagePath)
      return Check("git", "\(version); the repository of \(packagePath) can be read")
    } catch let error as RevisionError {
      guard case .refused(_, let words) = error else {
        return Check("git", "\(version); \(packagePath) is in no repository")
      }
      // git's own words have the command for what it calls unsafe.
      guard words.contains("safe.directory") else {
        return Check("git", .error, "\(error)", advice: "Repair the repository, or clone it again.")
      }
      let folder = Shell.word(Path.canonical(packagePath) ?? packagePath)
      return Check(
        "git", .error, "\(version); does not read the repository of \(packagePath), which belongs to another user",
        advice: "If you trust it: git config --global --add safe.directory \(folder)")
    } catch let error as WorkspaceError {
      return Check("git", .error, "\(error)", advice: "Name a folder that exists with --package-path.")
    }
  }

  private var canMakeControlGroups: Bool {
    guard let group = ControlGroup() else { return false }
    group.end()
    return true
  }

  /// Whether programs cannot be started from a folder, or from the one in which it would be made.
  private func refusesPrograms(_ folder: String) -> Bool {
    (try? FileSystem.startsPrograms(from: Self.existing(folder))) == false
  }

  /// Whether a container or service manager filters the system calls of this process (seccomp).
  private var isFiltered: Bool {
    #if os(Linux)
      ProcessFile.statusNumber("Seccomp", of: CurrentProcess.id) == 2
    #else
      false
    #endif
  }

  /// The folder, or the nearest existing one above it.
  static func existing(_ folder: String) -> String {
    var folder = folder
    while folder != "/", !Path.isFolder(folder) { folder = Path.normalized(folder + "/..") }
    return folder
  }
}
