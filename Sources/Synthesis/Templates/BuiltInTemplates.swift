/// The templates that every workspace has, and can change after `scaffold --eject`.
package enum BuiltInTemplates {
  /// The files of each, with its description, by its name.
  package static let all: [String: [ScaffoldTemplate.File]] = Dictionary(grouping: files, by: \.template)
    .mapValues { $0.map(\.file) }

  /// Those in the text below: each begins with a line `=== TEMPLATE PATH`.
  private static let files: [(template: String, file: ScaffoldTemplate.File)] = text.split(separator: "=== ").map {
    part in
    let (line, rest) = (part.prefix { $0 != "\n" }, part.drop { $0 != "\n" }.dropFirst())
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    return (words[0], ScaffoldTemplate.File(path: words[words.count - 1], bytes: Array(rest.utf8)))
  }

  private static let text = """
    === feature template.yml
    summary: A feature, and its tests.
    modules:
      - { name: "{{module}}", kind: library, layer: feature, dependents: [app] }
      - { name: "{{module}}Tests", kind: test, dependencies: ["{{module}}"] }
    === feature {{module}}/{{name}}.swift
    /// The entrance of {{module}}.
    public struct {{name}}Entrance: Sendable {
      public let title: String

      public init(title: String = "{{name}}") {
        self.title = title
      }
    }
    === feature {{module}}Tests/{{name}}Tests.swift
    import Testing
    import {{module}}

    @Test func {{variable}}HasATitle() {
      #expect({{name}}Entrance().title == "{{name}}")
    }
    === feature-with-interface template.yml
    summary: A feature behind an interface, on which others may depend; the app alone sees the feature.
    modules:
      - { name: "{{module}}Interface", kind: library, layer: interface }
      - { name: "{{module}}", kind: library, layer: feature, dependencies: ["{{module}}Interface"], dependents: [app] }
      - { name: "{{module}}Tests", kind: test, dependencies: ["{{module}}", "{{module}}Interface"] }
    message: |
      Others depend on {{module}}Interface.
    === feature-with-interface {{module}}Interface/{{name}}Providing.swift
    /// What others may use of {{module}}.
    public protocol {{name}}Providing: Sendable {
      var title: String { get }
    }
    === feature-with-interface {{module}}/{{name}}.swift
    import {{module}}Interface

    /// The entrance of {{module}}.
    public struct {{name}}Entrance: {{name}}Providing {
      public let title: String

      public init(title: String = "{{name}}") {
        self.title = title
      }
    }
    === feature-with-interface {{module}}Tests/{{name}}Tests.swift
    import Testing
    import {{module}}
    import {{module}}Interface

    @Test func {{variable}}HasATitle() {
      let entrance: any {{name}}Providing = {{name}}Entrance()
      #expect(entrance.title == "{{name}}")
    }
    === sample-app template.yml
    summary: A program that runs one feature alone.
    suffix: ""
    parameters:
      feature: { help: The module to run, pattern: "[A-Za-z_][A-Za-z0-9_]*" }
    modules:
      - { name: "{{module}}", kind: executable, layer: sample-app, dependencies: ["{{feature}}"] }
    message: |
      Run it: swift run {{module}}
    === sample-app {{module}}/main.swift
    import {{feature}}

    print("{{feature}} alone")
    === sample-app.swiftpm template.yml
    summary: An app for Xcode and Swift Playgrounds that runs one feature alone, in a .swiftpm folder. Not tried on a Mac.
    suffix: ""
    parameters:
      feature: { help: The module to run, pattern: "[A-Za-z_][A-Za-z0-9_]*" }
    message: |
      Open {{module}}.swiftpm in Xcode or Swift Playgrounds. This was not tried on a Mac: say so if it does not build.
      `modgauge roles --all` shows it beside {{feature}}.
    === sample-app.swiftpm {{module}}.swiftpm/Package.swift
    // swift-tools-version: 5.9
    import AppleProductTypes
    import PackageDescription

    let package = Package(
      name: "{{module}}",
      platforms: [.iOS("16.0")],
      products: [
        .iOSApplication(
          name: "{{module}}",
          targets: ["{{module}}"],
          displayVersion: "1.0",
          bundleVersion: "1",
          supportedDeviceFamilies: [.pad, .phone],
          supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight]
        )
      ],
      dependencies: [
        .package(name: "{{productPackage}}", path: "{{productPath}}")
      ],
      targets: [
        .executableTarget(
          name: "{{module}}", dependencies: [.product(name: "{{product}}", package: "{{productPackage}}")], path: "Sources")
      ]
    )
    === sample-app.swiftpm {{module}}.swiftpm/Sources/{{module}}App.swift
    import SwiftUI
    import {{feature}}

    @main
    struct {{module}}App: App {
      var body: some Scene {
        WindowGroup { Text("{{feature}} alone") }
      }
    }

    """
}
