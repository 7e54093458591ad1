internal import PaceLanguage

/// A map of a column's values to names.
struct DraftMap {
  private(set) var pairs: [(from: String, to: String)] = []
  private var otherwise: String?
  /// The values that aren't mapped.
  private var others: [String] = []
  private var isGuess = false
  /// What tells the values' meanings.
  private var key: String?

  /// A column with more values holds no codes.
  static let mostCodes = 32
  /// A column with more texts holds no names of categories.
  static let mostTexts = 12

  init(pairs: [(String, String)]) { self.pairs = pairs }

  /// Maps texts to the names that they equal, and numbers to names by their order; nil if the values are no codes.
  ///
  /// A text that equals no name is mapped to the name that it resembles. A key of another table is mapped by the texts
  /// of its row there.
  init?(_ column: TableProfile.Column, to names: [String]) {
    guard !names.isEmpty, DraftColumns.time(of: column) == nil else { return nil }
    if let tie = column.tie, !column.isMostly(names) {
      guard let map = Self(column, through: tie, to: names) else { return nil }
      self = map
      return
    }
    if column.texts.isEmpty {
      let codes = column.codes
      guard (1...Self.mostCodes).contains(codes.count) else { return nil }
      pairs = Array(zip(codes, names))
      if codes.count > names.count { otherwise = names.last }
      isGuess = true
      return
    }
    let isOfTexts = column.numbers.isEmpty && column.texts.count <= Self.mostTexts
    guard isOfTexts || column.isMostly(names) else { return nil }
    for value in column.texts.sorted() {
      if let meant = names.first(where: { Self.areSame($0, value) }) {
        pairs.append((ValueText.quoted(value), meant))
      } else if let meant = Self.likeliest(value, of: names) {
        pairs.append((ValueText.quoted(value), meant))
        isGuess = true
      } else {
        others.append(value)
      }
    }
    if pairs.isEmpty { return nil }
  }

  /// Maps the keys of another table to the names that its texts equal or resemble; nil if most are like none.
  private init?(_ column: TableProfile.Column, through tie: DraftTie, to names: [String]) {
    var best: (column: String, isGuess: Bool, pairs: [(id: String, to: String)])?
    for labels in tie.labels {
      var isGuess = false
      let pairs = labels.texts.compactMap { id, text -> (id: String, to: String)? in
        if let name = names.first(where: { Self.areSame($0, text) }) { return (id, name) }
        guard let name = Self.likeliest(text, of: names) else { return nil }
        isGuess = true
        return (id, name)
      }
      if pairs.count * 2 >= labels.texts.count, pairs.count > best?.pairs.count ?? 0 {
        best = (labels.column, isGuess, pairs)
      }
    }
    guard let best else { return nil }
    let isOfNumbers = column.texts.isEmpty
    pairs = best.pairs.map { (isOfNumbers ? $0.id : ValueText.quoted($0.id), $0.to) }
    let known = Set(best.pairs.map(\.id))
    key = "by \(RowDecoder.quoted(best.column)) of \(RowDecoder.quoted(tie.table))"
    others = column.written.subtracting(known).sorted()
    isGuess = best.isGuess
  }

  /// What to check where the map fills an event's field or names its kinds.
  var check: String? { check(Self.skipped(others)) }

  /// What to check where the map fills an attribute of tables' subjects.
  func check(ofAttribute hasDefault: Bool) -> String? {
    let verb = others.count == 1 ? hasDefault ? "takes" : "is" : hasDefault ? "take" : "are"
    return check(
      others.isEmpty ? nil : "\(Self.some(of: others)) \(verb) \(hasDefault ? "the default" : "unknown")")
  }

  private func check(_ consequence: String?) -> String? {
    DraftFit(checks: [key, consequence, isGuess ? "which value is which?" : nil]).check
  }

  private static func areSame(_ name: String, _ text: String) -> Bool {
    TableProfile.letters(name) == TableProfile.letters(text)
  }

  /// The name that a text holds, is the beginning of or may misspell.
  static func likeliest(_ text: String, of names: [String]) -> String? {
    let letters = TableProfile.letters(text)
    let words = Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    return names.first { words.contains(TableProfile.letters($0)) }
      ?? names.first { !letters.isEmpty && TableProfile.letters($0).hasPrefix(letters) }
      ?? Spelling.nearest(to: text.lowercased(), among: names)
  }

  /// What to check where rows with some values can't be read; nil for none.
  static func skipped(_ values: [String]) -> String? {
    values.isEmpty ? nil : "rows with \(some(of: values)) are skipped"
  }

  /// The first of some values or names.
  static func some(of values: [String], most: Int = 3) -> String {
    let shown = values.prefix(most).map { RowDecoder.quoted($0) } + (values.count > most ? ["…"] : [])
    return shown.joined(separator: ", ")
  }

  /// Whether the values aren't the names themselves.
  var isNeeded: Bool { otherwise != nil || !pairs.allSatisfy { $0.from == ValueText.quoted($0.to) } }

  var text: String {
    let entries = pairs + (otherwise.map { [("else", $0)] } ?? [])
    return "{ " + entries.map { "\($0.from) = \($0.to)" }.joined(separator: ", ") + " }"
  }
}
