/// What a source can fill, apart from attributes and fields.
extension SourceMapping.Target {
  /// The targets that have a word of the language; the others go by declared names.
  static let words: [(text: String, target: SourceMapping.Target)] = [
    ("notice", .notice), ("settings", .settings), ("kinds", .kinds),
  ]

  /// What other programs call the slots that every row needs.
  static let foreign = [
    "time": "at", "timestamp": "at", "ts": "at", "date": "at", "datetime": "at", "when": "at", "uuid": "id",
    "guid": "id", "uid": "id", "key": "id", "identifier": "id", "number": "id", "rowid": "id",
  ]

  /// The columns that every row and the members that every object needs.
  func required(ofJSON isJSON: Bool) -> [String] {
    switch self {
    case .subject: ["id"]
    case .event: isJSON ? ["at"] : ["id", "at"]
    case .notice: ["at", "rule"]
    case .settings: []
    case .kinds: ["kind"]
    }
  }

  /// The slots that every program has, by name; `subject` is the subject's name.
  func slots(subject: String) -> [(name: String, slot: SourceMapping.Slot)] {
    switch self {
    case .subject: [("id", .id), ("started_at", .startedAt), ("ended_at", .endedAt)]
    case .event: [("id", .id), (subject, .subject), ("at", .at), ("kind", .kind), ("device", .device)]
    case .notice: [("id", .id), (subject, .subject), ("at", .at), ("rule", .rule)]
    case .settings: []
    case .kinds: [("kind", .kind), ("label", .label), ("enabled", .enabled), ("order", .order)]
    }
  }

  /// What a name fills; where the subject is called like another column, the name means that column.
  func slot(_ name: String, subject: String) -> SourceMapping.Slot? {
    let found = slots(subject: subject).filter { $0.name == name }
    return (found.first { $0.slot != .subject } ?? found.first)?.slot
  }
}

extension SourceMapping.Encoding {
  /// An encoding, and what sources call it.
  typealias Named = (name: String, encoding: SourceMapping.Encoding)

  static let instants: [Named] = [
    ("unix_ms", .unixMilliseconds), ("unix_seconds", .unixSeconds), ("unix_us", .unixMicroseconds),
    ("unix_ns", .unixNanoseconds), ("webkit_us", .webkitMicroseconds), ("apple_seconds", .appleSeconds),
    ("iso8601", .iso8601), ("julian_day", .julianDay),
  ]
  static let durations: [Named] = [
    ("ms", .milliseconds), ("us", .microseconds), ("seconds", .seconds), ("minutes", .minutes),
    ("hours", .hours), ("hh_mm_ss", .hoursMinutes),
  ]

  /// The encodings that fit a slot.
  ///
  /// - Parameters:
  ///   - slot: nil for an attribute or a field of which only the type is known.
  ///   - isDuration: whether it is an attribute or a field that holds durations.
  static func fitting(_ slot: SourceMapping.Slot?, isDuration: Bool) -> [Named] {
    switch slot {
    case .at, .startedAt, .endedAt, .setting: instants
    case nil, .id, .subject, .kind, .device, .rule, .attribute, .field, .fieldOfKind, .label, .enabled,
      .order:
      isDuration ? durations : []
    }
  }

  /// Whether it encodes an instant.
  public var isOfInstant: Bool { Self.instants.contains { $0.encoding == self } }
}

extension SourceMapping.Encoding {
  /// The encodings of times by the names that other tools use.
  static var foreign: [String: String] {
    [
      "unix": "unix_seconds", "epoch": "unix_seconds", "seconds": "unix_seconds", "unix_s": "unix_seconds",
      "unix_sec": "unix_seconds", "ms": "unix_ms", "unix_millis": "unix_ms", "millis": "unix_ms",
      "unix_milliseconds": "unix_ms", "milliseconds": "unix_ms", "epoch_ms": "unix_ms", "micros": "unix_us",
      "unix_micros": "unix_us", "unix_microseconds": "unix_us", "microseconds": "unix_us", "nanos": "unix_ns",
      "unix_nanos": "unix_ns", "unix_nanoseconds": "unix_ns", "iso": "iso8601", "text": "iso8601",
    ]
  }
}

extension SourceSyntax.Block {
  var isJSON: Bool { if case .json = origin { true } else { false } }
}
