/// What stand-ins and those who install them agree on.
package enum StandIns {
  /// The programs that can be stood in for, sorted.
  package static let programs = [
    "clang", "clang++", "swift-autolink-extract", "swift-frontend", "swift-plugin-server", "swiftc",
  ]

  /// Where the real programs are: this link, seen from the folder of the stand-ins.
  package static let realPrograms = "../../real"

  /// The variable of the environment that tells stand-ins the file to append events to, absolute. They do not make it.
  ///
  /// It should be the same in each build of a package: SwiftPM evaluates manifests again where the environment differs.
  package static let fileVariable = "MODGAUGE_TRACE_FILE"

  /// The variable by which a stand-in tells its descendants the number of its process.
  package static let parentVariable = "MODGAUGE_TRACE_PARENT"

  /// For tests alone: the variable that makes a module take longer, `MODULE:MILLISECONDS`, in builds that stand-ins
  /// record and whose driver is a process of its own.
  package static let testDelayVariable = "MODGAUGE_TEST_DELAY"
}
