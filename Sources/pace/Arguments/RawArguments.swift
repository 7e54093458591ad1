#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The command line as the system has it, before it became Swift strings.
enum RawArguments {
  /// Refuses words that are not UTF-8: Swift replaces their bytes, so that two ids could become one.
  ///
  /// On Linux Swift reads all of them from `/proc`; where that is missing, not even the program's name is there.
  static func check(_ words: [String]) throws(Failure) {
    if CommandLine.arguments.isEmpty { throw .usage(.unreadable) }
    // Only Linux gives access to the bytes.
    guard words.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }),
      let bytes = FileManager.default.contents(atPath: "/proc/self/cmdline")
    else { return }
    for word in bytes.split(separator: 0) where String(validating: word, as: UTF8.self) == nil {
      throw .usage(.notText(String(decoding: word, as: UTF8.self)))
    }
  }
}
