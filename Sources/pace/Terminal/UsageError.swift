import PaceLanguage

/// What is wrong with how a command was called.
enum UsageError: Sendable {
  case unknownCommand(String, suggestion: String?)
  case packForCommand(String)
  /// `instead` says what does the same.
  case unknownOption(String, suggestion: String?, instead: String? = nil)
  case missingValue(option: String)
  case unexpectedValue(option: String)
  case notText(String)
  case unreadable
  case repeatedOption(String)
  case badChoice(option: String, value: String, choices: [String], suggestion: String?)
  /// `expected` says what would have been right, in words.
  case badValue(option: String, value: String, expected: String)
  case missingArgument(String)
  /// `known` are the bare names that there are.
  case missingPack([String])
  case extraArgument(String)
  /// `known` are the values that it may have, where they can be listed.
  case missingOption(String, known: [String] = [])
  /// Neither a database nor, where it is allowed, `--stdin`.
  case noLog(hasStdin: Bool)
  case conflict(String, String)
  /// An option that has no meaning without one of some others.
  ///
  /// `instead` says what does the same without them.
  case needs(option: String, others: [String], instead: String? = nil)
  /// `owner` is what lacks the name, where that has to be said.
  case unknownName(of: String? = nil, what: String, name: String, known: [String])
  /// A pack that isn't there, where it was looked for, and what else there is to say of it.
  case unknownPack(String, looked: [String], more: [String] = [], suggestion: String?)
  /// A folder where one pack is wanted, and the packs in it.
  case folderForPack(String, packs: [String])
  /// A file that is no pack, and may be a log.
  case logForPack(String)
  /// A file of JSON in place of a pack.
  case jsonForPack(String)
  /// A folder in which there is nothing to work on.
  case noPacks(String)
  /// A file that is there in name only, and what is wrong with it.
  case brokenPack(String, String)
  /// What a new pack cannot be called.
  case badPackName(String)
  /// Files that a new pack would write over.
  case alreadyThere([String])
  case badSetting(String, String, help: String?)
  case noValue(param: String, preset: String?, subject: String?)
  case ambiguous(what: String, prefix: String, matches: [String])
  /// A source for tables where JSON is read, or one for JSON where a database is.
  case wrongSource(String, readsJSON: Bool, others: [String])
  /// Objects that the program reads in more than one way.
  case severalSources([String])
  /// A scenario that runs under more than one, where one is wanted.
  case severalPresets(scenario: String, [String])
  /// An instant at which more subjects are open than can be answered for.
  case severalSubjects(noun: String, count: Int, ids: [String])
  /// `compare` was given one side.
  case nothingToCompare
  /// Sides of a comparison that differ in more than one thing, in words.
  case severalDifferences([String])
  /// `--db` was given a database and a CSV file.
  case mixedLog(database: String, csv: String)
  /// Two CSV files would be one table.
  case sameTable(String, String, String)
  /// There is no terminal to ask on; what a person does instead.
  case needsTerminal(instead: String)
  /// Anything else that a log doesn't allow, in words.
  case log(String, help: String?)
}

extension UsageError {
  /// The sentence that a person reads.
  var message: String {
    switch self {
    case .unknownCommand(let name, let suggestion):
      "there is no command `\(name)`" + Self.question(suggestion)
    case .packForCommand(let name):
      "`\(name)` is a pack, and a command comes first, as in `pace explain \(ShellWord.quoted(name))`"
    case .unknownOption(let name, let suggestion, let instead):
      "there is no option `\(name)` here" + (instead.map { "; \($0)" } ?? Self.question(suggestion))
    case .missingValue(let option): "`\(option)` needs a value"
    case .unexpectedValue(let option): "`\(option)` takes no value"
    case .repeatedOption(let option): "`\(option)` was given twice"
    case .badChoice(let option, let value, let choices, let suggestion):
      "`\(option)` takes \(Noun.either(choices)), not `\(value)`" + Self.question(suggestion)
    case .badValue(let option, let value, let expected):
      "`\(option) \(value)`: expected \(expected)"
    case .missingArgument(let name):
      (name.first.map { "AEIOU".contains($0) } == true ? "an" : "a") + " \(name) is missing"
    case .missingPack(let known):
      "a PACK is missing"
        + (known.isEmpty
          ? ", a file of rules; `pace new NAME` writes one"
          : "; there is " + Noun.all(known.map { "`\($0)`" }))
    case .notText(let word): "the argument `\(word)` is not UTF-8"
    case .unreadable: "the arguments can't be read: `/proc/self/cmdline` is not there; mount `/proc`"
    case .extraArgument(let word): "unexpected argument `\(word)`"
    case .missingOption(let signature, let known):
      "`\(signature)` is missing" + (known.isEmpty ? "" : "; there is \(Self.shown(known))")
    case .noLog(let hasStdin):
      "`--db FILE` is missing"
        + (hasStdin ? "; JSON lines are read with `--stdin`, a scenario with `--scenario NAME`" : "")
    case .conflict(let one, let other): "`\(one)` and `\(other)` cannot be given together"
    case .needs(let option, let others, let instead):
      "`\(option)` goes with \(Noun.either(others.map { "`\($0)`" }))" + (instead.map { "; \($0)" } ?? "")
    case .unknownName(let owner, let what, let name, let known):
      (owner.map { "`\($0)` has" } ?? "there is") + " no \(what) `\(name)`"
        + Self.names(near: name, in: known)
    case .unknownPack(let name, let looked, let more, let suggestion):
      "there is no pack `\(name)` (looked for \(Noun.either(looked))"
        + more.map { "; \($0)" }.joined() + ")" + Self.question(suggestion)
    case .folderForPack(let path, let packs):
      "`\(path)` is a folder, and one pack is wanted"
        + (packs.isEmpty ? "" : "; in it there is " + Self.shown(packs))
    case .logForPack(let path): "`\(path)` is no pack; a log is named by `--db \(ShellWord.quoted(path))`"
    case .jsonForPack(let path):
      "`\(path)` is no pack but JSON; name the pack first, then `--stdin < \(ShellWord.quoted(path))`, "
        + "or for `import` the file"
    case .noPacks(let path): "there is no pack in `\(path)`; packs are files that end with `.pace`"
    case .brokenPack(let path, let problem): "`\(path)` can't be read: \(problem)"
    case .badPackName(let name):
      "a pack cannot be called `\(name)`: its name is made of the letters a to z, large or small, digits, `-` and `_`, "
        + "and does not begin with `-`"
    case .alreadyThere(let paths):
      "\(paths.map { "`\($0)`" }.joined(separator: ", ")) \(paths.count == 1 ? "is" : "are") there already, "
        + "so nothing was written; choose another name, or another folder with --dir"
    case .badSetting(let setting, let problem, let help):
      "`\(setting)`: \(problem)" + (help.map { "; \($0)" } ?? "")
    case .noValue(let param, let preset, let subject):
      "`\(param)` has no value\(subject.map { " for \($0)" } ?? ""): "
        + (preset.map { "preset `\($0)` gives it none" } ?? "no preset is in force")
        + " and it has no default; name a preset with --preset, or the value with --set \(param)=VALUE"
    case .severalDifferences(let varying):
      "\(Noun.all(varying)) at once would leave open which of them makes a difference"
    case .nothingToCompare: "there is one side only; name a second pack, another --preset, or a --set"
    case .ambiguous(let what, let prefix, let matches):
      "`\(prefix)` could be more than one \(what): "
        + Noun.either(matches.prefix(Self.fewMatches) + (matches.count > Self.fewMatches ? ["another"] : []))
    case .wrongSource(let name, let readsJSON, let others):
      "source `\(name)` reads \(readsJSON ? "JSON, not a database" : "a database, not JSON")"
        + (others.isEmpty ? "" : "; there is " + Noun.either(others.map { "`\($0)`" }))
    case .severalSources(let names):
      "the first object fits more than one source; choose with --source: "
        + Noun.either(names.map { "`\($0)`" })
    case .severalPresets(let scenario, let names):
      "the scenario `\(scenario)` runs under more than one preset; choose with --preset: "
        + Noun.either(names.map { "`\($0)`" })
    case .severalSubjects(let noun, let count, let ids):
      "\(Noun.count(count, noun)) may be meant; choose with --subject: "
        + ids.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
        + (count > 5 ? " and \(count - 5) more" : "")
    case .mixedLog(let database, let csv):
      "`--db` takes one database or CSV files: `\(csv)` is a CSV, `\(database)` isn't; "
        + "write the tables of the one that are needed as CSV files too"
    case .sameTable(let table, let one, let other):
      "`\(one)` and `\(other)` are both table `\(table)`; rename one, as a table is called as its file is"
    case .needsTerminal(let instead):
      "`label` asks on a terminal, and standard input or output is none; \(instead)"
    case .log(let message, let help): message + (help.map { "; \($0)" } ?? "")
    }
  }

  /// The index of a name among the known ones.
  static func place(
    of name: String, among known: [String], _ what: String, of owner: String? = nil
  ) throws(Failure) -> Int {
    if let index = known.firstIndex(of: name) { return index }
    throw .usage(.unknownName(of: owner, what: what, name: name, known: known))
  }

  private static func question(_ suggestion: String?) -> String {
    if let suggestion { "; did you mean `\(suggestion)`?" } else { "" }
  }

  /// The likeliest name, else all of them if they are few, else the first.
  private static func names(near name: String, in known: [String]) -> String {
    if let suggestion = Spelling.nearest(to: name, among: known) { return question(suggestion) }
    return known.isEmpty ? "" : "; there is \(shown(known))"
  }

  /// How many of the names that begin alike are told.
  private static let fewMatches = 4

  /// How many names are all told.
  static let fewNames = 8

  /// All of them if they are few, else the first.
  private static func shown(_ names: [String]) -> String {
    let isFew = names.count <= fewNames
    let shown = names.prefix(isFew ? fewNames : 3).map { "`\($0)`" }.joined(separator: ", ")
    return shown + (isFew ? "" : ", and more")
  }
}
