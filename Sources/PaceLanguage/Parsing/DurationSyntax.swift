/// A duration as it is written, each number with its unit.
struct DurationSyntax {
  /// A number and its unit, as `1 h` of `1 h 30 min`.
  struct Part {
    var number: SourceSpan
    var unitSpan: SourceSpan
    /// The number in millionths; nil if it doesn't fit.
    var count: Int64?
    /// The unit that is written or meant; nil for weeks, months and years.
    var unit: Unit?
    /// The part as the language writes it; nil if it has no fixed length.
    var text: String?
    /// The word that is no unit.
    var wrong: String?
    /// The edit that mends that word alone.
    var edit: TextEdit?
    /// Whether the word is only like that of a unit.
    var isGuess = false

    init(number: SourceSpan, unitSpan: SourceSpan, count: Int64?) {
      (self.number, self.unitSpan, self.count) = (number, unitSpan, count)
    }
  }

  /// One or more.
  private let parts: [Part]
  private let span: SourceSpan

  init(_ parts: [Part], _ span: SourceSpan) {
    (self.parts, self.span) = (parts, span)
  }

  /// The milliseconds of all parts together, `.max` after an error, and the diagnostics.
  func total(in source: SourceFile) -> (milliseconds: Int64, problems: [Diagnostic]) {
    let slip = wrongUnit(in: source)
    var problems = slip.map { [$0] } ?? []
    var total: Int64 = 0
    for (index, part) in parts.enumerated() {
      let (length, problem) = part.length
      if let problem { problems.append(problem) }
      if index > 0, part.isFraction, slip == nil, length != .max {
        problems.append(.fractionAfterFirstUnit(part.span, ValueText.duration(length)))
      }
      let (sum, overflow) = total.addingReportingOverflow(length)
      let isRefused = total == .max || length == .max
      if overflow, !isRefused { problems.append(.durationTooLong(span)) }
      total = overflow || isRefused ? .max : sum
    }
    return (total, problems)
  }

  /// The diagnostic for units that don't exist; its edit mends all parts together.
  private func wrongUnit(in source: SourceFile) -> Diagnostic? {
    let wrong = parts.filter { $0.wrong != nil }
    guard let slip = wrong.first(where: { $0.text == nil }) ?? wrong.first, let word = slip.wrong else {
      return nil
    }
    let texts = parts.enumerated().compactMap { $0.offset > 0 ? $0.element.textOfLater : $0.element.text }
    var problem: Diagnostic
    if parts.count > 1, texts.count == parts.count {
      let meant = texts.joined(separator: " ")
      problem = .wrongUnit(span, written: word, meant: meant, edit: .word(meant, at: span, in: source.bytes))
    } else {
      let number = source.text(in: slip.number)
      problem = .wrongUnit(slip.unitSpan, written: word, number: number, edit: slip.edit)
    }
    problem.isGuess = wrong.contains { $0.isGuess }
    return problem
  }
}

extension DurationSyntax.Part {
  var span: SourceSpan { number.joined(unitSpan) }
  var isFraction: Bool { count.map { $0 % 1_000_000 != 0 } ?? false }

  /// The part as it is written after others, where a number has no fraction.
  var textOfLater: String? {
    isFraction && length.milliseconds != .max ? ValueText.duration(length.milliseconds) : text
  }

  /// The milliseconds, `.max` without a unit of the language or after an error, and the diagnostic.
  var length: (milliseconds: Int64, problem: Diagnostic?) {
    guard let count, let unit else { return (.max, nil) }
    let exact = Int128(count) * Int128(unit.milliseconds)
    if exact % 1_000_000 != 0 { return (.max, .durationTooFine(span)) }
    let whole = exact / 1_000_000
    return whole < Int128(Int64.max) ? (Int64(whole), nil) : (.max, .durationTooLong(span))
  }
}

extension DurationSyntax {
  /// The milliseconds of `PT1H30M` or `P2D`; nil for any other word.
  static func iso(_ word: String) -> Int64? {
    var (total, number, isTime) = (Int64(0), Int64?.none, false)
    for byte in word.utf8.dropFirst() {
      let unit: Unit
      switch byte {
      case _ where byte.isDigit:
        guard number ?? 0 < 100_000 else { return nil }
        number = (number ?? 0) * 10 + Int64(byte - UInt8(ascii: "0"))
        continue
      case UInt8(ascii: "T") where !isTime && number == nil:
        isTime = true
        continue
      case UInt8(ascii: "D") where !isTime: unit = .day
      case UInt8(ascii: "H") where isTime: unit = .hour
      case UInt8(ascii: "M") where isTime: unit = .minute
      case UInt8(ascii: "S") where isTime: unit = .second
      default: return nil
      }
      guard let count = number else { return nil }
      total += count * unit.milliseconds
      number = nil
    }
    return word.utf8.first == UInt8(ascii: "P") && number == nil && total > 0 ? total : nil
  }
}
