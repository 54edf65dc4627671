// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses the gateway builds it. Its libraries are the gateway's, by symbolic
// link: only a target of the same package sees what is `package`.
let package = Package(
  name: "mock-apns-benchmarks",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "MockAPNsCore", swiftSettings: settings),
    .target(
      name: "MockAPNsIO",
      dependencies: [
        "CMockAPNsCurl", "CMockAPNsMicrohttpd", "CMockAPNsNghttp2", "CMockAPNsOpenSSL", "CMockAPNsSQLite",
        "CMockAPNsUV",
      ],
      swiftSettings: settings),
    // Testable, since what judges provider tokens and loads worlds is its own affair.
    .target(
      name: "MockAPNs", dependencies: ["MockAPNsCore", "MockAPNsIO"],
      swiftSettings: settings + [.unsafeFlags(["-enable-testing"])]),
    .executableTarget(
      name: "Micro", dependencies: ["MockAPNs", "MockAPNsCore", "MockAPNsIO"], swiftSettings: settings),

    .systemLibrary(name: "CMockAPNsCurl", pkgConfig: "libcurl"),
    .systemLibrary(name: "CMockAPNsNghttp2", pkgConfig: "libnghttp2"),
    .systemLibrary(name: "CMockAPNsOpenSSL", pkgConfig: "openssl"),
    .systemLibrary(name: "CMockAPNsUV", pkgConfig: "libuv"),
    .systemLibrary(name: "CMockAPNsMicrohttpd", pkgConfig: "libmicrohttpd"),
    .systemLibrary(name: "CMockAPNsSQLite", pkgConfig: "sqlite3"),
  ]
)

/// Those of the gateway's own manifest; warnings are judged there.
var settings: [SwiftSetting] {
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}
