// swift-tools-version: 6.2
import PackageDescription

// Built by Fuzzing/run alone. The sources are those of the product, by a symbolic link, so that `package` access works.

/// FUZZ_SANITIZERS is `fuzzer,address` or `fuzzer`, which is some three times as fast.
let sanitizers = Context.environment["FUZZ_SANITIZERS"] ?? "fuzzer,address"
let settings: [SwiftSetting] = [
  .unsafeFlags(["-sanitize=\(sanitizers)", "-parse-as-library", "-enable-testing"]),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

func library(_ name: String, _ package: String) -> Target {
  .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: package)
}

let package = Package(
  name: "mock-apns-fuzzing",
  targets: [
    .target(name: "MockAPNsCore", path: "Sources/MockAPNsCore", swiftSettings: settings),
    .target(
      name: "MockAPNsIO",
      dependencies: [
        "CMockAPNsCurl", "CMockAPNsMicrohttpd", "CMockAPNsNghttp2", "CMockAPNsOpenSSL", "CMockAPNsSQLite",
        "CMockAPNsUV",
      ],
      path: "Sources/MockAPNsIO", swiftSettings: settings),
    .target(
      name: "MockAPNs", dependencies: ["MockAPNsCore", "MockAPNsIO"], path: "Sources/MockAPNs",
      swiftSettings: settings),
    .executableTarget(
      name: "Fuzz", dependencies: ["MockAPNs", "MockAPNsCore", "MockAPNsIO"], path: "Fuzz", swiftSettings: settings,
      linkerSettings: [.unsafeFlags(["-use-ld=lld", "-sanitize=\(sanitizers)"])]),
    library("CMockAPNsCurl", "libcurl"),
    library("CMockAPNsMicrohttpd", "libmicrohttpd"),
    library("CMockAPNsNghttp2", "libnghttp2"),
    library("CMockAPNsOpenSSL", "openssl"),
    library("CMockAPNsSQLite", "sqlite3"),
    library("CMockAPNsUV", "libuv"),
  ]
)
