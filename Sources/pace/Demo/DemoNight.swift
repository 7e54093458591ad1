/// The night that the demo tells: a Friday in November, one session, twelve entries.
enum DemoNight {
  /// 2026-11-20 20:30 UTC.
  static let start: Int64 = 1_795_206_600_000
  static let subject = "friday"

  /// The id of the row, minutes after the start, and the kind.
  static let entries: [(id: String, minute: Int64, kind: String)] = [
    ("d01", 12, "beer"),
    ("d02", 28, "beer"),
    ("d03", 35, "water"),
    ("d04", 54, "wine"),
    ("d05", 61, "shot"),
    ("d06", 64, "shot"),
    ("d07", 80, "water"),
    ("d08", 130, "cocktail"),
    ("d09", 138, "beer"),
    ("d10", 165, "water"),
    ("d11", 171, "beer"),
    ("d12", 190, "water"),
  ]

  /// The warning that the demo explains, if it is given.
  static let explained = "fast_pace"
}
