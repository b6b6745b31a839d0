/// A manifest that was read without a compiler.
///
/// The reader is strict: it knows the declarations of `PackageDescription`, label by label and version by version, and
/// refuses a manifest if it is not certain of any part of it. Its result equals the answer of `swift package
/// dump-package` for the same file, and it refuses every file that SwiftPM rejects.
///
/// The reader ignores mirrors (`.swiftpm/configuration/mirrors.json`, of the package or the user), on which SwiftPM's
/// answer depends. If there are any, use SwiftPM.
package struct LiteralManifest: Hashable, Sendable {
  package let manifest: Manifest
  /// For each target, in the manifest's order, the line of each of its dependencies, counted from 1.
  package let dependencyLines: [[Int]]
  /// The lines of the package's targets, products and dependencies, in the manifest's order.
  package let targetLines: [Int]
  package let productLines: [Int]
  package let packageLines: [Int]
  /// Folders that are declared as repositories, sorted. SwiftPM rejects the manifest if one of them exists and is not a
  /// repository.
  package let repositoryFolders: [String]
  /// Whether it asks for files, so that it may mean something else when they change.
  package let asksDisk: Bool

  /// In bytes; larger files are left to SwiftPM.
  package static let sizeLimit = 1 << 20

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - packageFolder: absolute, without symbolic links; paths in the manifest are relative to it.
  ///   - hasModuleMap: whether that folder contains a file `module.modulemap`, which makes a package without
  ///     declarations a system library.
  ///   - host: the toolchain that would evaluate the manifest, and its environment.
  ///   - exists: whether there is a file or folder at an absolute path; `nil` if manifests that ask are to be refused.
  /// - Returns: the manifest, or the first reason to refuse it.
  /// - Complexity: O(bytes), plus a bounded number of steps for computed values.
  package static func read(
    _ bytes: [UInt8], packageFolder: String, hasModuleMap: Bool, host: ManifestHost, exists: ((String) -> Bool)? = nil
  ) -> Result<LiteralManifest, LiteralRefusal> {
    do throws(LiteralRefusal) {
      let version = try ToolsVersionLine.read(bytes, toolchain: host.toolchain)
      let build = LiteralBuild(toolchain: host.toolchain, toolsVersion: version, os: host.os, arch: host.arch)
      var parser = try LiteralParser(bytes, build: build)
      let file = try parser.file()
      let circumstances = LiteralCircumstances(
        build: build, packageFolder: packageFolder, environment: host.environment, exists: exists)
      var interpreter = LiteralInterpreter(circumstances, imports: file.imports)
      return .success(try interpreter.manifest(file, hasModuleMap: hasModuleMap))
    } catch {
      return .failure(error)
    }
  }
}

/// The toolchain that evaluates manifests, and their environment.
package struct ManifestHost: Hashable, Sendable {
  package let toolchain: ToolsVersion
  /// `linux` or `macos`.
  package let os: String
  package let arch: String
  package let environment: [String: String]

  package init(toolchain: ToolsVersion, os: String, arch: String, environment: [String: String]) {
    self.toolchain = toolchain
    self.os = os
    self.arch = arch
    self.environment = environment
  }
}

/// Why the reader refused a manifest, which may nevertheless be valid.
package struct LiteralRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    case tooLarge = "it is larger than 1 MiB"
    case notText = "it is not UTF-8, or contains control characters"
    case noToolsVersion = "its tools version is not on the first line, or unusual"
    case otherToolsVersion = "its tools version is older than 4.0, or newer than the toolchain or this reader"
    case conditionalCompilation = "`#if` or another directive"
    case controlFlow = "`if`, `for` or another statement"
    case declaration = "a function, type or extension"
    case closure = "braces"
    case interpolation = "a string with an interpolation"
    case unusualString = "a raw or multi-line string, or an unusual escape"
    case operators = "an operator"
    case unusualImport = "an import of something unusual"
    case nesting = "deep nesting"
    case syntax = "another expression that is not a literal"
    case unknownName = "a name that is not a literal constant of the file"
    case unknownMember = "a member or type that the reader does not know"
    case arguments = "arguments that the reader does not know"
    case wrongType = "a literal of an unexpected type"
    case unavailable = "something that this tools version does not have"
    case invalidValue = "a value that SwiftPM may refuse"
    case dependsOnDisk = "its meaning depends on the disk"
    case invalidPackage = "a package that SwiftPM may refuse"
  }

  package let reason: Reason
  /// Counted from 1; 0 for the whole file.
  package let line: Int

  package init(_ reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }

  /// As in `line 12: an operator`.
  package var description: String { line == 0 ? reason.rawValue : "line \(line): \(reason.rawValue)" }
}
