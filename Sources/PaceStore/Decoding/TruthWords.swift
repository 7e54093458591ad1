internal import PaceLanguage

/// Common ways to write truth values as words.
enum TruthWords {
  private static let pairs: [(yes: String, no: String)] = [
    ("yes", "no"), ("true", "false"), ("y", "n"), ("t", "f"), ("on", "off"),
  ]

  /// The truth value that a word in lower case stands for; nil for none.
  static func value(of word: String) -> Bool? {
    pairs.first { $0.yes == word || $0.no == word }.map { $0.yes == word }
  }

  /// The map of a source that reads truth values written like this one; nil for any other text.
  static func map(like text: String) -> String? {
    guard let words = pairs.first(where: { [$0.yes, $0.no].contains(text.lowercased()) }) else { return nil }
    let isUpper = text == text.uppercased()
    let isCapital = text.first?.isUppercase ?? false
    func written(_ word: String) -> String {
      let capital = word.prefix(1).uppercased() + word.dropFirst()
      return ValueText.quoted(isUpper ? word.uppercased() : isCapital ? capital : word)
    }
    return "{ \(written(words.yes)) = yes, \(written(words.no)) = no }"
  }
}
