/// A module's role, with its reason in words: what is stored of ``Roles``, and shown.
package struct ModuleRole: Sendable, Hashable, Codable {
  package let module: ModuleID
  package let role: Role
  /// Clauses without a subject, separated by semicolons: `only App depends on it, at height 2`.
  package let reason: String

  private init(_ assignment: RoleAssignment) {
    (module, role) = (assignment.module, assignment.role)
    reason = assignment.evidence.map(\.description).joined(separator: "; ")
  }

  /// One for each module that has a role, sorted by id.
  package static func all(of roles: Roles) -> [ModuleRole] { roles.assignments.map(ModuleRole.init) }
}
