internal import PaceLanguage

/// Words `help` for a name that isn't there.
enum Spelling {
  /// The name that was probably meant, or else all there are.
  static func help(for name: String, in names: [String]) -> String {
    if let nearest = nearest(to: name, in: names) { return "did you mean `\(nearest)`?" }
    return names.isEmpty ? "there are none" : "there are " + names.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// The nearest name, in whatever case it is written.
  static func nearest(to name: String, in names: [String]) -> String? {
    let folded = names.map { $0.lowercased() }
    if let index = folded.firstIndex(of: name.lowercased()) { return names[index] }
    guard let found = suggestion(for: name.lowercased(), among: folded) else { return nil }
    return folded.firstIndex(of: found).map { names[$0] }
  }
}
