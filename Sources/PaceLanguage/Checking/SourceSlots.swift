/// What a source can fill, apart from attributes and fields.
extension SourceMapping.Target {
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

  /// The names that mean the same whatever the program declares.
  func slotNames(subject: String) -> [String] {
    switch self {
    case .subject: ["id", "started_at", "ended_at"]
    case .event: ["id", subject, "at", "kind", "device"]
    case .notice: ["id", subject, "at", "rule"]
    case .settings: []
    case .kinds: ["kind", "label", "enabled", "order"]
    }
  }

  func slot(_ name: String, subject: String) -> SourceMapping.Slot? {
    guard slotNames(subject: subject).contains(name) else { return nil }
    switch name {
    case "id": return .id
    case "at": return .at
    case "started_at": return .startedAt
    case "ended_at": return .endedAt
    case "kind": return .kind
    case "device": return .device
    case "rule": return .rule
    case "label": return .label
    case "enabled": return .enabled
    case "order": return .order
    default: return .subject
    }
  }
}

extension SourceMapping.Slot {
  /// Whether it is filled with an instant.
  var isInstant: Bool {
    switch self {
    case .at, .startedAt, .endedAt: true
    case .id, .subject, .kind, .device, .rule, .attribute, .field, .setting, .fieldOfKind, .label, .enabled,
      .order:
      false
    }
  }
}

extension SourceMapping.Encoding {
  static let instants: [(String, SourceMapping.Encoding)] = [
    ("unix_ms", .unixMilliseconds), ("unix_seconds", .unixSeconds), ("unix_us", .unixMicroseconds),
    ("unix_ns", .unixNanoseconds), ("webkit_us", .webkitMicroseconds), ("apple_seconds", .appleSeconds),
    ("iso8601", .iso8601), ("julian_day", .julianDay),
  ]
  static let durations: [(String, SourceMapping.Encoding)] = [
    ("ms", .milliseconds), ("us", .microseconds), ("seconds", .seconds), ("minutes", .minutes),
    ("hours", .hours), ("hh_mm_ss", .hoursMinutes),
  ]

  /// Whether it encodes an instant.
  public var isOfInstant: Bool { Self.instants.contains { $0.1 == self } }
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
