/// A block of items in a declaration that is written anew, such as `subject { goal = 3, mode = easy }`.
package enum ItemBlock {
  /// Its lines as the formatter lays them out: on one line if they fit, else one item a line.
  ///
  /// Without items, there is only the head.
  package static func lines(_ head: String, _ items: [String]) -> [String] {
    if items.isEmpty { return ["  \(head)"] }
    let line = "  \(head) { \(items.joined(separator: ", ")) }"
    if line.unicodeScalars.count <= Formatter.width { return [line] }
    return ["  \(head) {"] + items.map { "    \($0)" } + ["  }"]
  }
}
