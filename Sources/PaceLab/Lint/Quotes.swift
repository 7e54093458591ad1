import PaceLanguage

/// The figures about the past that a message quotes: `last 60 minutes`, `a lot in 2 hours`, `3 entries`.
///
/// `in 20 minutes` may be the future, so it counts only after a quantity.
struct Quotes {
  struct Quote {
    enum Value {
      case length(Int64)
      case count(Int64)
    }
    var value: Value
    var text: String
  }

  private(set) var all: [Quote] = []

  /// The words for what a program logs.
  static func nouns(of program: Program) -> Set<String> {
    Set(
      program.events.flatMap { event in [event.name.text] + event.kinds.map { $0.name.text } }
        .flatMap { [$0, Noun.plural($0)] })
  }

  /// `text` is the part of a message between two values; a value before it counts as a quantity.
  init(_ text: String, followsValue: Bool, nouns: Set<String>) {
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { String($0) }
    for (index, word) in words.enumerated() {
      if let count = Int64(word), (1..<10_000).contains(count), index + 1 < words.count {
        let next = words[index + 1]
        if nouns.contains(next) {
          all.append(Quote(value: .count(count), text: "\(word) \(next)"))
        } else if index > 0, let whole = Self.length(of: words[index...]) {
          let before = words[..<(index - 1)].suffix(3)
          let isQuantity =
            before.contains { Self.quantities.contains($0) || Int64($0) != nil }
            || followsValue && index <= 3
          guard Self.past.contains(words[index - 1]) || words[index - 1] == "in" && isQuantity else {
            continue
          }
          let text = words[(index - 1)..<whole.end].joined(separator: " ")
          all.append(Quote(value: .length(whole.length), text: text))
        }
      }
    }
  }

  /// The duration that words begin with, such as `1 h 30 min`, and the index after it; nil if there is none.
  private static func length(of words: ArraySlice<String>) -> (length: Int64, end: Int)? {
    guard words.count > 1, let count = Int64(words[words.startIndex]), (1..<10_000).contains(count),
      let unit = units.first(where: { $0.names.contains(words[words.startIndex + 1]) })
    else { return nil }
    let rest = words.dropFirst(2)
    let more = length(of: rest) ?? (rest.first == "and" ? length(of: rest.dropFirst()) : nil)
    return (count * unit.length + (more?.length ?? 0), more?.end ?? rest.startIndex)
  }

  private static let past: Set<String> = ["last", "past", "within"]
  private static let quantities: Set<String> = ["lot", "lots", "many", "much", "times", "twice", "often"]
  private static let units: [(names: [String], length: Int64)] = [
    (["s", "sec", "second", "seconds"], Unit.second.milliseconds),
    (["min", "mins", "minute", "minutes"], Unit.minute.milliseconds),
    (["h", "hour", "hours"], Unit.hour.milliseconds),
    (["d", "day", "days"], Unit.day.milliseconds),
  ]
}
