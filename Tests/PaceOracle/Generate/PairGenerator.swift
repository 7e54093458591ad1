/// Makes valid programs, and logs whose rows fall on the programs' boundaries.
struct PairGenerator {
  var random: SplitMix64
  let options: GeneratorOptions
  var program = OracleProgram()
  var log = OracleLog()
  /// The durations of the program; they are few, so that boundaries coincide.
  var lengths: [Int64] = []
  var clocks: [Int64] = []
  /// The texts of the program; they are few, so that texts are equal. A log has some more.
  var words: [String] = []
  /// Whether most conditions of the program read texts.
  var hasWords = false
  var hasDays = false
  var zone = OracleZone.utc
  /// The fields that all events of a stream have, by the stream's name.
  var fields: [String: [OracleField]] = [:]

  init(seed: UInt64, _ options: GeneratorOptions) {
    random = SplitMix64(seed)
    self.options = options
    program.subject.isPerDay = options.usesDays && seed % 6 == 5
  }

  mutating func chance(_ share: Int, _ total: Int) -> Bool { random.chance(share, in: total) }

  mutating func makeProgram() {
    if chance(1, 2) { program.layout = random.next() | 1 }
    makePools()
    makeCalendar()
    makeEvents()
    makeParams()
    makeSubject()
    makeStreams()
    if chance(1, 4) {
      program.subject.endsAfter = operand(ofDuration: [7_200_000, 3_600_000] + lengths)
      program.subject.endsWithout = random.pick(loggedStreams) ?? "a"
    }
    for index in 0..<random.below(3) {
      program.scales.append(
        OracleScale("g\(index)", ["g\(index)_low", "g\(index)_mid", "g\(index)_high"]))
    }
    makeDefines()
    makeRules()
    for _ in 0..<3 { words.append(random.pick(Self.words) ?? "") }
  }

  var loggedStreams: [String] {
    program.events.map(\.name) + program.events.flatMap { $0.kinds.map(\.name) }
      + program.streams.map(\.name)
  }

  private mutating func makePools() {
    let all: [Int64] = [
      1, 1000, 30_000, 60_000, 300_000, 420_000, 600_000, 900_000, 1_200_000, 1_800_000, 3_600_000,
      5_400_000,
    ]
    for _ in 0..<(2 + random.below(3)) { lengths.append(random.pick(all) ?? 60_000) }
    for _ in 0..<3 {
      let quarter = Int64(random.below(96)) * 900_000
      clocks.append(chance(1, 4) ? quarter + 60_001 : quarter)
    }
    clocks = clocks.map { $0 % OracleZone.day }
    hasWords = options.readsTexts || chance(1, 4)
    for _ in 0..<(2 + random.below(3)) { words.append(random.pick(Self.words) ?? "") }
  }

  private mutating func makeCalendar() {
    guard options.usesCalendar || options.usesClock else { return }
    hasDays = chance(1, 2)
    if chance(1, 2), let picked = random.pick(OracleZone.samples) { zone = picked }
    let starts: [Int64] = [0, 0, 14_400_000, 64_800_000, 9_000_000, 5_400_000]
    program.calendar = OracleCalendarRules(
      zone: zone.name, dayStart: options.usesCalendar ? random.pick(starts) ?? 0 : 0,
      weekStart: random.below(7))
  }

  private mutating func makeEvents() {
    for name in ["a", "b", "c"].prefix(1 + random.below(3)) {
      var event = OracleEvent(name)
      if chance(3, 4) {
        var field = OracleField("num", .number)
        if chance(2, 3) { field.initial = smallNumber() }
        if !options.usesExtremes, chance(1, 3) { (field.low, field.high) = (.whole(-100), .whole(1000)) }
        event.fields.append(field)
      }
      if chance(1, 2) {
        event.fields.append(OracleField("flag", .bool, initial: chance(2, 3) ? .bool(chance(1, 2)) : nil))
      }
      if chance(1, 4) {
        event.fields.append(OracleField("tone", .choice(Self.tones), initial: chance(1, 2) ? tone() : nil))
      }
      if hasWords || chance(1, 4) {
        event.fields.append(OracleField("word", .text, initial: chance(1, 2) ? text() : nil))
      }
      if options.usesWideAggregates, chance(1, 4) {
        let initial = chance(1, 2) ? OracleValue.duration(random.pick(lengths) ?? 1) : nil
        event.fields.append(OracleField("len", .duration, initial: initial))
      }
      if options.usesCalendar, chance(1, 5) {
        let initial = chance(1, 4) ? OracleValue.text(schedule()) : nil
        event.fields.append(OracleField("next", .schedule, initial: initial))
      }
      for suffix in ["x", "y"].prefix(random.below(3)) {
        var kind = OracleKind("\(name)_\(suffix)")
        for field in event.fields where chance(1, 2) {
          kind.values.append(OracleAssignment(field.name, value(of: field)))
        }
        if options.usesDebounce, chance(1, 6) { kind.debounce = random.pick(lengths) }
        event.kinds.append(kind)
      }
      if options.usesDebounce, chance(1, 6) { event.debounce = random.pick(lengths) }
      program.events.append(event)
      fields[name] = event.fields
      for kind in event.kinds { fields[kind.name] = event.fields }
    }
  }

  private mutating func makeParams() {
    // No expression reads these, and so a plan for some of the rules leaves their texts out.
    for index in 0..<2 where hasWords {
      program.params.append(OracleParam("unread\(index)", .text, initial: text()))
    }
    for index in 0..<random.below(4) {
      var param = OracleParam("p\(index)", .number, initial: smallNumber())
      switch hasWords && chance(1, 2) ? 4 : random.below(options.usesClock ? 6 : 5) {
      case 0, 1:
        if !options.usesExtremes, chance(1, 2) { (param.low, param.high) = (.whole(-10), .whole(100)) }
        if param.low != nil, chance(1, 2) { param.step = .number(500_000) }
      case 2: param = OracleParam("p\(index)", .duration, initial: .duration(random.pick(lengths) ?? 1))
      case 3: param = OracleParam("p\(index)", .bool, initial: .bool(chance(1, 2)))
      case 4: param = OracleParam("p\(index)", .text, initial: text())
      default: param = OracleParam("p\(index)", .time, initial: .time(random.pick(clocks) ?? 0))
      }
      program.params.append(param)
    }
    let names = ["one", "two", "three"].prefix(random.below(4))
    for (index, name) in names.enumerated() {
      var preset = OraclePreset(name)
      if index > 0, chance(1, 2) { preset.base = names[random.below(index)] }
      for param in program.params where chance(2, 3) {
        preset.values.append(OracleAssignment(param.name, value(of: param)))
      }
      program.presets.append(preset)
    }
  }

  private mutating func makeSubject() {
    if !program.presets.isEmpty, chance(1, 2) {
      var attribute = OracleField("mode", .preset)
      attribute.initial = chance(2, 3) ? preset() : nil
      program.subject.attributes.append(attribute)
    }
    for index in 0..<random.below(3) {
      var attribute = OracleField("t\(index)", .number, initial: smallNumber())
      switch hasWords && chance(1, 2) ? 4 : random.below(options.usesClock ? 6 : 5) {
      case 0: break
      case 1: attribute = OracleField("t\(index)", .duration, initial: .duration(random.pick(lengths) ?? 1))
      case 2: attribute = OracleField("t\(index)", .bool, initial: .bool(chance(1, 2)))
      case 3: attribute = OracleField("t\(index)", .choice(Self.tones), initial: tone())
      case 4: attribute = OracleField("t\(index)", .text, initial: text())
      default: attribute = OracleField("t\(index)", .time, initial: .time(random.pick(clocks) ?? 0))
      }
      if chance(1, 5) { attribute.initial = nil }
      program.subject.attributes.append(attribute)
    }
    if options.usesCalendar, chance(1, 5) {
      let initial = OracleValue.text(schedule())
      program.subject.attributes.append(OracleField("plan", .schedule, initial: initial))
    }
  }

  private mutating func makeStreams() {
    for index in 0..<random.below(3) {
      let name = "s\(index)"
      let known = loggedStreams
      let first = random.pick(known) ?? "a"
      if chance(1, 3) {
        let second = random.pick(known) ?? "a"
        guard first != second else { continue }
        program.streams.append(OracleStream(name, [first, second]))
        let shared = fields[second] ?? []
        fields[name] = fields[first]?.filter { field in
          shared.contains { $0.name == field.name && $0.type == field.type }
        }
      } else {
        var scope = Scope()
        scope.streams = known
        scope.fields = fields[first] ?? []
        scope.isStream = true
        program.streams.append(OracleStream(name, [first], where: bool(1, scope)))
        fields[name] = fields[first]
      }
    }
  }

  private mutating func makeDefines() {
    for index in 0..<random.below(3) {
      var scope = Scope()
      scope.streams = loggedStreams
      let word = chance(1, 5) ? textRead(scope) : nil
      let value = word ?? (chance(1, 2) ? number(1, scope) : bool(1, scope))
      program.defines.append(OracleDefine("d\(index)", value, label: chance(1, 4) ? "Figure" : nil))
    }
  }
}

extension PairGenerator {
  static let tones = ["soft", "loud", "shrill"]
  /// Texts that differ in little, or that mean something elsewhere.
  private static let words = ["red", "blue", "Red", "two words", "unknown", "daily", "soft", ""]

  mutating func text() -> OracleValue { .text(random.pick(words) ?? "") }

  mutating func tone() -> OracleValue {
    let index = random.below(Self.tones.count)
    return .choice(Self.tones[index], index)
  }

  mutating func preset() -> OracleValue {
    let index = random.below(program.presets.count)
    return .choice(program.presets[index].name, index)
  }

  /// A number, mostly a small one.
  mutating func smallNumber() -> OracleValue {
    if options.usesExtremes, chance(1, 4) {
      let most = Int64.max
      let far = [most, most - 1, most - most % 1_000_000, most / 2, most / 1_000, most / 3_600_000, 1]
      let bits = random.pick(far) ?? most
      return .number(chance(1, 2) ? bits : -bits)
    }
    let all: [Int64] = [
      0, 1_000_000, 2_000_000, 3_000_000, 500_000, 1_500_000, 2_500_000, 333_333, 4_000_000,
    ]
    return .number(random.pick(all) ?? 0)
  }

  mutating func schedule() -> String {
    let all = [
      "daily", "weekly mon wed fri", "weekly sat sun", "monthly 1 15 31", "monthly 9 20 29 30", "2026-03-29",
    ]
    return random.pick(all) ?? "daily"
  }

  mutating func value(of field: OracleField) -> OracleValue {
    switch field.type {
    case .number: smallNumber()
    case .duration: .duration(random.pick(lengths) ?? 1)
    case .bool: .bool(chance(1, 2))
    case .time: .time(random.pick(clocks) ?? 0)
    case .choice: tone()
    case .preset: preset()
    case .schedule: .text(schedule())
    case .text, .date: text()
    }
  }

  mutating func value(of param: OracleParam) -> OracleValue { value(of: OracleField(param.name, param.type)) }

  /// Names of parameters and attributes of a type that expressions may read.
  func constants(_ type: OracleType) -> [String] {
    program.params.filter { $0.type == type && !$0.name.hasPrefix("unread") }.map(\.name)
      + program.subject.attributes.filter { $0.type == type }.map(\.name)
  }

  mutating func operand(ofDuration pool: [Int64]) -> OracleOperand {
    if chance(1, 3), let name = random.pick(constants(.duration)) { return .name(name) }
    return .literal(.duration(random.pick(pool) ?? 60_000))
  }

  mutating func clock() -> OracleOperand {
    if chance(1, 4), let name = random.pick(constants(.time)) { return .name(name) }
    return .literal(.time(random.pick(clocks) ?? 0))
  }
}
