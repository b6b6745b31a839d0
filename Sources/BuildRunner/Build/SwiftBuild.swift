/// The options of SwiftPM that every build of a benchmark gets.
package struct SwiftBuild: Sendable, Hashable {
  /// The `swift` program, absolute.
  package var swift: String
  /// `debug` or `release`.
  package var configuration: String
  package var jobs: Int?
  /// `native` or `swiftbuild`; SwiftPM's default where absent.
  package var buildSystem: String?
  /// Handed on as they are.
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

  /// What a reader of the run must know to build the same.
  package var statedArguments: [String] {
    (jobs.map { ["--jobs", "\($0)"] } ?? []) + (buildSystem.map { ["--build-system", $0] } ?? []) + extraArguments
  }

  /// The program and its arguments.
  /// - Parameters:
  ///   - module: builds no more than this one and what it depends on, and links nothing.
  ///   - mayResolve: whether SwiftPM may look for other versions than those that `Package.resolved` has.
  func command(
    package: String, scratch: String, product: String?, module: String? = nil, mayResolve: Bool
  ) -> [String] {
    [swift, "build", "--package-path", package, "--scratch-path", scratch, "--configuration", configuration]
      + (product.map { ["--product", $0] } ?? []) + (module.map { ["--target", $0] } ?? [])
      + (mayResolve ? [] : ["--disable-automatic-resolution"]) + statedArguments
  }
}
