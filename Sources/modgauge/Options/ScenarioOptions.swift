import ArgumentParser

/// What the builds of a benchmark start from.
struct ScenarioOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The scenario of each build: clean, null (nothing changed), first-null (the same right after a clean build), \
      incremental:MODULE:CHANGE, alone:MODULE (that module on top of what it depends on), tests (as --tests), \
      each-module[:CHANGE], \
      each-feature[:CHANGE] (in the combined app and in the feature's own arm), or comparison, which is clean, null and \
      each-feature; CHANGE is comment, body, private, public or file. May be repeated. Default: the \
      configuration's, else clean.
      """, valueName: "scenario"))
  var scenario: [String] = []

  @Option(
    help: ArgumentHelp(
      "The source file that is changed in a module, instead of its largest; may be repeated.", valueName: "path"))
  var file: [String] = []

  @Flag(help: "Also build each module of the combined app alone, on top of its dependencies.")
  var perModule = false

  @Flag(
    help:
      "Also build and run each feature's own tests, and all tests of the combined app, from a clean state.")
  var tests = false
}
