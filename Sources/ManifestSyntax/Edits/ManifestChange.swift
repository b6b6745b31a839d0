/// A change of a manifest's declarations.
package enum ManifestChange: Hashable, Sendable {
  /// Adds a dependency to a target, possibly for some platforms only.
  case declare(ManifestTargetDependency, of: String)
  /// Removes all dependencies of a target on the target or product of that name, whatever their conditions.
  case remove(String, of: String)
  /// Adds a dependency on the package in a folder.
  /// - Parameters:
  ///   - path: the folder as written in the manifest, relative to the package.
  ///   - folder: the absolute path of the folder.
  case addPackage(path: String, folder: String)

  /// The target to change; `nil` for a change of the package.
  package var target: String? {
    switch self {
    case .declare(_, let target), .remove(_, let target): target
    case .addPackage: nil
    }
  }

  /// The instruction for making the change by hand, as a clause: `write … into …` or `remove … from …`.
  package var advice: String {
    switch self {
    case .declare(let dependency, let target):
      "write `\(dependency.code)` into `dependencies:` of the target “\(target)”"
    case .remove(let name, let target): "remove “\(name)” from `dependencies:` of the target “\(target)”"
    case .addPackage(let path, _): "write `\(Self.package(at: path))` into `dependencies:` of the package"
    }
  }

  static func package(at path: String) -> String { ".package(path: \(SwiftString.quoted(path)))" }
}

extension ManifestTargetDependency.Reference {
  package var name: String {
    switch self {
    case .target(let name), .product(let name, _), .byName(let name): name
    }
  }
}

extension ManifestTargetDependency {
  /// The code of the dependency in a manifest. Only the platforms of its condition are written.
  var code: String {
    let name = SwiftString.quoted(reference.name)
    let platforms = condition?.platforms?.map { "." + PackageDescription.platform($0) }.joined(separator: ", ")
    let condition = platforms.map { ", condition: .when(platforms: [\($0)])" } ?? ""
    return switch reference {
    case .product(_, let package?): ".product(name: \(name), package: \(SwiftString.quoted(package))\(condition))"
    case .target: ".target(name: \(name)\(condition))"
    case .product(_, nil), .byName: condition.isEmpty ? name : ".byName(name: \(name)\(condition))"
    }
  }
}

enum SwiftString {
  static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { literal, scalar in
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    } + "\""
  }
}

extension Manifest {
  /// The expected answer of SwiftPM after a change.
  package func applying(_ change: ManifestChange) -> Manifest {
    switch change {
    case .declare(let dependency, let target): changing(target) { $0 + [dependency] }
    case .remove(let name, let target):
      changing(target) { $0.filter { $0.reference.name != name } }
    case .addPackage(_, let folder):
      changing(
        dependencies: dependencies + [
          ManifestDependency(
            identity: ManifestDependency.identity(ofLocation: folder), name: nil, source: .folder(path: folder))
        ])
    }
  }

  /// Whether another manifest has the same meaning, regardless of the order of dependencies.
  package func says(the other: Manifest) -> Bool { ordered == other.ordered }

  private func changing(
    _ name: String, _ change: ([ManifestTargetDependency]) -> [ManifestTargetDependency]
  ) -> Manifest {
    changing(targets: targets.map { $0.name == name ? $0.changing(change($0.dependencies)) : $0 })
  }

  private func changing(dependencies: [ManifestDependency]? = nil, targets: [ManifestTarget]? = nil) -> Manifest {
    var manifest = self
    if let dependencies { manifest.dependencies = dependencies }
    if let targets { manifest.targets = targets }
    return manifest
  }

  /// The manifest with its dependencies sorted. `.target(name:)` is replaced by the plain name, which has the same
  /// meaning if the package has such a target.
  private var ordered: Manifest {
    let names = Set(targets.map(\.name))
    return changing(
      dependencies: dependencies.sorted { $0.identity < $1.identity },
      targets: targets.map { target in
        let plain = target.dependencies.map { dependency in
          if case .target(let name) = dependency.reference, names.contains(name) {
            return ManifestTargetDependency(reference: .byName(name), condition: dependency.condition)
          }
          return dependency
        }
        return target.changing(plain.sorted { "\($0)" < "\($1)" })
      })
  }
}

extension ManifestTarget {
  fileprivate func changing(_ dependencies: [ManifestTargetDependency]) -> ManifestTarget {
    var target = self
    target.dependencies = dependencies
    return target
  }
}
