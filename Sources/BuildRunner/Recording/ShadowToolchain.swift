import BuildTrace
import ModuleGraph
package import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A toolchain of links to a real one, with stand-ins in place of the programs that compile and link.
///
/// Drivers look for their tools and resources beside themselves. Beside a single stand-in they would not find them, and
/// would fail or behave differently.
package struct ShadowToolchain: TraceSource, Hashable {
  /// The folder that contains `usr`, absolute.
  package let path: String

  private static let partialSuffix = ".partial"

  private var programs: String { path + "/usr/bin" }

  /// Finds the shadow of a toolchain, or creates it. Nothing is written into the toolchain.
  ///
  /// For another toolchain or recorder, another shadow is created, so that a shadow never changes while it is used.
  /// - Parameters:
  ///   - toolchain: its compiler is asked for its location, since `swift` may be a proxy (of swiftly or xcrun).
  ///   - recorder: the `modgauge-recorder` program, absolute.
  ///   - cacheFolder: the folder for shadows, absolute.
  /// - Throws: `BenchmarkError`, `SubprocessError`, `CancellationError`.
  package init(of toolchain: Toolchain, recorder: String, cacheFolder: String) async throws {
    let real = try await RealToolchain(of: toolchain)
    let key = try [real.programs + "/swift-frontend", recorder].map(Self.identity).joined(separator: "\n").stableHash
    path = "\(Self.folder(in: cacheFolder))/\(String(key, radix: 36))"
    if FileManager.default.isExecutableFile(atPath: programs + "/swiftc") {
      try? FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: path)
      return
    }
    try Self.make(path, of: real, recorder: recorder)
  }

  /// A text that differs between programs, and between versions of a program at the same path.
  private static func identity(_ program: String) throws(BenchmarkError) -> String {
    try FileTree.doing("read", program) {
      let attributes = try FileManager.default.attributesOfItem(atPath: Path.canonical(program) ?? program)
      let date = attributes[.modificationDate] as? Date
      return "\(program) \(attributes[.size] ?? 0) \(date?.timeIntervalSinceReferenceDate ?? 0)"
    }
  }

  /// Created under a temporary name and then renamed, so that nobody finds an incomplete one.
  private static func make(_ path: String, of real: RealToolchain, recorder: String) throws(BenchmarkError) {
    let partial = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36))\(partialSuffix)"
    try FileTree.remove(partial)
    do {
      try fill(partial, of: real, recorder: recorder)
    } catch {
      try? FileTree.remove(partial)
      throw error
    }
    do {
      try FileManager.default.moveItem(atPath: partial, toPath: path)
    } catch {
      try FileTree.remove(partial)
      // Another process may have created it meanwhile.
      guard FileManager.default.fileExists(atPath: path) else {
        throw .fileSystem(doing: "make", path: path, reason: FileReason.description(of: error))
      }
    }
  }

  private static func fill(_ path: String, of real: RealToolchain, recorder: String) throws(BenchmarkError) {
    let programs = path + "/usr/bin"
    try FileTree.makeFolder(programs)
    let standIn = path + "/modgauge-recorder"
    try FileTree.doing("make a shadow toolchain in", path) {
      let files = FileManager.default
      try files.createSymbolicLink(
        atPath: "\(programs)/\(StandIns.realPrograms)", withDestinationPath: real.programs)
      try files.copyItem(atPath: recorder, toPath: standIn)
      for name in try files.contentsOfDirectory(atPath: real.usr) where name != "bin" {
        try files.createSymbolicLink(atPath: "\(path)/usr/\(name)", withDestinationPath: "\(real.usr)/\(name)")
      }
      for name in try files.contentsOfDirectory(atPath: real.programs) {
        if StandIns.programs.contains(name) {
          // A hard link: resolving a symbolic one would start the recorder under its own name.
          try files.linkItem(atPath: standIn, toPath: "\(programs)/\(name)")
        } else {
          try files.createSymbolicLink(
            atPath: "\(programs)/\(name)", withDestinationPath: "\(real.programs)/\(name)")
        }
      }
    }
  }

  /// None: stand-ins write to the file themselves.
  package func supervisorOptions(traceFile: String) -> [String] { [] }

  package var closesInherited: Bool { true }

  /// The environment variables with which `swift build` uses the stand-ins, and these write to the file.
  ///
  /// They are the same for the same file, so that SwiftPM's manifest cache remains valid.
  /// - Parameters:
  ///   - traceFile: absolute.
  ///   - environment: the usual environment. A C compiler that it names is kept, and its processes are not recorded.
  package func environment(traceFile: String, in environment: [String: String]) -> [String: String] {
    var variables = [
      StandIns.fileVariable: traceFile,
      "SWIFT_EXEC": programs + "/swiftc",
      // The driver looks for its tools beside its own program, which is the real one.
      "SWIFT_DRIVER_SWIFT_FRONTEND_EXEC": programs + "/swift-frontend",
      "SWIFT_DRIVER_SWIFT_AUTOLINK_EXTRACT_EXEC": programs + "/swift-autolink-extract",
      "SWIFT_DRIVER_CLANG_EXEC": programs + "/clang",
      "SWIFT_DRIVER_CLANGXX_EXEC": programs + "/clang++",
    ]
    if environment["CC"] == nil { variables["CC"] = programs + "/clang" }
    if environment["CXX"] == nil { variables["CXX"] = programs + "/clang++" }
    return variables.filter {
      FileManager.default.isExecutableFile(atPath: $0.value) || $0.key == StandIns.fileVariable
    }
  }
}

extension ShadowToolchain {
  /// How long an unused shadow toolchain is kept, in seconds: 30 days.
  private static let keptSeconds = 30.0 * 24 * 3600

  private static func folder(in cacheFolder: String) -> String { cacheFolder + "/shadows" }

  /// Removes shadow toolchains that were not used for 30 days, mostly since their toolchain or recorder is gone, and
  /// incomplete ones. One that cannot be removed is kept.
  ///
  /// The caller must hold the machine's lock, so that nobody else creates or uses one.
  /// - Parameter cacheFolder: the same as for `init`.
  package static func prune(in cacheFolder: String) {
    let folder = folder(in: cacheFolder)
    let files = FileManager.default
    for name in (try? FileTree.folders(in: folder)) ?? [] where isOwn(name) {
      let path = "\(folder)/\(name)"
      guard let used = try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date else { continue }
      guard name.hasSuffix(partialSuffix) || used.timeIntervalSinceNow < -keptSeconds else { continue }
      // Renamed first, so that nobody finds an incomplete one.
      let partial = name.hasSuffix(partialSuffix) ? path : path + partialSuffix
      if partial != path { try? files.moveItem(atPath: path, toPath: partial) }
      try? FileTree.remove(partial)
    }
  }

  /// Whether a shadow, or an incomplete one, has such a name.
  private static func isOwn(_ name: String) -> Bool {
    let whole = name.hasSuffix(partialSuffix) ? name.dropLast(partialSuffix.count) : name[...]
    return whole.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }
    }
  }
}
