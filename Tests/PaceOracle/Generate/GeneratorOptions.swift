/// The parts of the language that random programs and logs may use.
public struct GeneratorOptions: Sendable {
  public var mostRules = 6
  public var mostRows = 15
  /// `today` and the other calendar windows, `weekday`, `date`, `due`, `streak`, and day starts.
  public var usesCalendar = false
  /// `at`, `every`, `quiet`, `clock in`, `elapsed`.
  public var usesClock = false
  /// `for`, `until`, `repeat`.
  public var usesMemory = false
  /// `min`, `max`, `avg`, `median`, `latest`, and fields that are durations.
  public var usesWideAggregates = false
  /// `last N events` and `gap`.
  public var usesNewest = false
  public var usesElse = false
  /// `least`, `greatest`, `round`, `floor` and `in (…)`.
  public var usesChoice = false
  public var usesDebounce = false
  /// Texts in most conditions of every program, not only of some.
  public var readsTexts = false
  /// Arithmetic on `since` and `elapsed`.
  public var usesMotion = false
  public var usesGiven = false
  /// Subjects `per day`; such a log holds one day.
  public var usesDays = false
  /// Durations in messages.
  public var usesSpokenDurations = false
  /// Numbers near the greatest and the least possible; no declaration then has a range.
  public var usesExtremes = false

  public init() {}

  public static let stage1 = GeneratorOptions()

  public static var stage2: GeneratorOptions {
    var options = GeneratorOptions()
    options.usesCalendar = true
    options.usesClock = true
    options.usesMemory = true
    options.usesWideAggregates = true
    options.usesNewest = true
    options.usesElse = true
    options.usesChoice = true
    options.usesDebounce = true
    options.usesMotion = true
    options.usesGiven = true
    options.usesDays = true
    options.usesSpokenDurations = true
    return options
  }
}

/// A program with a log to run it on.
public struct OraclePair: Hashable, Sendable {
  public var program: OracleProgram
  public var log: OracleLog
  public init(_ program: OracleProgram, _ log: OracleLog) {
    self.program = program
    self.log = log
  }

  /// The pair of a seed, always the same one.
  public static func random(seed: UInt64, _ options: GeneratorOptions) -> OraclePair {
    var generator = PairGenerator(seed: seed, options)
    generator.makeProgram()
    generator.makeLog()
    return OraclePair(generator.program, generator.log)
  }
}
