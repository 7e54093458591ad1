internal import PaceLanguage

extension Spelling {
  /// Help for an unknown name: the one that was probably meant, or else all there are.
  static func help(for name: String, among names: [String]) -> String {
    if let nearest = nearest(to: name, among: names) { return "did you mean `\(nearest)`?" }
    if names.isEmpty { return "there are none" }
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    return names.count == 1 ? "there is only \(list)" : "there are \(list)"
  }
}
