extension PlannedArm {
  /// Twice the same thing under two names, each built in a folder of its own: what differs between them is noise.
  package var twins: [PlannedArm] {
    [("A", .combined), ("B", .other)].map { name, role in
      var arm = self.arm
      (arm.name, arm.role, arm.feature, arm.featureModules) = (name, role, nil, nil)
      return PlannedArm(arm: arm, package: package, target: target, roots: roots)
    }
  }
}
