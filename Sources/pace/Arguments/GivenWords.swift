import FoundationEssentials

/// The words that the program was started with.
enum GivenWords {
  /// Throws for one that is not UTF-8, of which Swift gives another text: two ids could become one.
  static func check(_ words: [String]) throws(Failure) {
    // Only Linux tells the bytes.
    guard words.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }),
      let bytes = FileManager.default.contents(atPath: "/proc/self/cmdline")
    else { return }
    for word in bytes.split(separator: 0) where String(validating: word, as: UTF8.self) == nil {
      throw .usage(.notText(String(decoding: word, as: UTF8.self)))
    }
  }
}
