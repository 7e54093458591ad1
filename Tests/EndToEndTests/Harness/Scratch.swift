import Foundation

/// A folder for one test, removed when the test ends.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("pace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Writes a file, and makes its folders if they don't exist.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> URL { try write(name, bytes: text.utf8) }

  @discardableResult
  func write(_ name: String, bytes: some Sequence<UInt8>) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url
  }

  /// Makes a link, and its folder if that doesn't exist.
  func link(_ name: String, to target: String) throws {
    let folder = URL(fileURLWithPath: path(name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
  }

  /// Writes a pack, and returns its path.
  static func pack(_ scratch: Scratch, _ text: String, name: String = "pack.pace") throws -> String {
    try scratch.write(name, text + "\n").path
  }
}
