import PaceLanguage

/// A comment that lets one finding be: `# allow CODE`, `# allow CODE until DATE`, and a reason.
///
/// Alone on its line it applies to the next line that is neither blank nor a comment, and if a declaration begins
/// there, to all of it; after other text, to its own line.
struct Allowance {
  var code: String
  /// The last day on which it holds; days since 1970-01-01.
  var until: Int64?
  /// The word after `until` if it is no date; empty if there is none.
  var badDate: String?
  /// The line it stands on, and the one it applies to.
  var place: Int
  var line: Int
  /// The comment.
  var span: SourceSpan
  /// Whether the comment has a line of its own.
  var isAlone: Bool

  /// Nil unless the comment says `allow`; `below` is the next allowance of the file.
  init?(_ comment: Comment, in file: SourceFile, above below: Allowance?) {
    let words = comment.text.drop { $0 == "#" }.split { $0 == " " || $0 == "\t" }
    guard words.count >= 2, words[0] == "allow" || words[0] == "allow:" else { return nil }
    code = String(words[1].filter { $0 != ":" && $0 != "," })
    guard Allowance.isMeant(code) else { return nil }
    if words.count >= 3, words[2] == "until" {
      let text =
        words.dropFirst(3).first?.split { $0 == "," || $0 == ":" || $0 == ";" }.first.map { String($0) } ?? ""
      until = CivilDate(text)?.dayNumber
      badDate = until == nil ? text : nil
    }
    span = comment.span
    let start = file.location(of: comment.span.start)
    let before = file.text(ofLine: start.line).utf8.prefix(start.column - 1)
    isAlone = before.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    place = start.line
    line = place
    if isAlone { line = Allowance.nextLine(after: place, in: file, below) }
  }

  private static let codes = (LintRule.all + LintRule.ofData).map { $0.code }

  /// Whether a word is the code of a finding or likely to be meant as one; others are prose.
  private static func isMeant(_ word: String) -> Bool {
    let marks = [UInt8(ascii: "-"), UInt8(ascii: "_")]
    let isCode = word.utf8.allSatisfy { byte in
      marks.contains(byte) || byte < 0x80 && Character(UnicodeScalar(byte)).isLetter
        || Character(UnicodeScalar(byte)).isNumber
    }
    return isCode
      && (word.utf8.contains { marks.contains($0) } || Spelling.nearest(to: word, among: codes) != nil)
  }

  /// The next line that is neither blank nor a comment; several allowances in a row all apply to it.
  private static func nextLine(after line: Int, in file: SourceFile, _ below: Allowance?) -> Int {
    let last = file.location(of: Int32(clamping: file.bytes.count)).line
    var next = line + 1
    while next <= last {
      if let below, below.isAlone, below.place == next { return below.line }
      let text = file.text(ofLine: next).drop { $0 == " " || $0 == "\t" }
      if !text.isEmpty, text.first != "#" { break }
      next += 1
    }
    return next
  }
}

/// The allowances of a program's files, and which of them were used.
struct AllowanceList {
  private(set) var allowances: [Allowance] = []
  private(set) var isUsed: [Bool] = []
  private let files: [SourceFile]
  /// The allowances that apply to a line, by their places in the list.
  private var byLine: [FileID: [Int: [Int]]] = [:]
  /// The first and the last line of each declaration, in the order of the text.
  private var declarations: [FileID: [ClosedRange<Int>]] = [:]

  init(_ syntax: [FileSyntax], files: [SourceFile]) {
    self.files = files
    for file in syntax {
      let source = files[Int(file.file.index)]
      var found: [Allowance] = []
      for comment in file.comments.reversed() {
        if let allowance = Allowance(comment, in: source, above: found.last) { found.append(allowance) }
      }
      allowances += found.reversed()
      if found.isEmpty { continue }
      declarations[file.file] = file.declarations.map { declaration in
        let first = source.location(of: declaration.span.start).line
        return first...max(first, source.location(of: declaration.span.end).line)
      }
    }
    isUsed = Array(repeating: false, count: allowances.count)
    for (index, allowance) in allowances.enumerated() {
      byLine[allowance.span.file, default: [:]][allowance.line, default: []].append(index)
    }
  }

  /// Whether a finding is allowed on `today`.
  ///
  /// An allowance that has expired doesn't allow it, but counts as used.
  mutating func allows(_ diagnostic: Diagnostic, today: Int64) -> Bool {
    guard diagnostic.severity != .error else { return false }
    let file = diagnostic.span.file
    let line = files[Int(file.index)].location(of: diagnostic.span.start).line
    var isAllowed = false
    for place in [line, head(of: line, in: file)].compactMap({ $0 }) {
      for index in byLine[file]?[place] ?? [] where allowances[index].code == diagnostic.code {
        guard place == line || allowances[index].isAlone else { continue }
        isUsed[index] = true
        if LintRule.expiredAllow(allowances[index], today: today) == nil { isAllowed = true }
      }
    }
    return isAllowed
  }

  /// The first line of the declaration that began on an earlier line and goes on here; nil if there is none.
  private func head(of line: Int, in file: FileID) -> Int? {
    guard let declarations = declarations[file] else { return nil }
    let place = declarations.partitioningIndex { $0.upperBound >= line }
    guard place < declarations.count, declarations[place].lowerBound < line else { return nil }
    return declarations[place].lowerBound
  }
}
