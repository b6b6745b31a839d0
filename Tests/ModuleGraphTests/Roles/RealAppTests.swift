import ModuleGraph
import Testing

/// The graphs of public apps, as Xcode projects with local packages, written down by hand.
@Suite struct RealAppTests {
  /// Dimillian/IceCubesApp: a Mastodon client of 13 packages.
  private static let iceCubes = RoleExample.merged(
    [
      RoleExample.graph(
        [
          "IceCubesApp": ["ActionExtension", "WidgetsExtension", "NotificationsExtension"], "ActionExtension": [],
          "WidgetsExtension": [], "NotificationsExtension": [],
        ],
        kinds: [
          "IceCubesApp": .app, "ActionExtension": .extension, "WidgetsExtension": .extension,
          "NotificationsExtension": .extension,
        ], path: "IceCubesApp.xcodeproj", package: "IceCubesApp"),
      RoleExample.graph(
        [
          "Account": ["DesignSystem", "Env", "Models", "NetworkClient", "StatusKit"],
          "AppAccount": ["DesignSystem", "Env", "Models", "NetworkClient"],
          "Conversations": ["DesignSystem", "Env", "Models", "NetworkClient", "StatusKit"],
          "DesignSystem": ["Env", "Models"], "Env": ["Models", "NetworkClient"],
          "Explore": ["Account", "DesignSystem", "Env", "Models", "NetworkClient", "StatusKit"],
          "Lists": ["Account", "DesignSystem", "Env", "Models", "NetworkClient"],
          "MediaUI": ["DesignSystem", "Models"],
          "NetworkClient": ["Models"],
          "Notifications": ["DesignSystem", "Env", "Models", "NetworkClient", "StatusKit"],
          "StatusKit": ["AppAccount", "DesignSystem", "Env", "MediaUI", "Models", "NetworkClient"],
          "Timeline": ["DesignSystem", "Env", "Models", "NetworkClient", "StatusKit"],
        ], path: "Packages", package: "packages"),
    ],
    dependencies: [
      ("IceCubesApp", "Account"), ("IceCubesApp", "AppAccount"), ("IceCubesApp", "Conversations"),
      ("IceCubesApp", "Env"), ("IceCubesApp", "Explore"), ("IceCubesApp", "Lists"), ("IceCubesApp", "Models"),
      ("IceCubesApp", "NetworkClient"), ("IceCubesApp", "Notifications"), ("IceCubesApp", "StatusKit"),
      ("IceCubesApp", "Timeline"), ("WidgetsExtension", "Account"), ("WidgetsExtension", "Timeline"),
      ("NotificationsExtension", "Account"), ("NotificationsExtension", "Notifications"),
      ("ActionExtension", "NetworkClient"),
    ])

  /// DroidKaigi/conference-app-2024, its iOS app: a shell around a package.
  private static let conference = RoleExample.merged(
    [
      RoleExample.graph(
        ["DroidKaigi2024App": []], kinds: ["DroidKaigi2024App": .app], path: "App/App.xcodeproj", package: "Project"),
      RoleExample.graph(
        [
          "App": ["AboutFeature", "FavoriteFeature", "KMPClient", "KMPClientLive", "TimetableFeature"],
          "AboutFeature": ["CommonComponents"], "FavoriteFeature": ["CommonComponents", "KMPClient", "Theme"],
          "TimetableFeature": ["CommonComponents", "KMPClient", "EventKitClient"],
          "CommonComponents": ["KmpModule", "Theme"], "KMPClient": ["KmpModule"], "KMPClientLive": ["KMPClient"],
        ], kinds: ["KmpModule": .binary], path: "app-ios", package: "app-ios"),
    ], dependencies: [("DroidKaigi2024App", "App")])

  /// mastodon/mastodon-ios: an app above a chain of kits, which depends on the lower ones as well.
  private static let mastodon = RoleExample.merged(
    [
      RoleExample.graph(["Mastodon": []], kinds: ["Mastodon": .app], path: "Mastodon.xcodeproj", package: "Project"),
      RoleExample.graph(
        [
          "MastodonUI": ["MastodonCore"],
          "MastodonCore": ["CoreDataStack", "MastodonAsset", "MastodonCommon", "MastodonLocalization", "MastodonSDK"],
          "CoreDataStack": ["MastodonCommon"], "MastodonSDK": ["MastodonCommon"],
          "MastodonCommon": ["MastodonExtension"],
        ], path: "MastodonSDK", package: "mastodonsdk"),
    ],
    dependencies: [
      "CoreDataStack", "MastodonAsset", "MastodonCommon", "MastodonCore", "MastodonExtension", "MastodonLocalization",
      "MastodonSDK", "MastodonUI",
    ].map { ("Mastodon", $0) })

  @Test func `what the app and the kits above it depend on alike is no feature`() throws {
    let roles = try Roles(Self.mastodon)
    #expect(roles.combinedName == "Mastodon" && roles.featureNames == [])
    #expect(throws: RoleError.self) { try roles.checkComparable(in: Self.mastodon) }
  }

  @Test func `IceCubesApp has its screens for features, and the kits below them are shared`() throws {
    let roles = try Roles(Self.iceCubes)
    #expect(roles.combinedName == "IceCubesApp")
    #expect(roles.featureNames == ["Account", "Conversations", "Explore", "Lists", "Notifications", "Timeline"])
    #expect(
      roles.names(.shared)
        == ["AppAccount", "DesignSystem", "Env", "MediaUI", "Models", "NetworkClient", "StatusKit"])
    #expect(roles.names(.part) == ["ActionExtension", "NotificationsExtension", "WidgetsExtension"])
    #expect(
      roles.assignment(of: "Account")?.evidence.map(\.description) == [
        "at height 6 as other features, and only IceCubesApp, Explore and Lists depend on it besides extensions"
      ])
  }

  @Test func `the conference app is a shell around a module that leads to the features`() throws {
    let roles = try Roles(Self.conference)
    #expect(roles.combinedName == "DroidKaigi2024App")
    #expect(roles.featureNames == ["AboutFeature", "FavoriteFeature", "TimetableFeature"])
    #expect(roles.names(.interface) == ["KMPClient"])
    #expect(roles.assignment(of: "App")?.evidence == [.leadsToFeatures(3)])
    #expect(roles.assignment(of: "EventKitClient")?.of.map(\.name) == ["TimetableFeature"])
  }
}
