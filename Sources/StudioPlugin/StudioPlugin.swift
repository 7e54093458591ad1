import Foundation
import PackagePlugin

/// Builds the studio's page, with the engine in it as wasm, before the program that prints it.
@main
struct StudioPlugin: BuildToolPlugin {
  /// The modules that become wasm, in the order of their imports, and the page around them.
  private static let folders = [
    "PaceLanguage", "PaceEngine", "PaceLab", "PaceReport", "PaceStudio", "StudioPage",
  ]

  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let sources = context.package.directoryURL.appending(path: "Sources")
    let output = context.pluginWorkDirectoryURL.appending(path: "StudioAssets.swift")
    let inputs = try Self.folders.flatMap { try files(below: sources.appending(path: $0)) }
    return [
      .buildCommand(
        displayName: "Building the studio's engine as wasm (about four minutes)",
        executable: try context.tool(named: "StudioBuilder").url,
        arguments: [
          try context.tool(named: "swiftc").url.path(), sources.path(),
          context.pluginWorkDirectoryURL.path(), output.path(),
        ],
        inputFiles: inputs, outputFiles: [output])
    ]
  }

  private func files(below folder: URL) throws -> [URL] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    return names.sorted().map { folder.appending(path: $0) }.filter { !$0.pathExtension.isEmpty }
  }
}
