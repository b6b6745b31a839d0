import ArgumentParser

/// The platform for which a graph is read.
struct PlatformOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Apply the conditions of this platform (ios, linux, …). `#if os` in manifests still means this machine.",
      valueName: "name"))
  var platform: String?
}
