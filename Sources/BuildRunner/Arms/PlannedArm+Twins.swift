extension PlannedArm {
  /// Two arms that build the same under two names, each in its own folder, so that every difference between them is
  /// noise.
  package var twins: [PlannedArm] {
    [("A", .combined), ("B", .other)].map { name, role in
      var arm = self.arm
      (arm.name, arm.role, arm.feature, arm.featureModules) = (name, role, nil, nil)
      return PlannedArm(arm: arm, package: package, target: target, roots: roots)
    }
  }

  /// The same twins, each in the folder of the other.
  package var twinsInSwappedFolders: [PlannedArm] {
    let twins = twins
    return zip(twins, twins.reversed()).map { $0.inFolder(of: $1) }
  }
}
