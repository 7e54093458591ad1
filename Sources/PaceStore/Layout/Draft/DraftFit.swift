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
  /// - Parameters:
  ///   - times: how the table's instants are stored.
  ///   - isOfSubjects: whether a value that can't be read leaves its row to count, with the default or unknown.
  init?(
    _ field: Field, _ column: TableProfile.Column, in program: Program, times: String?,
    isOfSubjects: Bool = false
  ) {
    self.init()
    if column.hasBlobs, field.type != .schedule { return nil }
    switch field.type {
    case .duration:
      guard let fit = Self.duration(field, column, times, program.defaults(of: field)) else { return nil }
      self = fit
    case .bool, .preset, .enumeration, .weekday, .level:
      guard let fit = Self.name(field, column, in: program, isOfSubjects) else { return nil }
      self = fit
    case .number:
      guard column.isEmpty || column.isOfNumbers, Self.isInRange(field, column.numbers, 1_000_000),
        column.areSmall
      else { return nil }
    case .time, .date, .schedule:
      guard column.numbers.isEmpty || field.type == .schedule,
        column.areMostly({ Self.fits($0, field.type, in: program) })
      else { return nil }
    case .text where program.isZone(field):
      guard let fit = Self.zone(column) else { return nil }
      self = fit
    case .text: guard !column.hasReals else { return nil }
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

  private static func duration(
    _ field: Field, _ column: TableProfile.Column, _ times: String?, _ defaults: [Double]
  ) -> Self? {
    if column.isOfClockDurations {
      let lengths = column.texts.compactMap { TimeParser.duration($0.utf8Span.span).map(Double.init) }
      return isInRange(field, lengths, 1) ? Self("hh_mm_ss") : nil
    }
    if column.isEmpty || !column.isOfNumbers { return column.isEmpty ? Self() : nil }
    let fitting = units.filter { isInRange(field, column.numbers, $0.milliseconds) }
    if let named = namedUnit(of: column) {
      return fitting.contains { $0.encoding == named.encoding } ? Self(named.encoding) : nil
    }
    let nearest = fitting.map { ($0, distance(from: defaults, column.numbers, $0.milliseconds)) }
      .min { $0.1 < $1.1 }.flatMap { $0.1 <= farthest ? $0.0 : nil }
    // A table with instants in microseconds likely stores durations in them too.
    let alike = fitting.first { times?.hasSuffix("_" + $0.encoding) == true }
    return (nearest ?? alike ?? fitting.first).map { Self($0.encoding, check: "in this unit?") }
  }

  /// A middle value more than this many times as great or small as every default is likely in another unit.
  private static let farthest = 10.0

  /// How many times as great or small as the nearest default the middle number is; infinite without one.
  private static func distance(from defaults: [Double], _ numbers: Set<Double>, _ unit: Double) -> Double {
    let sorted = numbers.filter { $0 > 0 }.sorted()
    guard !sorted.isEmpty else { return .infinity }
    let middle = sorted[sorted.count / 2] * unit
    return defaults.filter { $0 > 0 }.map { max($0 / middle, middle / $0) }.min() ?? .infinity
  }

  /// Which of a column's numbers suggests that they are in another unit than a field; nil for none.
  static func strange(_ field: Field, _ column: TableProfile.Column, in program: Program) -> String? {
    guard field.type == .number, let most = column.numbers.max(), most > 0 else { return nil }
    let distance = distance(from: program.defaults(of: field), column.numbers, 1_000_000)
    let end = Double(field.range?.upperBound ?? 0)
    let isFar = distance.isFinite ? distance > farthest : most * 1_000_000 * farthest * farthest < end
    return isFar ? RowDecoder.quoted(TableProfile.Column.text(of: most)) : nil
  }

  /// The unit that a column's name ends in.
  private static func namedUnit(
    of column: TableProfile.Column
  ) -> (encoding: String, endings: [String], milliseconds: Double)? {
    units.first { unit in unit.endings.contains { column.ends(with: $0) } }
  }

  /// What the number 1 in the column may be in bits of the field: one value for each unit that is possible.
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

  private static let hasZones = ZoneDirectory().isThere

  /// Nil if most of the first texts name no time zone.
  private static func zone(_ column: TableProfile.Column) -> Self? {
    guard column.numbers.isEmpty else { return nil }
    let names = Array(column.texts.sorted().prefix(32))
    let wrong = zoneless(names)
    if wrong.isEmpty || !hasZones { return Self() }
    if wrong.count * 2 > names.count { return nil }
    return Self(check: "\(DraftMap.some(of: wrong)) \(wrong.count == 1 ? "is no zone" : "are no zones")")
  }

  /// The texts that name no time zone.
  static func zoneless(_ texts: [String]) -> [String] {
    var zones = ZoneDirectory()
    return texts.filter { zones.zone(named: $0) == nil }
  }

  private static func truth(_ text: String) -> Bool? { TruthWords.value(of: TableProfile.letters(text)) }

  static func isTruth(_ text: String) -> Bool { truth(text) != nil }

  private static func name(
    _ field: Field, _ column: TableProfile.Column, in program: Program, _ isOfSubjects: Bool
  ) -> Self? {
    if column.isEmpty { return Self() }
    if field.type == .bool {
      if column.texts.isEmpty { return column.numbers.isSubset(of: [0, 1]) ? Self() : nil }
      let pairs = column.texts.sorted().compactMap { text in
        truth(text).map { (ValueText.quoted(text), $0 ? "yes" : "no") }
      }
      return pairs.count == column.texts.count ? Self(DraftMap(pairs: pairs).text) : nil
    }
    guard let map = DraftMap(column, to: program.names(of: field.type) ?? []) else { return nil }
    let check = isOfSubjects ? map.check(ofAttribute: field.initial != nil) : map.check
    return Self(map.isNeeded ? map.text : nil, check: check)
  }
}

extension Program {
  /// Whether a field is the attribute that names each subject's zone.
  func isZone(_ field: Field) -> Bool {
    subject.zoneAttribute.map { subject.attributes[$0.index].span == field.span } ?? false
  }

  /// The defaults of a field or an attribute, its own and those of kinds, in bits.
  fileprivate func defaults(of field: Field) -> [Double] {
    var defaults = [field.initial]
    for event in events {
      guard let index = event.fields.firstIndex(where: { $0.span == field.span }) else { continue }
      defaults += event.kinds.map { $0.values[index] }
    }
    return defaults.compactMap { if case .value(let value)? = $0 { Double(value.bits) } else { nil } }
  }
}

extension TableProfile.Column {
  /// Whether most texts are durations as on a clock.
  var isOfClockDurations: Bool {
    !texts.isEmpty && numbers.isEmpty && areMostly { TimeParser.duration($0.utf8Span.span) != nil }
  }

  /// Whether the texts are amounts: numbers with a decimal comma or a unit, such as `0,5` and `250 ml`.
  var isOfAmounts: Bool {
    !texts.isEmpty && numbers.isEmpty
      && areMostly { text in
        let parts = text.split { !$0.isWholeNumber }
        let unit = text.reversed().prefix { $0.isLetter }
        let rest = text.dropLast(unit.count)
        return (1...2).contains(parts.count) && unit.count <= 5 && (parts.count == 2 || !unit.isEmpty)
          && rest.first?.isWholeNumber == true
          && rest.allSatisfy { $0.isWholeNumber || $0 == "," || $0 == "." || $0 == " " }
      }
  }

  /// Whether every number is in the range of the language's numbers.
  var areSmall: Bool { numbers.allSatisfy { $0.magnitude < Double(Int64.max / 1_000_000) } }

  /// Whether every value is a truth.
  var isOfTruths: Bool {
    isEmpty ? false : numbers.isSubset(of: [0, 1]) && texts.allSatisfy(DraftFit.isTruth)
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
  var codes: [String] {
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
