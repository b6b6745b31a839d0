import Testing

@testable import ModuleGraph

@Suite struct SystemModulesTests {
  @Test(
    arguments: [
      ("UIKit", "ios", true), ("UIKit", "macos", false), ("UIKit", "watchos", true), ("UIKit", "maccatalyst", true),
      ("UIKit", "linux", false), ("UIKit", "driverkit", false), ("AppKit", "ios", false), ("AppKit", "macos", true),
      ("AppKit", "tvos", false), ("SwiftUI", "ios", true), ("SwiftUI", "windows", false), ("Darwin", "tvos", true),
      ("Darwin", "linux", false), ("WebKit", "tvos", false), ("Glibc", "ios", false), ("Glibc", "linux", nil),
      // Documented for others, but in the SDK all the same, or not known to be missing there.
      ("WatchKit", "ios", nil), ("AppKit", "maccatalyst", nil), ("ARKit", "macos", nil), ("CoreTelephony", "tvos", nil),
      ("NoSuchKit", "ios", nil), ("Foundation", "linux", nil),
    ] as [(String, String, Bool?)])
  func `frameworks are where they are documented, and missing where that is known`(
    module: String, platform: String, expected: Bool?
  ) {
    #expect(SystemModules.isThere(module, on: platform) == expected)
  }

  @Test func `an older SDK may lack a framework`() {
    #expect(SystemModules.isThere("SwiftData", on: "ios", withAnySDK: true) == nil)
    #expect(SystemModules.isThere("UIKit", on: "ios", withAnySDK: true) == true)
    #expect(SystemModules.isThere("SwiftData", on: "linux", withAnySDK: true) == false)
  }

  @Test func `no framework is both there and missing`() {
    for (platform, missing) in SystemModules.missing {
      let wrong = missing.filter { SystemModules.frameworks[$0].map { $0.contains(platform) } ?? true }
      #expect(wrong == [], "\(platform)")
    }
    #expect(SystemModules.established.isSubset(of: SystemModules.frameworks.keys))
  }

  @Test func `a plain word may be the name of a package's module`() {
    #expect(["UIKit", "Foundation", "os"].allSatisfy(SystemModules.isDistinctive))
    #expect(!["Charts", "Network", "Testing", "NoSuchKit"].contains(where: SystemModules.isDistinctive))
  }
}
