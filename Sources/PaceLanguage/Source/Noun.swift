/// Counted names of a program, with a plural that English would mostly make.
public enum Noun {
  /// `1 session`, `3 entries`
  public static func count(_ number: Int, _ name: String) -> String {
    "\(number) \(number == 1 ? words(name) : plural(name))"
  }

  /// `entries`
  public static func plural(_ name: String) -> String {
    let word = words(name)
    if let last = word.last, last == "y", let before = word.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "ies"
    }
    for ending in ["s", "x", "ch", "sh", "z"] where word.hasSuffix(ending) { return word + "es" }
    return word + "s"
  }

  /// `an entry`, `a session`
  public static func one(_ name: String) -> String {
    "\(name.first.map { "aeiou".contains($0) } ?? false ? "an" : "a") \(words(name))"
  }

  /// `entries, sessions or pauses`; nothing of none.
  public static func either(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }

  private static func words(_ name: String) -> String { name.split(separator: "_").joined(separator: " ") }
}
