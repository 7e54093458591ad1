public import PaceLanguage

/// A notice that was given, as a log keeps it: by names, because rules may change after it.
public struct KeptNotice: Hashable, Sendable {
  public var subject: String
  public var at: Instant
  public var rule: String
  /// The number of its firing among the rule's firings in the same instant, from 0.
  public var occurrence: Int
  public var kind: String
  /// The level that the rule raised.
  public var level: String?
  public var severity: Int?
  public var message: String
  /// The preset that was in force.
  public var preset: String?
  public var givenAt: Instant
  /// The device that gave it.
  public var device: String

  public init(
    subject: String, at: Instant, rule: String, occurrence: Int, kind: String, level: String?, severity: Int?,
    message: String, preset: String?, givenAt: Instant, device: String
  ) {
    self.subject = subject
    self.at = at
    self.rule = rule
    self.occurrence = occurrence
    self.kind = kind
    self.level = level
    self.severity = severity
    self.message = message
    self.preset = preset
    self.givenAt = givenAt
    self.device = device
  }

  /// A notice that a machine found due.
  public init(
    _ firing: Firing, occurrence: Int, message: String, of subject: String, in program: Program,
    preset: PresetID?, givenAt: Instant, device: String
  ) {
    let rule = program[firing.rule]
    self.init(
      subject: subject, at: firing.at, rule: rule.name.text, occurrence: occurrence,
      kind: program.kindName(of: firing.rule) ?? "",
      level: program.levelName(of: firing.rule),
      severity: rule.severity, message: message,
      preset: preset.map { program.presets[$0.index].name.text }, givenAt: givenAt, device: device)
  }

  /// `SUBJECT/RULE/AT_MS`, with `/1`, `/2` … for further firings in the same instant; without the subject if each
  /// day is one.
  public func id(isPerDay: Bool) -> String {
    let head = isPerDay ? "" : subject + "/"
    let tail = occurrence == 0 ? "" : "/\(occurrence)"
    return "\(head)\(rule)/\(at.milliseconds)\(tail)"
  }
}
