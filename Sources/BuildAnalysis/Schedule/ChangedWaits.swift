/// What a changed build waits for: everything that its dependencies say, but for what the recorded build did not wait
/// for, either.
struct ChangedWaits: Sendable {
  /// A module's wait for one of its dependencies.
  struct Wait: Hashable, Sendable {
    let module: BuiltModule
    let dependency: BuiltModule
  }

  /// The time until the first module may be compiled, which takes equally long in every replay.
  struct Plan: Hashable, Sendable {
    let endNanoseconds: Int
    let nanoseconds: Double
  }

  let plan: Plan?
  let unkept: Set<Wait>
  /// The linkers that did not wait for all that they link, by index.
  let hastyLinkers: Set<Int>
  /// The number of places of the drivers that do not use the one which `-emit-module` leaves, by index.
  let unusedPlaces: [Int: Int]
}
