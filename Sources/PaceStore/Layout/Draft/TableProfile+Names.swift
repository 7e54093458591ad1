internal import PaceLanguage

/// What a table and its columns are called.
extension TableProfile {
  /// The letters and digits of a name, in lower case.
  static func letters(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  static func bare(_ name: String) -> String {
    var text = letters(name)
    if hasCoreDataMark(name), text.hasPrefix("z") { text.removeFirst() }
    return text
  }

  static func hasCoreDataMark(_ name: String) -> Bool {
    name.hasPrefix("Z") && name == name.uppercased()
  }

  /// How well the table's name fits `name`, from 0 to 100.
  func likeness(to name: String) -> Int { Self.likeness(of: bare, to: name) }

  static func likeness(of bare: String, to name: String) -> Int {
    let plural = Self.bare(Noun.plural(name))
    let name = Self.bare(name)
    if bare == name || bare == plural { return 100 }
    if bare.hasPrefix(name) { return 60 }
    return bare.contains(name) ? 40 : 0
  }

  /// What notes to the reader call the table, or its rows of one sort.
  var shown: String {
    let test = isJSON ? nil : sort.map { " where " + $0.test(of: $0.column) }
    return RowDecoder.quoted(name + (test ?? ""))
  }

  /// What notes to the reader call a column.
  var part: String { isJSON ? "member" : "column" }

  /// Whether a name begins with all words of another name, and has more of them.
  static func begins(_ name: String, with other: String) -> Bool {
    let (words, first) = (words(of: name), words(of: other))
    return words.count > first.count && words.starts(with: first)
  }

  /// A name's words in lower case, as of `size_kb` and `sizeKB`.
  fileprivate static func words(of name: String) -> [String] {
    let parts = name.reduce(into: [""]) { parts, character in
      let goesOn = parts[parts.count - 1].last?.isUppercase ?? true || !character.isUppercase
      if goesOn { parts[parts.count - 1].append(character) } else { parts.append(String(character)) }
    }
    return parts.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map { $0.lowercased() }
  }
}

extension TableProfile.Column {
  /// Whether the name contains a bare name, as a word of its own if that has fewer than three letters.
  func contains(_ other: String) -> Bool {
    other.utf8.count > 2 ? bare.contains(other) : TableProfile.words(of: name).contains(other)
  }

  /// Whether the name ends with a bare name, as a word of its own if that has fewer than five letters.
  func ends(with other: String) -> Bool {
    other.utf8.count > 4 ? bare.hasSuffix(other) : TableProfile.words(of: name).last == other
  }
}
