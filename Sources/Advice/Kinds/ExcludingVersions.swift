import ModuleGraph

extension AdviceKind {
  static let excludingVersions = AdviceKind(
    "two-majors", "requirements that exclude each other",
    reason:
      "Packages that are built together get one version of each dependency. If two of them exclude each other, nothing "
      + "resolves; built apart, the dependency is fetched and compiled once for each version.",
    remedy: "Let both accept one version, as with \"1.9.0\"..<\"3.0.0\"."
  ) { facts, kind, _ in
    let own = facts.graph.packages.filter { facts.own.contains($0.key) }
    let local = Set(own.map(\.identity))
    let stated = own.flatMap { package in package.dependencies.map { (package: package, dependency: $0) } }
    let all = Dictionary(grouping: stated.filter { $0.dependency.standIn == nil }) { $0.dependency.identity }
    return all.filter { !local.contains($0.key) }.compactMap { identity, requirements in
      let ranges = requirements.compactMap { VersionRange($0.dependency.requirement) }
      guard ranges.contains(where: { first in ranges.contains { first.excludes($0) } }) else { return nil }
      func place(_ package: Package) -> AdviceFinding.Location {
        .requirement(PackageRequirement(package: package.key, identity: identity))
      }
      return AdviceFinding(
        kind: kind, subject: [identity], message: "no version of \(identity) meets all requirements of the workspace",
        place: place(requirements[0].package),
        chain: requirements.map { package, dependency in
          AdviceFinding.Step("\(package.name) requires \(identity) \(dependency.requirement)", place(package))
        })
    }
  }
}
