import PaceLanguage

/// Splits the words of a command line into options and arguments, the GNU way.
struct ArgumentParser {
  private let options: [Option]
  /// What to use instead of an option that is not there, by the option's name. The empty name stands for all others;
  /// `NAME` in its text, for the option's name.
  private let instead: [String: String]
  private var positional: [String] = []
  private var values: [String: [String]] = [:]

  private init(_ options: [Option], instead: [String: String]) {
    self.options = options
    self.instead = instead
  }

  /// `words` are what follows the command's name; `--help` is not looked at here but kept as a flag.
  static func parse(
    _ words: [String], options: [Option], instead: [String: String] = [:], given: [String] = []
  ) throws(Failure) -> Arguments {
    var parser = ArgumentParser(options, instead: instead)
    try parser.read(words)
    return Arguments(positional: parser.positional, words: given, values: parser.values)
  }

  private mutating func read(_ words: [String]) throws(Failure) {
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--" {
        positional += words[index...]
        return
      }
      if word == "-h" {
        values[Option.help.name] = [""]
      } else if word.hasPrefix("--") || options.contains(where: { $0.isNamed(by: word) }) {
        let next = index < words.count ? words[index] : nil
        if try readOption(word.hasPrefix("--") ? word : "--out", next: next) { index += 1 }
      } else if word.hasPrefix("-"), word.utf8.count > 1 {
        throw .usage(.unknownOption(word, suggestion: suggestion(word)))
      } else {
        positional.append(word)
      }
    }
  }

  /// Reads an option; true if `next` was its value.
  private mutating func readOption(_ word: String, next: String?) throws(Failure) -> Bool {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let option = options.first(where: { $0.name == name }) else {
      let suggestion = suggestion(name)
      let other = suggestion == nil ? instead[""]?.replacing("NAME", with: name) : nil
      throw .usage(.unknownOption("--\(name)", suggestion: suggestion, instead: instead[name] ?? other))
    }
    if !option.isRepeatable, values[name] != nil { throw .usage(.repeatedOption("--\(name)")) }
    guard option.value != nil else {
      if parts.count > 1 { throw .usage(.unexpectedValue(option: "--\(name)")) }
      values[name] = [""]
      return false
    }
    if parts.count > 1 {
      try keep(String(parts[1]), for: option)
      return false
    }
    guard let next, !next.hasPrefix("--") else { throw .usage(.missingValue(option: option.signature)) }
    try keep(next, for: option)
    return true
  }

  private mutating func keep(_ value: String, for option: Option) throws(Failure) {
    if value.isEmpty { throw .usage(.missingValue(option: option.signature)) }
    if !option.choices.isEmpty, !option.choices.contains(value) {
      throw .usage(
        .badChoice(
          option: "--\(option.name)", value: value, choices: option.choices,
          suggestion: Spelling.nearest(to: value, among: option.choices)))
    }
    let names = option.takesCommas ? value.split { $0 == "," || $0 == " " }.map(String.init) : [value]
    if names.isEmpty { throw .usage(.missingValue(option: option.signature)) }
    values[option.name, default: []] += names
  }

  private func suggestion(_ word: String) -> String? {
    let name = String(word.drop { $0 == "-" })
    let names = options.map(\.name)
    let known = [name, Self.foreign[name]].compactMap { $0 }.first(where: names.contains)
    return (known ?? Spelling.nearest(to: name, among: names)).map { "--\($0)" }
  }

  /// What other tools call these options.
  private static let foreign = [
    "database": "db", "file": "db", "log": "db", "d": "db", "f": "format", "output": "format", "o": "format",
    "p": "preset", "timezone": "zone", "tz": "zone", "filter": "run", "grep": "run", "k": "run",
    "v": "verbose",
    "jobs": "threads", "j": "threads", "since": "from", "s": "set", "param": "set",
  ]
}
