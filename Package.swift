// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Settings of every Swift target: strict memory safety and the stricter import and existential rules.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "runpredict",
  products: [
    .library(name: "TabularML", targets: ["TabularML"]),
    .executable(name: "runpredict", targets: ["runpredict"]),
  ],
  targets: [
    .systemLibrary(name: "CCSV", providers: [.apt(["libcsv-dev"])]),
    .systemLibrary(name: "CProtobufC", providers: [.apt(["libprotobuf-c-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CModelSpec", dependencies: ["CProtobufC"]),
    .target(name: "CFastPath"),
    .target(name: "Tables", dependencies: ["CCSV", "CFastPath"], swiftSettings: strict),
    .target(name: "Laps", dependencies: ["Tables"], swiftSettings: strict),
    .target(
      name: "ModelSpec", dependencies: ["CModelSpec", "CProtobufC", "CZlib"],
      swiftSettings: strict),
    .target(
      name: "TabularML", dependencies: ["CFastPath", "ModelSpec", "Tables", "Laps"],
      swiftSettings: strict),
    .target(name: "CommandLineKit", swiftSettings: strict),
    .target(name: "CBaseModel"),
    .executableTarget(
      name: "base-model", dependencies: ["ModelSpec", "Tables", "TabularML"],
      swiftSettings: strict),
    .executableTarget(
      name: "runpredict",
      dependencies: [
        "CBaseModel", "CCSV", "CProtobufC", "CommandLineKit", "Laps", "ModelSpec", "Tables",
        "TabularML",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BaseModelTests",
      dependencies: ["base-model", "CBaseModel", "ModelSpec", "Tables", "TabularML"],
      swiftSettings: strict),
    .testTarget(name: "TablesTests", dependencies: ["CFastPath", "Tables"], swiftSettings: strict),
    .testTarget(name: "LapsTests", dependencies: ["Laps", "Tables"], swiftSettings: strict),
    .testTarget(name: "ModelSpecTests", dependencies: ["ModelSpec"], swiftSettings: strict),
    .testTarget(
      name: "TabularMLTests", dependencies: ["CFastPath", "TabularML", "ModelSpec", "Tables"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineKitTests", dependencies: ["CommandLineKit"], exclude: ["Snapshots"],
      swiftSettings: strict),
    .testTarget(
      name: "RunpredictTests",
      dependencies: ["runpredict", "CommandLineKit", "Laps", "ModelSpec", "Tables", "TabularML"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

#if !canImport(Darwin)
  // On Linux `import CoreML` means this package; Apple's systems have their own.
  package.products.append(.library(name: "CoreML", targets: ["CoreML"]))
  package.targets.append(
    .target(name: "CoreML", dependencies: ["TabularML"], swiftSettings: strict))
  package.targets.append(
    // Without the strict settings: it stands for the ordinary code of an app.
    .testTarget(name: "CoreMLTests", dependencies: ["CoreML"]))
  package.targets.append(
    .executableTarget(
      name: "FinishTime", dependencies: ["CoreML"], path: "examples/FinishTime"))
  package.targets.append(
    .executableTarget(
      name: "Personalizer", dependencies: ["CoreML"], path: "examples/Personalizer"))
  package.targets.append(
    .executableTarget(name: "Neighbors", dependencies: ["CoreML"], path: "examples/Neighbors"))
  package.targets.append(
    .testTarget(
      name: "ExamplesTests", dependencies: ["CoreML", "FinishTime", "Personalizer", "Neighbors"]))
#endif

// The fuzz targets have no main function of their own; `scripts/fuzz` builds them with libFuzzer's.
if ProcessInfo.processInfo.environment["RUNPREDICT_FUZZ"] != nil {
  package.targets += [
    .executableTarget(
      name: "FuzzCells", dependencies: ["Tables"], path: "fuzz/FuzzCells", swiftSettings: strict),
    .executableTarget(
      name: "FuzzLaps", dependencies: ["Laps", "Tables"], path: "fuzz/FuzzLaps",
      swiftSettings: strict),
    .executableTarget(
      name: "FuzzModels", dependencies: ["ModelSpec", "TabularML"], path: "fuzz/FuzzModels",
      swiftSettings: strict),
  ]
}

// What `make bench` times inside a process.
if ProcessInfo.processInfo.environment["RUNPREDICT_BENCH"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Micro", dependencies: ["CoreML", "ModelSpec", "Tables", "TabularML"],
      path: "benchmarks/Micro", swiftSettings: strict))
}
