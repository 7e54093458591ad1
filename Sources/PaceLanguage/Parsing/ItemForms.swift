/// How items are written, for help in messages.
extension BlockOwner {
  /// How the item that begins with `keyword` is written in the block; nil if the keyword doesn't tell.
  func form(of keyword: Keyword) -> String? {
    switch self {
    case .rule, .policy: Self.clauseForm(keyword)
    case .scenario: Self.stepForm(keyword)
    case .event: keyword == .kind ? "`kind NAME { FIELD = VALUE }`" : nil
    case .source: "`EVENT from TABLE { COLUMN = COLUMN }`"
    case .calendar, .subject, .kind, .preset, .guard, .table, .map, .scenarioSubject, .scenarioEvent: nil
    }
  }

  private static func clauseForm(_ keyword: Keyword) -> String? {
    switch keyword {
    case .on: "`on EVENT`"
    case .at: "`at 09:00`"
    case .every: "`every 2 h from 09:00 to 20:00`; once a day is `at 09:00`"
    case .raise: "`raise SCALE to LEVEL`"
    case .emit: "`emit warning \"…\"`"
    case .severity: "`severity 2`"
    case .repeat: "`repeat 30 min` or `repeat daily`"
    default: keyword.gate?.form
    }
  }

  private static func stepForm(_ keyword: Keyword) -> String? {
    switch keyword {
    case .start: "`start 2026-11-20 21:00`"
    case .at: "`at 21:00 EVENT` or `at 21:00 EVENT { FIELD = VALUE }`"
    case .subject: "`subject { ATTRIBUTE = VALUE }`"
    case .presets: "`presets ONE, OTHER`"
    case .set: "`set PARAM = VALUE`"
    case .given: "`given RULE at 21:00`"
    case .ended: "`ended at 23:00`"
    case .until: "`until 23:00`"
    case .expect: "`expect RULE at 21:00`, `expect no RULE` or `expect SCALE == LEVEL at 21:00`"
    default: nil
    }
  }

  static func declarationForm(_ keyword: Keyword) -> String? {
    switch keyword {
    case .include: "`include \"FILE.pace\"`"
    case .subject: "`subject NAME { … }`"
    case .event: "`event NAME of SUBJECT { … }`"
    case .stream: "`stream NAME = EVENT where …` or `stream NAME = ONE, OTHER`"
    case .scale: "`scale NAME = LEVEL < LEVEL`, the lowest first"
    case .param: "`param NAME: number = 3 in 1 .. 10 step 1`"
    case .define: "`define NAME = …`, and takes no arguments"
    case .rule: "`rule NAME { … }`"
    case .policy: "`policy KIND { … }`"
    case .preset: "`preset NAME { PARAM = VALUE }` or `preset NAME extends OTHER { … }`"
    case .order: "`order ONE < OTHER`, the strictest last"
    case .source: "`source NAME { EVENT from TABLE { … } }`"
    case .scenario: "`scenario \"what it shows\" { … }`"
    default: nil
    }
  }
}
