// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is built with: warnings are errors, and unsafe code has to say so.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "pace",
  // The spans of texts are of the standard library that came with these.
  platforms: [.macOS(.v26), .macCatalyst(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .library(name: "PaceLanguage", targets: ["PaceLanguage"]),
    .library(name: "PaceEngine", targets: ["PaceEngine"]),
    .library(name: "PaceStore", targets: ["PaceStore"]),
    .library(name: "PaceLab", targets: ["PaceLab"]),
    .library(name: "PaceReport", targets: ["PaceReport"]),
    .executable(name: "pace", targets: ["pace"]),
  ],
  targets: [
    .target(
      name: "CSQLite",
      linkerSettings: [
        .linkedLibrary(":libsqlite3.so.0", .when(platforms: [.linux])),
        .linkedLibrary(
          "sqlite3", .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS])),
      ]),
    .target(name: "PaceLanguage", swiftSettings: settings),
    .target(
      name: "PaceEngine", dependencies: ["PaceLanguage"], swiftSettings: settings,
      // For rounding. An app that imports Foundation has it anyway.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(
      name: "PaceStore", dependencies: ["CSQLite", "PaceLanguage", "PaceEngine"],
      swiftSettings: settings),
    .target(name: "PaceLab", dependencies: ["PaceLanguage", "PaceEngine"], swiftSettings: settings),
    .target(
      name: "PaceReport", dependencies: ["PaceLanguage", "PaceEngine", "PaceLab"],
      swiftSettings: settings),
    .executableTarget(
      name: "pace", dependencies: ["PaceLanguage", "PaceEngine", "PaceStore", "PaceLab", "PaceReport"],
      exclude: ["Editors"],
      // Links to the pack of the demo, which it carries along.
      resources: [.embedInCode("Demo/Pack")], swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "pace", "PaceEngine", "PaceLab", "PaceLanguage", "PaceOracle", "PaceReport", "PaceStore",
      ],
      exclude: ["Golden"],
      swiftSettings: settings),
    .testTarget(
      name: "PaceLanguageTests", dependencies: ["PaceLanguage", "PaceOracle"], exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "PaceLabTests",
      dependencies: ["PaceEngine", "PaceLab", "PaceLanguage", "PaceOracle", "PaceReport", "PaceStore"],
      swiftSettings: settings),
    .testTarget(
      name: "PaceEngineTests", dependencies: ["PaceEngine", "PaceLanguage", "PaceOracle"],
      swiftSettings: settings),
    .testTarget(
      name: "PaceStoreTests", dependencies: ["PaceStore", "PaceEngine", "PaceLanguage", "PaceOracle"],
      swiftSettings: settings),
    .target(name: "PaceOracle", path: "Tests/PaceOracle", swiftSettings: settings),
    .target(
      name: "PaceAgreement",
      dependencies: ["PaceOracle", "PaceLanguage", "PaceEngine", "PaceLab", "PaceStore"],
      path: "Tests/PaceAgreement", swiftSettings: settings),
    .executableTarget(
      name: "PaceFuzz", dependencies: ["PaceAgreement", "PaceOracle"], path: "Tests/Fuzz",
      swiftSettings: settings),
    .testTarget(
      name: "OracleTests", dependencies: ["PaceOracle", "PaceAgreement", "PaceLanguage"],
      path: "Tests/OracleTests",
      swiftSettings: settings),
    .testTarget(
      name: "CounterfactualTests", dependencies: ["PaceAgreement"], swiftSettings: settings),
    .executableTarget(
      name: "TeaEvening", dependencies: ["PaceLanguage", "PaceEngine"], path: "Tests/Embedding",
      swiftSettings: settings),
    .executableTarget(
      name: "PaceBenchmarks",
      dependencies: ["CSQLite", "PaceLab", "PaceLanguage", "PaceEngine", "PaceStore"],
      path: "Tests/Benchmarks", exclude: ["engine.py", "engine.txt"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// The studio's page has the engine in it as wasm, which takes minutes to build: only who asks for it waits for it.
if Context.environment["PACE_STUDIO"] == "1" {
  package.products += [.executable(name: "pace-studio", targets: ["pace-studio"])]
  package.targets += [
    .executableTarget(name: "StudioBuilder", swiftSettings: settings),
    .plugin(
      name: "StudioPlugin", capability: .buildTool(), dependencies: ["StudioBuilder"],
      path: "Sources/StudioPlugin"),
    .executableTarget(
      name: "pace-studio", swiftSettings: settings, plugins: [.plugin(name: "StudioPlugin")]),
  ]
}
