import PaceLanguage
import PaceStore

/// What was given to a command, after parsing.
struct Arguments {
  /// The words that belong to no option, in order.
  let positional: [String]
  /// The words after `pace`, as they came.
  let words: [String]
  private var values: [String: [String]]
  private let log = LogDatabase()

  init(positional: [String], words: [String], values: [String: [String]]) {
    self.positional = positional
    self.words = words
    self.values = values
  }

  /// The value of an option, or nil if it was not given.
  subscript(_ option: Option) -> String? { values[option.name]?.last }

  /// Every value of a repeatable option, in order.
  func all(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// Whether a flag was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The value of an option that the command cannot do without.
  func required(_ option: Option) throws(Failure) -> String {
    guard let value = self[option] else { throw .usage(.missingOption(option.signature)) }
    return value
  }

  /// The failure of an option's value; `expected` says what would have been right, in words.
  func bad(_ option: Option, _ expected: String) -> Failure { option.bad(self[option] ?? "", expected) }

  /// These arguments with another value for an option.
  func with(_ option: Option, _ value: String) -> Arguments {
    var changed = self
    changed.values[option.name] = [value]
    return changed
  }

  /// These arguments without an option.
  func without(_ option: Option) -> Arguments {
    var changed = self
    changed.values[option.name] = nil
    return changed
  }

  /// Refuses options that would have no effect beside `other`, which was given.
  func refuse(_ options: [Option], beside other: String) throws(Failure) {
    guard let option = options.first(where: has) else { return }
    throw .usage(.conflict(other, "--\(option.name)"))
  }

  /// Refuses options that would have no effect without one of `others`, of which none was given.
  func refuse(_ options: [Option], without others: String...) throws(Failure) {
    guard let option = options.first(where: has) else { return }
    throw .usage(.needs(option: "--\(option.name)", others: others))
  }

  /// The database that `--db` names, or the CSV files; nil without the option.
  func namedDatabase() throws(Failure) -> Database? {
    let patience = try patience()
    let database = try log.database(all(.database), keptProblems: try namedProblems())
    database?.patience = patience
    return database
  }

  /// How long to wait for each row; nil waits for ever.
  func patience() throws(Failure) -> Duration? {
    if let given = try duration(.timeout) { return .milliseconds(given) }
    // On a terminal a person sees the progress and can end the command.
    return FileDescriptor.standardError.isTerminal ? nil : .seconds(60)
  }

  /// The database that `--db` names; fails without the option.
  func database() throws(Failure) -> Database {
    if let database = try namedDatabase() { return database }
    throw .usage(.missingOption(Option.database.signature))
  }

  /// A whole number given with an option.
  func number(
    _ option: Option, in range: ClosedRange<Int> = 0...Int.max, _ expected: String = "a whole number"
  ) throws(Failure) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), range.contains(number) else { throw bad(option, expected) }
    return number
  }

  /// A span given with an option, in milliseconds.
  func duration(_ option: Option) throws(Failure) -> Int64? {
    guard let text = self[option] else { return nil }
    if let span = Program.duration(writtenAs: text), span >= 0 { return span }
    throw bad(option, "a duration such as 30 min")
  }

  /// The word chosen, or the option's first; the option takes the words of this type.
  func choice<Word: CaseIterable & RawRepresentable>(_ option: Option, _: Word.Type) -> Word
  where Word.RawValue == String {
    let chosen = self[option] ?? option.choices.first
    guard let word = chosen.flatMap({ Word(rawValue: $0) }) else {
      preconditionFailure("`--\(option.name)` takes other words")
    }
    return word
  }

  /// Refuses positional arguments for a command that takes none.
  func expectNoPositional() throws(Failure) {
    if let extra = positional.first { throw .usage(.extraArgument(extra)) }
  }
}
