extension FindingPage {
  static let sources = [
    FindingPage(
      code: "E0801", summary: "a source reads something that the program doesn't have",
      rationale:
        """
        A table is read as the subject, as one of the events, or as `notice`, the notices really given; an object \
        as the subject, an event, `settings` or `kinds`.
        """,
      reported: "source app { enrty from ZENTRY { id = ZID, at = ZAT } }",
      accepted: "source app { entry from ZENTRY { id = ZID, at = ZAT } }"),
    FindingPage(
      code: "E0802", summary: "a source fills something that isn't there",
      rationale: """
        Events have `id`, `at`, `kind`, `device`, the subject's name and their fields; the subject has `id`, \
        `started_at`, `ended_at` and its attributes; notices have `id`, `at`, `rule` and the subject's name; `kinds` \
        have `kind`, `label`, `enabled`, `order` and the fields of events that have kinds.
        """,
      reported: "source app { entry from ZENTRY { id = ZID, at = ZAT, amuont = ZAMOUNT } }",
      accepted: "source app { entry from ZENTRY { id = ZID, at = ZAT, amount = ZAMOUNT } }"),
    FindingPage(
      code: "E0803", summary: "a source lacks a column that every row needs",
      rationale: """
        Events need `id` and `at`, the subject needs `id`, notices need `at` and `rule`, `kinds` need `kind`. An \
        event from JSON needs no `id`: one is made from all that the object says.
        """,
      reported: "source app { entry from ZENTRY { id = ZID } }",
      accepted: "source app { entry from ZENTRY { id = ZID, at = ZAT } }"),
    FindingPage(
      code: "E0804", summary: "an encoding doesn't fit",
      rationale: """
        Instants are stored as `unix_ms`, `unix_seconds`, `unix_us`, `unix_ns`, `webkit_us`, `apple_seconds`, \
        `iso8601` or `julian_day`; durations as `ms`, `us`, `seconds`, `minutes`, `hours` or `hh_mm_ss`; kinds, \
        rules, attributes and fields may be mapped value by value. A setting that no attribute has the name of may \
        be stored as an instant.
        """,
      reported: "source app { entry from ZENTRY { id = ZID, at = ZAT as minutes } }",
      accepted: "source app { entry from ZENTRY { id = ZID, at = ZAT as unix_seconds } }"),
    FindingPage(
      code: "E0805", summary: "a stored value is mapped twice",
      rationale: "Each stored value stands for one thing.",
      reported:
        "source app { entry from ZENTRY { id = ZID, at = ZAT, kind = ZKIND as { 0 = small, 0 = large } } }",
      accepted:
        "source app { entry from ZENTRY { id = ZID, at = ZAT, kind = ZKIND as { 0 = small, 1 = large } } }"),
    FindingPage(
      code: "E0806", summary: "a source fills something twice",
      rationale: "Each field, attribute and column of the program comes from one place in a table.",
      reported: "source app { entry from ZENTRY { id = ZID, at = ZAT, at = ZCREATED } }",
      accepted: "source app { entry from ZENTRY { id = ZID, at = ZAT } }"),
    FindingPage(
      code: "E0807", summary: "a constant stands where it can't",
      rationale:
        "Ids and instants differ from row to row, so they come from columns; a constant has no encoding.",
      reported: "source app { entry from ZENTRY { id = 1, at = ZAT } }",
      accepted: "source app { entry from ZENTRY { id = ZID, at = ZAT } }"),
    FindingPage(
      code: "E0808", summary: "a source reads the subject from two tables",
      rationale: "An event may be read from several tables, the subject from one.",
      reported: """
        source app {
          person from ZPERSON { id = ZID }
          person from ZOTHER { id = ZID }
        }
        """,
      accepted: "source app { person from ZPERSON { id = ZID } }"),
    FindingPage(
      code: "E0809", summary: "a source reads both tables and JSON",
      rationale: """
        A source is for a database or for JSON objects. After `from`, the word json stands for objects; a table \
        of that name is written `"json"`.
        """,
      reported: """
        source app {
          person from ZPERSON { id = ZID }
          entry from json { at = timestamp }
        }
        """,
      mended: ["  entry from json { at = timestamp }": "  entry from ZENTRY { id = ZID, at = ZAT }"]),
    FindingPage(
      code: "E0810", summary: "a source reads something from where it can't be",
      rationale: """
        `settings` and `kinds` are read from JSON, `notice` from a table. `kinds` needs an event with kinds, and a \
        field that several of these events have must be of one type.
        """,
      reported: "source app { settings from ZSETTINGS { goal = ZGOAL } }",
      accepted: "source app { settings from json { goal = goal } }"),
    FindingPage(
      code: "E0811", summary: "a difference fills something that is no duration",
      rationale: "`ended - started` is how much later one column is than another, so it fills a duration.",
      reported:
        "source app { entry from ZENTRY { id = ZID, at = ZAT, amount = ZEND - ZBEGIN as unix_seconds } }",
      accepted: """
        event nap of person { length: duration }
        source app { nap from ZNAP { id = ZID, at = ZAT, length = ZEND - ZBEGIN as unix_seconds } }
        """),
    FindingPage(
      code: "E0812", summary: "a difference does not say how its columns are stored",
      rationale: "Both columns of a difference are stored in one way, which follows `as`.",
      reported: """
        event nap of person { length: duration }
        source app { nap from ZNAP { id = ZID, at = ZAT, length = ZEND - ZBEGIN } }
        """,
      accepted: """
        event nap of person { length: duration }
        source app { nap from ZNAP { id = ZID, at = ZAT, length = ZEND - ZBEGIN as unix_seconds } }
        """),
  ]
}
