/// When this build allowed dependents to start, and the cost of that.
package struct Unblocking: Equatable, Sendable {
  /// The observed behaviour of the build.
  package enum Model: String, CaseIterable, Sendable {
    /// When a module was compiled completely: one driver per module, as in SwiftPM's native build system.
    case atModuleEnd
    /// As soon as `-emit-module` was complete, while function bodies were still being compiled.
    case atEmitModule
  }

  package let model: Model

  /// The first dependent that started after the `-emit-module` of its dependency but before its end; `nil` if there was
  /// none.
  package let witness: Witness?

  /// The measured time that modules waited for the end of dependencies that had all been emitted, summed over all
  /// modules. It is more than the build would have been shorter by.
  package let waitedNanoseconds: Int

  /// How much earlier the build would have ended if dependents had been unblocked at `-emit-module`; `nil` if they
  /// were, or if it cannot be predicted.
  package let predictedGain: PredictedGain?

  package struct Witness: Hashable, Sendable {
    package let dependent: BuiltModule
    package let dependency: BuiltModule
  }
}
