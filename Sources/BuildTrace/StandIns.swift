/// Names shared by stand-ins and the code that installs them.
package enum StandIns {
  /// The programs that stand-ins can replace, sorted.
  package static let programs = [
    "clang", "clang++", "swift-autolink-extract", "swift-frontend", "swift-plugin-server", "swiftc",
  ]

  /// The link to the folder of the real programs, relative to the folder of the stand-ins.
  package static let realPrograms = "../../real"

  /// The environment variable with the absolute path of the trace file. Stand-ins append events to it and do not create
  /// it.
  ///
  /// Its value should be the same in each build of a package, since SwiftPM evaluates manifests again if the
  /// environment has changed.
  package static let fileVariable = "MODGAUGE_TRACE_FILE"

  /// The environment variable in which a stand-in passes its process number to its descendants.
  package static let parentVariable = "MODGAUGE_TRACE_PARENT"
}
