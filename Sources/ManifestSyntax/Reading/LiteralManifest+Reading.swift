extension LiteralManifest {
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
  ) -> Result<LiteralManifest, LiteralError> {
    do throws(LiteralError) {
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
