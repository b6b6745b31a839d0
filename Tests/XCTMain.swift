import Testing

/// Where tests begin on Linux. Without this file SwiftPM looks for tests of XCTest, of which there are none, in an index
/// of all code, and writing that index takes a third of the build.
@main struct TestMain {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
