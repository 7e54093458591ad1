internal import PaceEngine
internal import PaceLanguage

/// How a column fills a slot: the encoding that its values need, and what the reader has to check.
struct DraftFit {
  var encoding: String?
  var check: String?

  init(_ encoding: String? = nil, check: String? = nil) {
    self.encoding = encoding
    self.check = check
  }

  /// - Parameter checks: in order; nil for what need not be checked.
  init(_ encoding: String? = nil, checks: [String?]) {
    let checks = checks.compactMap { $0 }
    self.init(encoding, check: checks.isEmpty ? nil : checks.joined(separator: "; "))
  }

  /// Nil if most values of the column are not values of the field.
  ///
  /// - Parameter times: how the table's instants are stored.
  init?(_ field: Field, _ column: TableProfile.Column, in program: Program, times: String?) {
    self.init()
    if column.hasBlobs, field.type != .schedule { return nil }
    switch field.type {
    case .duration:
      guard let fit = Self.duration(field, column, times) else { return nil }
      self = fit
    case .bool, .preset, .enumeration, .weekday, .level:
      guard let fit = Self.name(field.type, column, in: program) else { return nil }
      self = fit
    case .number:
      guard column.isEmpty || column.isOfNumbers, Self.isInRange(field, column.numbers, 1_000_000) else {
        return nil
      }
    case .time, .date, .schedule:
      guard column.numbers.isEmpty || field.type == .schedule,
        column.areMostly({ Self.fits($0, field.type, in: program) })
      else { return nil }
    case .text: guard column.numbers.allSatisfy({ Int64(exactly: $0) != nil }) else { return nil }
    }
  }

  // MARK: Durations

  /// The endings of column names in each unit.
  private static let units: [(encoding: String, endings: [String], milliseconds: Double)] = [
    ("ms", ["ms", "millis", "milliseconds"], 1),
    ("us", ["us", "micros", "microseconds"], 0.001),
    ("seconds", ["seconds", "secs", "sec"], 1_000),
    ("minutes", ["minutes", "mins", "min"], 60_000),
    ("hours", ["hours", "hrs"], 3_600_000),
  ]

  private static func duration(_ field: Field, _ column: TableProfile.Column, _ times: String?) -> Self? {
    if column.isOfClockDurations {
      let lengths = column.texts.compactMap { TimeParser.duration($0.utf8Span.span).map(Double.init) }
      return isInRange(field, lengths, 1) ? Self("hh_mm_ss") : nil
    }
    if column.isEmpty || !column.isOfNumbers { return column.isEmpty ? Self() : nil }
    let fitting = units.filter { isInRange(field, column.numbers, $0.milliseconds) }
    if let named = namedUnit(of: column) {
      return fitting.contains { $0.encoding == named.encoding } ? Self(named.encoding) : nil
    }
    // A table with instants in microseconds likely stores durations in them too.
    let alike = fitting.first { times?.hasSuffix("_" + $0.encoding) == true }
    return (alike ?? fitting.first).map { Self($0.encoding, check: "in this unit?") }
  }

  /// The unit that a column's name ends in.
  private static func namedUnit(
    of column: TableProfile.Column
  ) -> (encoding: String, endings: [String], milliseconds: Double)? {
    units.first { unit in unit.endings.contains { column.bare.hasSuffix($0) } }
  }

  /// How many bits of a field one number of the column may be.
  static func unitsOfNumbers(_ field: Field, _ column: TableProfile.Column) -> [Double] {
    if field.type == .number { return [1_000_000] }
    return namedUnit(of: column).map { [$0.milliseconds] } ?? units.map(\.milliseconds)
  }

  /// Whether at least four fifths of the numbers are in the field's range; a number times `unit` is its bits.
  static func isInRange(_ field: Field, _ numbers: some Collection<Double>, _ unit: Double) -> Bool {
    guard let range = field.range else { return true }
    let bits = Double(range.lowerBound)...Double(range.upperBound)
    return numbers.count { bits.contains($0 * unit) } * 5 >= numbers.count * 4
  }

  // MARK: Names

  private static func truth(_ text: String) -> Bool? { TruthWords.value(of: TableProfile.letters(text)) }

  static func isTruth(_ text: String) -> Bool { truth(text) != nil }

  private static func name(_ type: ValueType, _ column: TableProfile.Column, in program: Program) -> Self? {
    if column.isEmpty { return Self() }
    if type == .bool {
      if column.texts.isEmpty { return column.numbers.isSubset(of: [0, 1]) ? Self() : nil }
      let pairs = column.texts.sorted().compactMap { text in
        truth(text).map { (ValueText.quoted(text), $0 ? "yes" : "no") }
      }
      return pairs.count == column.texts.count ? Self(DraftMap(pairs: pairs).text) : nil
    }
    guard let map = DraftMap(column, to: program.names(of: type) ?? []) else { return nil }
    return Self(map.isNeeded ? map.text : nil, check: map.check)
  }
}

/// A map of a column's values to names.
struct DraftMap {
  private(set) var pairs: [(from: String, to: String)] = []
  private var otherwise: String?
  private(set) var check: String?

  /// A column with more values holds no codes.
  static let mostCodes = 32
  /// A column with more texts holds no names of categories.
  static let mostTexts = 12

  init(pairs: [(String, String)]) { self.pairs = pairs }

  /// Maps texts to the names that they equal, and numbers to names by their order; nil if the values are no codes.
  ///
  /// Texts that equal no name are mapped to the one that they resemble. Keys of another table mean what stands there,
  /// and have no order.
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
      check = Self.guess
      return
    }
    let isOfTexts = column.numbers.isEmpty && column.texts.count <= Self.mostTexts
    guard isOfTexts || column.isMostly(names) else { return nil }
    var isGuess = false
    var others: [String] = []
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
    check = DraftFit(checks: [Self.skipped(others), isGuess ? Self.guess : nil]).check
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
    let checks = [
      "by \(RowDecoder.quoted(best.column)) of \(RowDecoder.quoted(tie.table))",
      Self.skipped(column.written.subtracting(known).sorted()), best.isGuess ? Self.guess : nil,
    ]
    check = DraftFit(checks: checks).check
  }

  private static func areSame(_ name: String, _ text: String) -> Bool {
    TableProfile.letters(name) == TableProfile.letters(text)
  }

  private static let guess = "which value is which?"

  /// The name that a text holds, is the beginning of or may misspell.
  private static func likeliest(_ text: String, of names: [String]) -> String? {
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

extension TableProfile.Column {
  /// Whether most texts are durations as on a clock.
  var isOfClockDurations: Bool {
    !texts.isEmpty && numbers.isEmpty && areMostly { TimeParser.duration($0.utf8Span.span) != nil }
  }

  /// Whether most texts are times of day.
  var isOfTimesOfDay: Bool {
    !texts.isEmpty && numbers.isEmpty && areMostly { TimeParser.timeOfDay($0.utf8Span.span) != nil }
  }

  /// Whether values or name say that it holds durations.
  var looksLikeDurations: Bool {
    isOfClockDurations
      || isOfNumbers && ["duration", "length", "elapsed"].contains { bare.contains($0) }
  }

  /// Whether there are numbers, and hardly anything else.
  var isOfNumbers: Bool { !numbers.isEmpty && !hasBlobs && texts.count * 5 <= numbers.count }

  /// The numbers if all are whole, as a source's map writes them.
  fileprivate var codes: [String] {
    let whole = numbers.sorted().compactMap { Int32(exactly: $0).map(String.init) }
    return whole.count == numbers.count ? whole : []
  }

  /// Whether it holds a few small whole numbers, as codes do.
  var isOfCodes: Bool {
    texts.isEmpty && (2...12).contains(codes.count) && numbers.allSatisfy { $0.magnitude < 1_000 } && !isKey
  }

  fileprivate func areMostly(_ isGood: (String) -> Bool) -> Bool {
    texts.count(where: isGood) * 5 >= texts.count * 4
  }
}
