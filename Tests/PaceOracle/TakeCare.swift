extension OracleProgram {
  /// The program of `rules/take-care.pace`, as a value.
  public static var takeCare: OracleProgram {
    var program = OracleProgram()
    program.subject = takeCareSubject
    var drink = OracleEvent(
      "drink",
      fields: [
        OracleField("units", .number, initial: .whole(0), low: .whole(0), high: .whole(50)),
        OracleField("alcoholic", .bool, initial: .yes),
      ])
    drink.kinds = [
      OracleKind("shot", [OracleAssignment("units", .whole(1))]),
      OracleKind("beer", [OracleAssignment("units", .whole(1))]),
      OracleKind("wine", [OracleAssignment("units", .whole(1))]),
      OracleKind("cocktail", [OracleAssignment("units", .number(1_500_000))]),
      OracleKind("water", [OracleAssignment("units", .whole(0)), OracleAssignment("alcoholic", .no)]),
    ]
    program.events = [drink]
    let late = OracleExpression.comparison(.greater, .since("alcohol"), .minutes(20))
    program.streams = [
      OracleStream("alcohol", ["drink"], where: .value("alcoholic")),
      OracleStream("late_water", ["drink"], where: .binary(.and, .not(.value("alcoholic")), late)),
    ]
    program.scales = [OracleScale("pace", ["good", "caution", "slow_down"])]
    program.params = [
      OracleParam("rapid_window", .duration, low: .minutes(1), high: .minutes(60), step: .minutes(1)),
      OracleParam(
        "fast_pace_units", .number, low: .number(500_000), high: .whole(10), step: .number(500_000)),
      OracleParam(
        "escalation_units", .number, low: .number(500_000), high: .whole(15), step: .number(500_000)),
      OracleParam("shot_window", .duration, low: .minutes(1), high: .minutes(60), step: .minutes(1)),
    ]
    program.defines = [OracleDefine("units_last_hour", sum(.minutes(60)), label: "Units in the last hour")]
    program.rules = [escalation, fastPace, shotStacking, rapidRepeat, hydration, niceReset]
    program.policies = ["warning", "reminder", "praise"].map {
      OraclePolicy($0, [.unless(.not(.value("notices")))])
    }
    program.presets = [
      preset("relaxed", 8, 3_000_000, 5_000_000, 12), preset("balanced", 10, 2_000_000, 4_000_000, 15),
      preset("strict", 12, 1_500_000, 3_000_000, 20),
    ]
    return program
  }

  private static var takeCareSubject: OracleSubject {
    var subject = OracleSubject(
      name: "session",
      attributes: [
        OracleField("sensitivity", .preset, initial: .choice("balanced", 1)),
        OracleField("notices", .bool, initial: .yes),
        OracleField("hydration_reminders", .bool, initial: .yes),
        OracleField("hydration_cadence", .number, initial: .whole(2), low: .whole(0), high: .whole(20)),
        OracleField("auto_end", .duration, initial: .minutes(180)),
      ])
    subject.endsAfter = .name("auto_end")
    subject.endsWithout = "alcohol"
    return subject
  }

  private static func preset(
    _ name: String, _ rapid: Int64, _ fast: Int64, _ escalation: Int64, _ shot: Int64
  ) -> OraclePreset {
    OraclePreset(
      name,
      [
        OracleAssignment("rapid_window", .minutes(rapid)), OracleAssignment("fast_pace_units", .number(fast)),
        OracleAssignment("escalation_units", .number(escalation)),
        OracleAssignment("shot_window", .minutes(shot)),
      ])
  }

  private static func sum(_ window: OracleOperand) -> OracleExpression {
    .aggregate(.sum, "drink", field: "units", .last(window))
  }

  private static func warning(
    _ name: String, on stream: String, when condition: OracleExpression, raise level: String,
    severity: Int, _ message: [OracleMessagePart]
  ) -> OracleRule {
    var rule = OracleRule(name)
    rule.trigger = .on(stream)
    rule.condition = condition
    rule.raise = OracleRaise("pace", to: level)
    rule.kind = "warning"
    rule.message = message
    rule.severity = severity
    rule.gates = [.cooldown(.minutes(15))]
    return rule
  }

  private static var escalation: OracleRule {
    warning(
      "escalation", on: "alcohol",
      when: .comparison(.atLeast, sum(.minutes(90)), .value("escalation_units")), raise: "slow_down",
      severity: 3, [.text("That is a lot in 90 minutes. Pause, and have some water.")])
  }

  private static var fastPace: OracleRule {
    warning(
      "fast_pace", on: "alcohol",
      when: .comparison(.greater, .value("units_last_hour"), .value("fast_pace_units")),
      raise: "slow_down", severity: 2, [.text("You're pacing fast. Take a 20 min break.")])
  }

  private static var shotStacking: OracleRule {
    warning(
      "shot_stacking", on: "shot",
      when: .comparison(.atLeast, .count("shot", .last(.name("shot_window"))), .whole(2)),
      raise: "caution", severity: 2, [.text("Shots are stacking up. Take a break.")])
  }

  private static var rapidRepeat: OracleRule {
    let count = OracleExpression.count("alcohol", .last(.name("rapid_window")))
    return warning(
      "rapid_repeat", on: "alcohol", when: .comparison(.atLeast, count, .whole(2)), raise: "caution",
      severity: 1,
      [
        .value(count), .text(" drinks in "), .value(.value("rapid_window")),
        .text(". Let this one last."),
      ])
  }

  private static var hydration: OracleRule {
    var rule = OracleRule("hydration")
    rule.trigger = .on("alcohol")
    let turn = OracleExpression.comparison(
      .equal, .binary(.modulo, .count("alcohol", .whole), .value("hydration_cadence")), .whole(0))
    rule.condition = .binary(
      .and, .value("hydration_reminders"), .binary(.or, turn, .fires("escalation")))
    rule.kind = "reminder"
    rule.message = [.text("Water check.")]
    rule.severity = 1
    rule.gates = [
      .unless(.comparison(.less, .since("water"), .minutes(20))), .cooldown(.minutes(20)),
    ]
    return rule
  }

  private static var niceReset: OracleRule {
    var rule = OracleRule("nice_reset")
    rule.condition = .binary(
      .and, .comparison(.atLeast, .count("warning", .last(.minutes(60))), .whole(1)),
      .comparison(.atLeast, .since("alcohol"), .minutes(20)))
    rule.kind = "praise"
    rule.message = [.text("Nice reset.")]
    rule.severity = 1
    rule.gates = [
      .unless(
        .binary(
          .and, .comparison(.atLeast, .count("late_water", .after("alcohol")), .whole(1)),
          .comparison(.equal, .count("nice_reset", .last(.literal(.duration(3_600_001)))), .whole(0)))),
      .cooldown(.minutes(60)),
    ]
    return rule
  }
}

extension OracleLog {
  /// A random night for `OracleProgram.takeCare`.
  public static func night(seed: UInt64) -> OracleLog {
    var random = SplitMix64(seed)
    var log = OracleLog()
    var now: Int64 = 1_795_208_400_000
    if random.chance(1, in: 2) { log.startedAt = now }
    for _ in 0..<random.below(16) {
      let steps: [Int64] = [0, 60, 240, 480, 540, 600, 601, 720, 900, 901, 1200, 1800, 3600, 5400, 10800]
      now += (random.pick(steps) ?? 60) * 1000 + (random.chance(1, in: 6) ? 1 : 0)
      let kind = random.pick(["shot", "beer", "beer", "wine", "cocktail", "water"])
      var row = OracleRow(now, "drink", kind: random.chance(1, in: 12) ? nil : kind)
      if random.chance(1, in: 6) {
        row.values.append(OracleAssignment("units", .number(Int64(random.below(6)) * 500_000)))
      }
      log.rows.append(row)
    }
    let presets = ["relaxed", "balanced", "strict"]
    if random.chance(2, in: 3) {
      let index = random.below(3)
      log.attributes.append(OracleAssignment("sensitivity", .choice(presets[index], index)))
    }
    if random.chance(1, in: 8) { log.attributes.append(OracleAssignment("notices", .no)) }
    if random.chance(1, in: 4) {
      log.attributes.append(OracleAssignment("hydration_cadence", .whole(Int64(random.below(5)))))
    }
    if random.chance(1, in: 4) {
      log.attributes.append(OracleAssignment("auto_end", .minutes(Int64(60 + random.below(180)))))
    }
    if random.chance(1, in: 5), let last = log.rows.last { log.until = last.at + 7_200_000 }
    if random.chance(1, in: 4), let row = random.pick(log.rows) { log.endedAt = row.at + 600_000 }
    return log
  }
}
