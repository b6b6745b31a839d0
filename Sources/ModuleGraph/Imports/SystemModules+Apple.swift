extension SystemModules {
  /// The platforms of each framework, from the metadata of public bindings of Apple's frameworks (objc2, dotnet/macios), and
  /// for frameworks of Swift alone from general knowledge; not compared with an SDK yet.
  ///
  /// An SDK may also have frameworks that are not documented for its platform, such as WatchKit in that of iOS.
  static let frameworks: [String: Set<String>] = {
    var frameworks: [String: Set<String>] = [:]
    for (platforms, names) in documented {
      for name in names.split(separator: " ") {
        frameworks[String(name)] = Set(platforms.split(separator: " ").map(String.init))
      }
    }
    return frameworks
  }()

  private static let documented = [
    "ios maccatalyst macos tvos visionos watchos": """
    AVFAudio AVFoundation AVKit Accelerate Accessibility AppIntents AuthenticationServices Charts CloudKit ColorSync \
    Combine CoreAudio CoreAudioTypes CoreBluetooth CoreData CoreFoundation CoreGraphics CoreLocation CoreMIDI CoreML \
    CoreMedia CoreServices CoreText CoreVideo CryptoKit CryptoTokenKit DeviceCheck GameKit ImageIO Intents MapKit \
    MediaPlayer MusicKit NaturalLanguage Network NetworkExtension OSLog ObjectiveC PhotosUI SceneKit Security ShazamKit \
    SoundAnalysis SpriteKit StoreKit SwiftData SwiftUI TipKit UniformTypeIdentifiers UserNotifications WeatherKit os
    """,
    "ios maccatalyst macos tvos visionos": """
    AppTrackingTransparency AudioToolbox CFNetwork CoreHaptics CoreImage ExternalAccessory GameController GameplayKit \
    GroupActivities IOSurface JavaScriptCore LinkPresentation MediaAccessibility MediaToolbox Metal MetalKit \
    MetalPerformanceShaders ModelIO MultipeerConnectivity Photos QuartzCore ReplayKit SharedWithYou \
    SystemConfiguration VideoToolbox Vision
    """,
    "ios maccatalyst macos visionos watchos":
      "CallKit Contacts CoreMotion EventKit HealthKit LocalAuthentication PassKit PushKit",
    "ios maccatalyst macos visionos": """
    AVRouting AdServices BackgroundAssets ClassKit ContactsUI CoreAudioKit CoreSpotlight IOKit IdentityLookup \
    ImageCaptureCore IntentsUI MetalFX MetricKit PDFKit PencilKit QuickLook QuickLookThumbnailing RealityKit \
    SafariServices Speech ThreadNetwork UserNotificationsUI VisionKit WebKit
    """,
    "ios maccatalyst macos watchos": "NearbyInteraction SafetyKit WidgetKit",
    "ios maccatalyst macos tvos": "AdSupport MLCompute",
    "ios maccatalyst macos": "BusinessChat CoreTelephony NotificationCenter ScreenTime Social",
    "ios macos tvos": "GLKit",
    "ios maccatalyst tvos visionos watchos": "HomeKit UIKit",
    "ios maccatalyst tvos visionos": "BackgroundTasks",
    "ios maccatalyst tvos watchos": "MobileCoreServices",
    "ios maccatalyst visionos watchos": "WatchConnectivity",
    "ios maccatalyst visionos": "ARKit EventKitUI MessageUI",
    "ios maccatalyst watchos": "ClockKit CoreLocationUI",
    "ios maccatalyst": "AppClip CarPlay CoreNFC PushToTalk",
    "ios tvos visionos": "OpenGLES",
    "ios": "ActivityKit ExposureNotification SensorKit",
    "watchos": "WatchKit",
    "tvos": onlyTV, "macos": onlyMac,
  ]

  private static let onlyTV = "TVMLKit TVServices TVUIKit"
  private static let onlyMac = """
    AppKit ApplicationServices Carbon Cocoa CoreWLAN DiskArbitration FinderSync IOBluetooth IOBluetoothUI \
    InputMethodKit OSAKit OpenDirectory OpenGL PreferencePanes QuickLookUI ScreenSaver ScriptingBridge \
    SecurityInterface ServiceManagement
    """

  /// Frameworks that the SDK of a platform is known not to have. That of macOS is also the one of Mac Catalyst.
  static let missing: [String: Set<String>] = [
    "ios": "\(onlyMac) \(onlyTV)",
    "maccatalyst": onlyTV,
    "macos": "\(onlyTV) ActivityKit CarPlay CoreNFC EventKitUI MessageUI OpenGLES UIKit WatchKit",
    "tvos": "\(onlyMac) CarPlay ContactsUI CoreNFC EventKitUI MessageUI SafariServices WatchKit WebKit",
    "visionos": "\(onlyMac) \(onlyTV)",
    "watchos": """
    \(onlyMac) \(onlyTV) ARKit CarPlay ContactsUI CoreImage CoreNFC EventKitUI MessageUI OpenGLES SafariServices \
    SystemConfiguration WebKit
    """,
  ].mapValues { Set($0.split(separator: " ").map(String.init)) }

  /// Frameworks that every SDK of their platforms has had since Swift packages can be built for these.
  static let established: Set<String> = [
    "AppKit", "Cocoa", "CoreData", "CoreFoundation", "CoreGraphics", "CoreLocation", "ObjectiveC", "Security", "UIKit",
    "WatchKit", "os",
  ]
}
