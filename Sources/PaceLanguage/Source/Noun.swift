/// Names of a program as nouns of English sentences; plurals follow the common rules only.
public enum Noun {
  /// `1 session`, `3 entries`
  public static func count(_ number: Int, _ name: String) -> String {
    "\(number) \(number == 1 ? words(name) : plural(name))"
  }

  /// `entries`, `members of a team`
  public static func plural(_ name: String) -> String {
    let parts = words(name).split(separator: " ")
    // Of `member of a team` only what stands before `of` is counted.
    let end = parts.dropFirst().firstIndex(of: "of") ?? parts.endIndex
    let head = pluralWord(parts[..<end].joined(separator: " "))
    return ([head] + parts[end...].map(String.init)).joined(separator: " ")
  }

  private static func pluralWord(_ word: String) -> String {
    if let last = word.last, last == "y", let before = word.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "ies"
    }
    // A name that ends in one `s` is a plural already, like `all_hands`; `bus` and `glass` are not.
    if word.hasSuffix("s"), !["ss", "us"].contains(where: word.hasSuffix) { return word }
    for ending in ["s", "x", "ch", "sh", "z"] where word.hasSuffix(ending) { return word + "es" }
    return word + "s"
  }

  /// `an entry`, `a session`
  public static func one(_ name: String) -> String {
    "\(name.first.map { "aeiou".contains($0) } ?? false ? "an" : "a") \(words(name))"
  }

  /// `entries, sessions or pauses`; empty for no names.
  public static func either(_ names: [String]) -> String { joined(names, "or") }

  /// `due today, not settled and no entry`; empty for no parts.
  public static func all(_ parts: [String]) -> String { joined(parts, "and") }

  private static func joined(_ parts: [String], _ word: String) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return "\(parts.dropLast().joined(separator: ", ")) \(word) \(last)"
  }

  /// A label within a sentence, without its article: `long pause` for `A long pause`.
  public static func bare(_ label: String) -> String {
    let words = words(label)
    for article in ["a ", "an ", "the "] where words.hasPrefix(article) {
      return String(words.dropFirst(article.count))
    }
    return words
  }

  /// A name or a label within a sentence: `all hands`, `entry` for `Entry`; `UTC` stays.
  public static func words(_ name: String) -> String {
    let text = name.split(separator: "_").joined(separator: " ")
    guard let first = text.first, first.isUppercase, text.dropFirst().first?.isLowercase ?? false else {
      return text
    }
    return first.lowercased() + text.dropFirst()
  }
}
