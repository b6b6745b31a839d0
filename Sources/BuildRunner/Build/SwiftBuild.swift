/// The SwiftPM options of every build in a benchmark.
package struct SwiftBuild: Sendable, Hashable {
  /// The `swift` program, absolute.
  package var swift: String
  /// `debug` or `release`.
  package var configuration: String
  package var jobs: Int?
  /// `native` or `swiftbuild`; `nil` for SwiftPM's default.
  package var buildSystem: String?
  /// Passed on unchanged.
  package var extraArguments: [String]

  package init(
    swift: String, configuration: String = "debug", jobs: Int? = nil, buildSystem: String? = nil,
    extraArguments: [String] = []
  ) {
    self.swift = swift
    self.configuration = configuration
    self.jobs = jobs
    self.buildSystem = buildSystem
    self.extraArguments = extraArguments
  }

  /// The arguments that reproduce the build.
  package var statedArguments: [String] {
    (jobs.map { ["--jobs", "\($0)"] } ?? []) + (buildSystem.map { ["--build-system", $0] } ?? []) + extraArguments
  }

  /// The same build with a compiler process for each file, where modules are not compiled as a whole. Other options for
  /// that (`-disable-batch-mode`) are overridden by swiftbuild.
  package var withProcessForEachFile: SwiftBuild {
    var build = self
    build.extraArguments += ["-driver-batch-size-limit", "1"].flatMap { ["-Xswiftc", $0] }
    return build
  }

  /// The program and its arguments.
  /// - Parameters:
  ///   - module: builds only this module and its dependencies, and links nothing.
  ///   - mayResolve: whether SwiftPM may resolve other versions than those in `Package.resolved`.
  func command(
    package: String, scratch: String, product: String?, module: String? = nil, mayResolve: Bool
  ) -> [String] {
    [swift, "build"] + places(package: package, scratch: scratch)
      + (product.map { ["--product", $0] } ?? []) + (module.map { ["--target", $0] } ?? [])
      + (mayResolve ? [] : ["--disable-automatic-resolution"]) + statedArguments
  }

  /// The program and its arguments that build a package's tests and run them.
  /// - Parameters:
  ///   - product: the package's test product, which is built with what it depends on; `nil` builds the whole package.
  ///   - mayResolve: as above.
  func testCommand(package: String, scratch: String, product: String?, mayResolve: Bool) -> [String] {
    [swift, "test"] + places(package: package, scratch: scratch) + (product.map { ["--test-product", $0] } ?? [])
      + (mayResolve ? [] : ["--disable-automatic-resolution"]) + statedArguments
  }

  private func places(package: String, scratch: String) -> [String] {
    ["--package-path", package, "--scratch-path", scratch, "--configuration", configuration]
  }
}
