/// A block of items in a generated declaration, such as `subject { goal = 3, mode = easy }`.
package enum ItemBlock {
  /// The block's lines as the formatter lays them out: one line if everything fits, else a line for each item.
  ///
  /// A block without items is its head alone.
  package static func lines(_ head: String, _ items: [String]) -> [String] {
    if items.isEmpty { return ["  \(head)"] }
    let line = "  \(head) { \(items.joined(separator: ", ")) }"
    if line.unicodeScalars.count <= Formatter.width { return [line] }
    return ["  \(head) {"] + items.map { "    \($0)" } + ["  }"]
  }
}
