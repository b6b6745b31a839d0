/// The waits of a changed build: all that its dependencies require, except for those that the recorded build did not
/// keep.
package struct ChangedWaits: Sendable {
  /// A module's wait for one of its dependencies.
  package struct Wait: Hashable, Sendable {
    let module: BuiltModule
    let dependency: BuiltModule
  }

  /// The builder's planning: the time until the first module may be compiled, which is the same in every replay.
  package struct Plan: Hashable, Sendable {
    let endNanoseconds: Int
    package let nanoseconds: Double

    package func longer(by more: Double) -> Plan {
      Plan(endNanoseconds: endNanoseconds, nanoseconds: max(0, nanoseconds + more))
    }
  }

  let plan: Plan?
  let unkept: Set<Wait>
  /// The linkers that did not wait for all of their inputs, by job index.
  let hastyLinkers: Set<Int>
  /// By job index, the number of places of each driver that does not reuse the place released by `-emit-module`.
  let unusedPlaces: [Int: Int]

  package init(plan: Plan?, unkept: Set<Wait>, hastyLinkers: Set<Int>, unusedPlaces: [Int: Int]) {
    (self.plan, self.unkept, self.hastyLinkers, self.unusedPlaces) = (plan, unkept, hastyLinkers, unusedPlaces)
  }
}
