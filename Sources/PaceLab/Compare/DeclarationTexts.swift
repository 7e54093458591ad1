import PaceLanguage

/// A program's declarations that affect its evaluation, by name, as lines without comments and layout.
///
/// Parameters and presets are not among them, since they are compared by value.
struct DeclarationTexts {
  struct Line: Equatable {
    var text: String
    var place: ComparedPlace

    var word: Substring { text.prefix { $0 != " " } }

    static func == (a: Line, b: Line) -> Bool { a.text == b.text }
  }

  private(set) var lines: [DeclarationKey: [Line]] = [:]
  /// In the order of the text.
  private(set) var keys: [DeclarationKey] = []
  private(set) var spans: [DeclarationKey: SourceSpan] = [:]

  init(_ program: Program) {
    for file in program.syntax {
      for declaration in file.declarations {
        guard let key = Self.key(declaration) else { continue }
        if lines[key] == nil { keys.append(key) }
        lines[key, default: []] += Self.lines(of: declaration.span, file, program)
        spans[key] = declaration.span
      }
    }
  }

  /// The name of a declaration; nil if it changes no notice, or is compared in another way.
  private static func key(_ declaration: Declaration) -> DeclarationKey? {
    switch declaration {
    case .calendar: DeclarationKey(.calendar)
    case .subject: DeclarationKey(.subject)
    case .event(let it): DeclarationKey(.event, it.name.text)
    case .stream(let it): DeclarationKey(.stream, it.name.text)
    case .scale(let it): DeclarationKey(.scale, it.name.text)
    case .define(let it): DeclarationKey(.define, it.name.text)
    case .rule(let it): DeclarationKey(.rule, it.name.text)
    case .policy(let it): DeclarationKey(.policy, it.name.text)
    case .source(let it): DeclarationKey(.source, it.name.text)
    default: nil
    }
  }

  private static func lines(of span: SourceSpan, _ file: FileSyntax, _ program: Program) -> [Line] {
    let source = program.files[Int(span.file.index)]
    var bytes = Array(source.bytes[Int(span.start)..<Int(span.end)])
    for comment in file.comments where comment.span.start >= span.start && comment.span.end <= span.end {
      for index in comment.span.start..<comment.span.end {
        bytes[Int(index - span.start)] = UInt8(ascii: " ")
      }
    }
    let first = source.location(of: span.start).line
    let written = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return written.enumerated().compactMap { index, line in
      let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" || $0 == "\r" }
      if words.isEmpty { return nil }
      return Line(
        text: words.joined(separator: " "), place: ComparedPlace(path: source.path, line: first + index))
    }
  }

  /// The declarations that differ between two programs, each at its first differing line.
  static func differences(_ before: DeclarationTexts, _ after: DeclarationTexts) -> [ComparedCause] {
    let keys = after.keys + before.keys.filter { after.lines[$0] == nil }
    let changed: [ComparedCause] = keys.compactMap { key in
      let (old, new) = (before.lines[key] ?? [], after.lines[key] ?? [])
      if old == new { return nil }
      let (before, after) = difference(old, new)
      return ComparedCause(
        key: key, isWhole: old.isEmpty || new.isEmpty, before: before?.text, after: after?.text,
        placeBefore: before?.place, placeAfter: after?.place)
    }
    let orders = [
      order(of: .event, .orderOfEvents, before, after), order(of: .rule, .orderOfRules, before, after),
    ]
    return changed + orders.compactMap { $0 }
  }

  /// The keys of the declarations of one sort that both programs have, in the order of each.
  static func shared(
    _ sort: DeclarationKey.Sort, _ before: DeclarationTexts, _ after: DeclarationTexts
  ) -> (was: [DeclarationKey], now: [DeclarationKey]) {
    func isShared(_ key: DeclarationKey) -> Bool {
      key.sort == sort && before.lines[key] != nil && after.lines[key] != nil
    }
    return (before.keys.filter(isShared), after.keys.filter(isShared))
  }

  /// The first two declarations of one sort whose order has changed; nil if none has.
  private static func order(
    of sort: DeclarationKey.Sort, _ order: DeclarationKey.Sort, _ before: DeclarationTexts,
    _ after: DeclarationTexts
  ) -> ComparedCause? {
    let (was, now) = shared(sort, before, after)
    guard let first = zip(was, now).first(where: { $0 != $1 }) else { return nil }
    let names = (first.0.name, first.1.name)
    return ComparedCause(
      key: DeclarationKey(order), isWhole: true, before: "\(names.0), \(names.1)",
      after: "\(names.1), \(names.0)",
      placeBefore: before.lines[first.0]?.first?.place, placeAfter: after.lines[first.1]?.first?.place)
  }

  /// The first line that differs: what it was, and what stands for it now. Nil for a line that was added or removed.
  ///
  /// A line is paired with the one that begins with the same word, else with one whose word is new.
  private static func difference(_ old: [Line], _ new: [Line]) -> (before: Line?, after: Line?) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (old.dropFirst(start), new.dropFirst(start))
    let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    let (removed, added) = (oldRest.dropLast(end), newRest.dropLast(end))
    guard let before = removed.first else { return (nil, added.first) }
    let after =
      added.first { $0.word == before.word }
      ?? added.first { line in !removed.contains { $0.word == line.word } }
    return (before, after)
  }
}
