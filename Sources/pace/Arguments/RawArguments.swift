import FoundationEssentials

/// The command line as the system has it, before it became Swift strings.
enum RawArguments {
  /// Refuses words that are not UTF-8: Swift replaces their bytes, so that two ids could become one.
  static func check(_ words: [String]) throws(Failure) {
    // Only Linux gives access to the bytes.
    guard words.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }),
      let bytes = FileManager.default.contents(atPath: "/proc/self/cmdline")
    else { return }
    for word in bytes.split(separator: 0) where String(validating: word, as: UTF8.self) == nil {
      throw .usage(.notText(String(decoding: word, as: UTF8.self)))
    }
  }
}
