/// A program as a value, independent of pace's parser and checker.
public struct OracleProgram: Hashable, Sendable {
  public var calendar: OracleCalendarRules?
  public var subject = OracleSubject()
  public var events: [OracleEvent] = []
  public var streams: [OracleStream] = []
  public var scales: [OracleScale] = []
  public var params: [OracleParam] = []
  public var defines: [OracleDefine] = []
  public var rules: [OracleRule] = []
  public var policies: [OraclePolicy] = []
  public var presets: [OraclePreset] = []
  /// Picks one of the spellings with the same meaning; 0 is the plainest.
  public var layout: UInt64 = 0

  public init() {}
}

public struct OracleCalendarRules: Hashable, Sendable {
  public var zone: String?
  public var dayStart: Int64 = 0
  public var weekStart = 0
  public init(zone: String? = nil, dayStart: Int64 = 0, weekStart: Int = 0) {
    self.zone = zone
    self.dayStart = dayStart
    self.weekStart = weekStart
  }
}

/// An attribute of the subject or a field of an event.
public struct OracleField: Hashable, Sendable {
  public var name: String
  public var type: OracleType
  public var initial: OracleValue?
  public var low: OracleValue?
  public var high: OracleValue?
  public init(
    _ name: String, _ type: OracleType, initial: OracleValue? = nil, low: OracleValue? = nil,
    high: OracleValue? = nil
  ) {
    self.name = name
    self.type = type
    self.initial = initial
    self.low = low
    self.high = high
  }
}

public struct OracleSubject: Hashable, Sendable {
  public var name: String
  public var isPerDay = false
  public var attributes: [OracleField] = []
  public var endsAfter: OracleOperand?
  public var endsWithout = ""
  public init(name: String = "visit", attributes: [OracleField] = []) {
    self.name = name
    self.attributes = attributes
  }
}

public struct OracleKind: Hashable, Sendable {
  public var name: String
  public var values: [OracleAssignment] = []
  public var debounce: Int64?
  public init(_ name: String, _ values: [OracleAssignment] = [], debounce: Int64? = nil) {
    self.name = name
    self.values = values
    self.debounce = debounce
  }
}

public struct OracleAssignment: Hashable, Sendable {
  public var name: String
  public var value: OracleValue
  public init(_ name: String, _ value: OracleValue) {
    self.name = name
    self.value = value
  }
}

public struct OracleEvent: Hashable, Sendable {
  public var name: String
  public var fields: [OracleField] = []
  public var kinds: [OracleKind] = []
  public var debounce: Int64?
  public init(_ name: String, fields: [OracleField] = [], kinds: [OracleKind] = []) {
    self.name = name
    self.fields = fields
    self.kinds = kinds
  }
}

public struct OracleStream: Hashable, Sendable {
  public var name: String
  public var members: [String]
  public var condition: OracleExpression?
  public init(_ name: String, _ members: [String], where condition: OracleExpression? = nil) {
    self.name = name
    self.members = members
    self.condition = condition
  }
}

public struct OracleScale: Hashable, Sendable {
  public var name: String
  public var levels: [String]
  public init(_ name: String, _ levels: [String]) {
    self.name = name
    self.levels = levels
  }
}

public struct OracleParam: Hashable, Sendable {
  public var name: String
  public var type: OracleType
  public var initial: OracleValue?
  public var low: OracleValue?
  public var high: OracleValue?
  public var step: OracleValue?
  public init(
    _ name: String, _ type: OracleType, initial: OracleValue? = nil, low: OracleValue? = nil,
    high: OracleValue? = nil, step: OracleValue? = nil
  ) {
    self.name = name
    self.type = type
    self.initial = initial
    self.low = low
    self.high = high
    self.step = step
  }
}

public struct OracleDefine: Hashable, Sendable {
  public var name: String
  public var value: OracleExpression
  public var label: String?
  public init(_ name: String, _ value: OracleExpression, label: String? = nil) {
    self.name = name
    self.value = value
    self.label = label
  }
}

public enum OracleTrigger: Hashable, Sendable {
  case none
  case on(String)
  case at(OracleOperand)
  case every(OracleOperand, from: OracleOperand, to: OracleOperand)
}

public enum OracleGate: Hashable, Sendable {
  case unless(OracleExpression)
  case cooldown(OracleOperand)
  case quiet(OracleOperand, OracleOperand)
  case limit(OracleOperand, OracleWindow)

  public var name: String {
    switch self {
    case .unless: "unless"
    case .cooldown: "cooldown"
    case .quiet: "quiet"
    case .limit: "limit"
    }
  }
}

public enum OracleRepeat: Hashable, Sendable {
  case never
  case after(OracleOperand)
  case daily
}

public struct OracleRaise: Hashable, Sendable {
  public var scale: String
  public var level: String
  public var whenFired = false
  public init(_ scale: String, to level: String, whenFired: Bool = false) {
    self.scale = scale
    self.level = level
    self.whenFired = whenFired
  }
}

public enum OracleMessagePart: Hashable, Sendable {
  case text(String)
  case value(OracleExpression)
}

public struct OracleRule: Hashable, Sendable {
  public var name: String
  public var trigger = OracleTrigger.none
  public var condition: OracleExpression?
  public var hold: OracleOperand?
  public var until: OracleExpression?
  public var raise: OracleRaise?
  /// The kind of notice; nil for a rule that never fires.
  public var kind: String?
  public var message: [OracleMessagePart] = []
  public var severity: Int?
  public var repetition = OracleRepeat.never
  public var gates: [OracleGate] = []
  public init(_ name: String) { self.name = name }
}

public struct OraclePolicy: Hashable, Sendable {
  public var kind: String
  public var gates: [OracleGate]
  public init(_ kind: String, _ gates: [OracleGate]) {
    self.kind = kind
    self.gates = gates
  }
}

public struct OraclePreset: Hashable, Sendable {
  public var name: String
  public var base: String?
  public var values: [OracleAssignment]
  public init(_ name: String, base: String? = nil, _ values: [OracleAssignment] = []) {
    self.name = name
    self.base = base
    self.values = values
  }
}
