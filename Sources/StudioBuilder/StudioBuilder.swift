import Foundation

/// Compiles the engine to wasm and writes the page that carries it as a Swift file.
///
/// Arguments: the path of `swiftc`, the folder of the sources, a folder to work in, the file to write.
@main
struct StudioBuilder {
  /// In the order of their imports; only their modules are built, because `module` emits what it uses of them.
  private static let libraries = ["PaceLanguage", "PaceEngine", "PaceLab", "PaceReport"]
  private static let module = "PaceStudio"
  private static let exports = ["studio_room", "studio_open", "studio_ask", "studio_answer"]
  private static let target = "wasm32-unknown-none-wasm"

  let compiler: URL
  /// What the compiler says of itself, its version too.
  let description: Data
  /// The folder of the toolchain's `usr`.
  let toolchain: URL
  let sources: URL
  let work: URL
  let output: URL

  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
    guard arguments.count == 4 else { fail("usage: StudioBuilder SWIFTC SOURCES WORK OUTPUT") }
    do {
      let description = try description(of: arguments[0])
      let builder = StudioBuilder(
        compiler: arguments[0], description: description, toolchain: try toolchain(in: description),
        sources: arguments[1], work: arguments[2], output: arguments[3])
      try builder.build()
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("error: \(text)\n".utf8))
    exit(1)
  }

  private func build() throws {
    let engineStamp = try stamp(of: Self.libraries + [Self.module])
    let pageStamp = try stamp(of: ["StudioPage"])
    // SwiftPM asks again for each configuration, though the inputs are the same.
    if isKnown("engine", engineStamp), isKnown("page", pageStamp), isThere(output) { return }
    guard isAble else {
      Self.fail("this toolchain can't build the studio: it has no Embedded Swift for \(Self.target)")
    }
    let compressed = work.appending(path: "studio.wasm.gz")
    if !isKnown("engine", engineStamp) || !isThere(compressed) {
      try buildEngine()
      try note("engine", engineStamp)
    }
    let files = try PageFiles(folder: sources.appending(path: "StudioPage"))
    let engine = try Data(contentsOf: compressed)
    let page = Data(files.page(engine: engine).utf8).base64EncodedString()
    let text = """
      /// Made by StudioBuilder.
      enum StudioAssets {
        /// The page without a log, in base64.
        static let page: StaticString = "\(page)"
      }

      """
    try text.write(to: output, atomically: true, encoding: .utf8)
    try note("page", pageStamp)
  }

  private func isThere(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path()) }

  /// Whether a part was last made from the inputs that a stamp stands for.
  private func isKnown(_ part: String, _ stamp: String) -> Bool {
    (try? String(contentsOf: work.appending(path: "\(part).stamp"), encoding: .utf8)) == stamp
  }

  private func note(_ part: String, _ stamp: String) throws {
    try stamp.write(to: work.appending(path: "\(part).stamp"), atomically: true, encoding: .utf8)
  }

  // MARK: The engine

  /// Makes the module and compresses it.
  private func buildEngine() throws {
    for library in Self.libraries {
      try run(
        compiler,
        Self.flags + ["-Onone", "-module-name", library, "-I", work.path(), "-emit-module"]
          + ["-emit-module-path", path("\(library).swiftmodule")] + files(of: library, "swift"))
    }
    // Built for size it runs as fast as built for speed, and takes a third less time to build.
    try run(
      compiler,
      Self.flags + ["-Osize", "-module-name", Self.module, "-I", work.path()]
        + ["-c", "-o", path("studio.o")] + files(of: Self.module, "swift"))
    try run(
      tool("clang"),
      ["--target=\(Self.target)", "-O2", "-c", "-o", path("runtime.o")] + files(of: Self.module, "c"))
    try run(
      tool("wasm-ld"),
      ["--no-entry", "--gc-sections", "--strip-all", "-z", "stack-size=4194304"]
        + Self.exports.map { "--export=\($0)" }
        + [path("studio.o"), path("runtime.o"), unicodeTables, "-o", path("studio.wasm")])
    try run(URL(filePath: "/usr/bin/env"), ["gzip", "-9", "-n", "-f", path("studio.wasm")])
  }

  private static let flags = [
    "-enable-experimental-feature", "Embedded", "-target", target, "-wmo", "-parse-as-library",
    "-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault",
    "-enable-upcoming-feature", "MemberImportVisibility", "-package-name", "pace",
  ]

  private static func description(of compiler: URL) throws -> Data {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = compiler
    process.arguments = ["-print-target-info"]
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return output
  }

  /// The toolchain's folder, which the compiler names because its path may be a link.
  private static func toolchain(in description: Data) throws -> URL {
    let info = try JSONSerialization.jsonObject(with: description) as? [String: Any]
    guard let path = (info?["paths"] as? [String: Any])?["runtimeResourcePath"] as? String else {
      fail("the compiler doesn't say where its libraries are")
    }
    return URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent()
  }

  private func tool(_ name: String) -> URL { toolchain.appending(path: "bin/\(name)") }

  /// The tables by which Embedded Swift compares texts.
  private var unicodeTables: String {
    toolchain.appending(path: "lib/swift/embedded/\(Self.target)/libswiftUnicodeDataTables.a").path()
  }

  private var isAble: Bool {
    let needed = [tool("clang").path(), tool("wasm-ld").path(), unicodeTables]
    return needed.allSatisfy { FileManager.default.fileExists(atPath: $0) }
  }

  private func path(_ name: String) -> String { work.appending(path: name).path() }

  private func files(of folder: String, _ ending: String) -> [String] {
    let root = sources.appending(path: folder)
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root.path())) ?? []
    return names.filter { $0.hasSuffix(".\(ending)") }.sorted().map { root.appending(path: $0).path() }
  }

  private func run(_ program: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { Self.fail("\(program.lastPathComponent) failed") }
  }

  // MARK: What went in

  /// A hash (FNV-1a, 64 bits) of the contents of some folders, this program, and the compiler with its version.
  private func stamp(of folders: [String]) throws -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ data: Data) {
      for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    add(Data(compiler.path().utf8))
    add(description)
    add(try Data(contentsOf: URL(filePath: CommandLine.arguments[0])))
    for folder in folders {
      for ending in ["swift", "c", "html", "css", "js", "txt"] {
        for file in files(of: folder, ending) {
          add(Data(file.utf8))
          add(try Data(contentsOf: URL(filePath: file)))
        }
      }
    }
    return String(hash, radix: 16)
  }
}
