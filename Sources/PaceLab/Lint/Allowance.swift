import PaceLanguage

/// What lets one finding be in a comment: `# allow CODE`, or `# allow CODE, CODE until DATE`, and a reason.
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
  /// The comment, or the code in it if there are several.
  var span: SourceSpan
  /// Whether its comment has other codes too.
  var isListed: Bool
  /// Whether the comment has a line of its own.
  var isAlone: Bool

  /// Those of a comment, one for each code; `below` is the next allowance of the file.
  static func all(of comment: Comment, in file: SourceFile, above below: Allowance?) -> [Allowance] {
    let words = comment.text.drop { $0 == "#" }.split { $0 == " " || $0 == "\t" }
    guard words.count >= 2, words[0] == "allow" || words[0] == "allow:", isMeant(code(words[1])) else {
      return []
    }
    // A word after a comma is another code only if it looks like one, else the reason begins there.
    var count = 1
    while count + 1 < words.count, words[count].last == ",", isMeant(code(words[count + 1])) { count += 1 }
    let rest = words.dropFirst(count + 1)
    return words[1...count].map { word in
      var allowance = Allowance(comment, code(word), rest, in: file, below)
      if count > 1 {
        let text = comment.text
        let start = Int(comment.span.start) + text.utf8.distance(from: text.startIndex, to: word.startIndex)
        allowance.span = SourceSpan(
          file: comment.span.file, start: start, end: start + allowance.code.utf8.count)
        allowance.isListed = true
      }
      return allowance
    }
  }

  private init(
    _ comment: Comment, _ code: String, _ rest: ArraySlice<Substring>, in file: SourceFile,
    _ below: Allowance?
  ) {
    self.code = code
    if rest.first == "until" {
      let text =
        rest.dropFirst().first?.split { $0 == "," || $0 == ":" || $0 == ";" }.first.map { String($0) } ?? ""
      until = CivilDate(text)?.dayNumber
      badDate = until == nil ? text : nil
    }
    span = comment.span
    isListed = false
    place = file.location(of: comment.span.start).line
    line = place
    isAlone = ItemRemoval.beginsLine(span, in: file)
    if isAlone { line = Allowance.nextLine(after: place, in: file, below) }
  }

  private static func code(_ word: Substring) -> String { String(word.filter { $0 != ":" && $0 != "," }) }

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
        found += Allowance.all(of: comment, in: source, above: found.last).reversed()
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
