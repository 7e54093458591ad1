/// One `--name` that a command understands.
struct Option: Sendable {
  let name: String
  /// What stands for its value in help; nil for a flag.
  let value: String?
  /// The values that it takes; empty if any will do.
  var choices: [String] = []
  let help: String
  var isRepeatable = false
  /// Whether one value may be several, with commas between them.
  var takesCommas = false

  /// An option without a value.
  static func flag(_ name: String, _ help: String) -> Option {
    Option(name: name, value: nil, help: help)
  }

  /// An option with a value.
  static func value(_ name: String, _ value: String, _ help: String) -> Option {
    Option(name: name, value: value, help: help)
  }

  /// An option that takes one of a few words.
  static func choice(_ name: String, _ choices: [String], _ help: String) -> Option {
    Option(name: name, value: choices.joined(separator: "|"), choices: choices, help: help)
  }

  /// An option that takes one of a type's words, such as `--format`.
  static func choice<Word: CaseIterable & RawRepresentable>(
    _ name: String, _: Word.Type, _ help: String
  ) -> Option where Word.RawValue == String {
    choice(name, Word.allCases.map(\.rawValue), help)
  }

  /// An option with a value that may be given several times.
  static func list(_ name: String, _ value: String, _ help: String) -> Option {
    Option(name: name, value: value, help: help, isRepeatable: true)
  }

  /// An option with one name or several, in one value or each in its own.
  static func names(_ name: String, _ value: String, _ help: String) -> Option {
    Option(name: name, value: value, help: help, isRepeatable: true, takesCommas: true)
  }

  /// Whether a word is its name; `-o` is short for `--out`.
  func isNamed(by word: String) -> Bool { word == "--\(name)" || (word == "-o" && name == "out") }

  /// The failure of a value; `expected` says what would have been right, in words.
  func bad(_ value: String, _ expected: String) -> Failure {
    .usage(.badValue(option: "--\(name)", value: value, expected: expected))
  }

  /// As it is written in help and in tables: `--format table|jsonl`.
  var signature: String {
    if let value { "--\(name) \(value)" } else { "--\(name)" }
  }
}

extension Option {
  static let color = Option.choice(
    "color", ["auto", "always", "never"], "colours on terminals, always, or never")
  static let help = Option.flag("help", "this text (also -h)")

  /// What every command understands.
  static let common = [color, help]

  static let database = Option.list("db", "FILE", "the SQLite database to read, or a CSV for each table")
  static let timeout = Option.value(
    "timeout", "DURATION", "give up if no row comes for so long (60 s; for ever on a terminal)")
  static let scenario = Option.value(
    "scenario", "NAME", "the log of a scenario of the pack, in place of a database")
  static let preset = Option.value("preset", "P", "the preset for every subject")
  static let set = Option.list("set", "NAME=VALUE", "a parameter's value; may be repeated")
  static let subject = Option.value("subject", "ID", "only this subject; a prefix of its id will do")
  static let until = Option.value("until", "T", "look no further than this instant")
  static let zone = Option.value("zone", "Z", "the time zone, such as Europe/London")
  static let source = Option.value("source", "S", "the source by which the log is read")
  static let given = Option.flag("given", "count the notices really given; derive only what comes after them")
  static let problems = Option.value(
    "problems", "N", "name so many rows and values that cannot be read, or `all` (20)")
  static let strict = Option.flag("strict", "exit 3 if any row or value cannot be read")
}

/// What most commands write: lines for people, or the same for programs.
enum TextOrJSON: String, CaseIterable {
  case text, json
}
