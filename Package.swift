// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "mock-apns",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "MockAPNs", targets: ["MockAPNs"]),
    .executable(name: "mock-apns", targets: ["MockAPNsCommand"]),
  ],
  targets: [
    // Decides: pure Swift, no Foundation, no C, no clock, no randomness, no I/O.
    .target(name: "MockAPNsCore", swiftSettings: pureSettings),
    // Touches: the only target that imports C libraries or makes system calls.
    .target(
      name: "MockAPNsIO",
      dependencies: [
        "CMockAPNsCurl", "CMockAPNsMicrohttpd", "CMockAPNsNghttp2", "CMockAPNsOpenSSL", "CMockAPNsSQLite",
        "CMockAPNsUV",
      ],
      swiftSettings: commonSettings),
    // Joins the two: gateway, inspection API, the public API for in-process tests.
    .target(name: "MockAPNs", dependencies: ["MockAPNsCore", "MockAPNsIO"], swiftSettings: pureSettings),
    .executableTarget(name: "MockAPNsCommand", dependencies: ["MockAPNs"], swiftSettings: pureSettings),

    .systemLibrary(
      name: "CMockAPNsCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CMockAPNsNghttp2", pkgConfig: "libnghttp2",
      providers: [.apt(["libnghttp2-dev"]), .brew(["libnghttp2"])]),
    .systemLibrary(
      name: "CMockAPNsOpenSSL", pkgConfig: "openssl",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CMockAPNsUV", pkgConfig: "libuv",
      providers: [.apt(["libuv1-dev"]), .brew(["libuv"])]),
    .systemLibrary(
      name: "CMockAPNsMicrohttpd", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(
      name: "CMockAPNsSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),

    .testTarget(name: "MockAPNsCoreTests", dependencies: ["MockAPNsCore"], swiftSettings: commonSettings),
    .testTarget(name: "MockAPNsIOTests", dependencies: ["MockAPNsIO"], swiftSettings: commonSettings),
    .testTarget(
      name: "MockAPNsTests", dependencies: ["MockAPNs", "MockAPNsCore", "MockAPNsIO", "MockAPNsCommand"],
      swiftSettings: commonSettings),
    .testTarget(name: "RepositoryTests", swiftSettings: commonSettings),
  ]
)

var commonSettings: [SwiftSetting] {
  [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}

/// For the targets that hold no pointer: the compiler proves it.
var pureSettings: [SwiftSetting] {
  commonSettings + [.strictMemorySafety()]
}
