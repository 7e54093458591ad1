import PaceLab
import PaceLanguage

/// The candidates for the last word of a command line.
struct WordCompletion {
  /// A word with its help; an empty word stands for the names of files.
  struct Candidate {
    var word: String
    var help = ""

    static let file = Candidate(word: "")
  }

  private var command: Command?
  private var options: [Option] = Option.common + [.version]
  /// The option before the last word that still lacks its value.
  private var open: Option?
  private var takesOptions = true
  private var positional: [String] = []
  private let last: String

  /// `words` are those after `pace`, the last up to the cursor.
  init(_ words: [String]) {
    last = words.last ?? ""
    for word in words.dropLast() { read(word) }
  }

  private mutating func read(_ word: String) {
    if open != nil {
      open = nil
    } else if takesOptions, word == "--" {
      takesOptions = false
    } else if takesOptions, word.hasPrefix("-"), word != "-" {
      open = options.first { $0.isNamed(by: word) && $0.value != nil }
    } else if command == nil, let found = CommandList.built.first(where: { $0.name == word }) {
      command = found
      options = found.allOptions
    } else if command != nil {
      positional.append(word)
    }
  }

  var candidates: [Candidate] {
    all.filter { $0.word.isEmpty || $0.word.utf8.starts(with: last.utf8) }
  }

  private var all: [Candidate] {
    if let open { return values(of: open) }
    if takesOptions, last.hasPrefix("-") {
      guard let end = last.firstIndex(of: "=") else {
        return options.map { Candidate(word: "--\($0.name)", help: $0.help) }
      }
      guard let option = options.first(where: { "--\($0.name)" == last[..<end] }) else { return [] }
      return values(of: option).filter { !$0.word.isEmpty }
        .map { Candidate(word: String(last[...end]) + $0.word, help: $0.help) }
    }
    guard command != nil else {
      return CommandList.built.map { Candidate(word: $0.name, help: $0.summary) }
    }
    return candidates(for: slot(positional.count))
  }

  private func values(of option: Option) -> [Candidate] {
    option.choices.isEmpty
      ? candidates(for: option.value ?? "") : option.choices.map { Candidate(word: $0) }
  }

  /// The placeholder of an argument in usage: `PACK…`, `EVENT|KIND`; the last of them if it repeats.
  private func slot(_ index: Int) -> String {
    let words = (command?.arguments ?? "").split(separator: " ")
    // Usage shows an option with its value, and neither is an argument.
    let slots = words.indices.filter {
      !words[$0].hasPrefix("--") && ($0 == 0 || !words[$0 - 1].hasPrefix("--"))
    }
    .map { String(words[$0]) }
    if index < slots.count { return slots[index] }
    guard let last = slots.last, last.contains("…") else { return "" }
    return last
  }

  /// The candidates for a placeholder of usage; words in small letters stand for themselves.
  private func candidates(for placeholder: String) -> [Candidate] {
    placeholder.split(separator: "|").flatMap { part in
      let part = part.filter { !"[]…,".contains($0) }
      let key = part.firstIndex(of: "=").map { String(part[...$0]) } ?? part
      return key.first?.isLowercase == true ? [Candidate(word: key)] : names(for: key)
    }
  }

  private func names(for key: String) -> [Candidate] {
    switch key {
    case "PACK", "A", "B": PackLocator.names.map { Candidate(word: $0) } + [.file]
    case "FILE", "FOLDER", "INPUT", "OTHER": [.file]
    case "CODE": (LintRule.all + LintRule.ofData).map { Candidate(word: $0.code, help: $0.page.summary) }
    default: program.map { names(for: key, in: $0) } ?? []
    }
  }

  private func names(for key: String, in program: Program) -> [Candidate] {
    let words: [(name: String, label: StringSyntax?)] =
      switch key {
      case "P": program.presets.map { ($0.name.text, nil) }
      case "R": program.rules.map { ($0.name.text, nil) }
      case "E", "EVENT": program.events.map { ($0.name.text, nil) }
      case "KIND": program.events.flatMap(\.kinds).map { ($0.name.text, $0.label) }
      case "FIELD=": fields(in: program).map { ("\($0.name.text)=", $0.label) }
      case "ATTR": program.subject.attributes.map { ($0.name.text, $0.label) }
      case "ATTR=": program.subject.attributes.map { ("\($0.name.text)=", $0.label) }
      case "FIGURE": program.defines.filter { $0.label != nil }.map { ($0.name.text, $0.label) }
      case "PARAM": program.params.map { ($0.name.text, $0.label) }
      case "NAME": program.scenarios.map { ($0.name, nil) }
      case "NAME=": program.params.map { ("\($0.name.text)=", $0.label) }
      default: []
      }
    return words.map { Candidate(word: $0.name, help: $0.label?.text ?? "") }
  }

  /// The fields of the event that an earlier word names, or one of its kinds; those of all events if none does.
  private func fields(in program: Program) -> [Field] {
    let named = program.events.first { event in
      ([event.name.text] + event.kinds.map(\.name.text)).contains { positional.dropFirst().contains($0) }
    }
    return named?.fields ?? program.events.flatMap(\.fields)
  }

  /// The program of the packs that stand before the last word; nil if it does not check.
  private var program: Program? {
    let words = positional.indices.filter { ["PACK", "PACK…", "A", "[B]"].contains(slot($0)) }.map {
      positional[$0]
    }
    let paths = words.compactMap { try? PackLocator.file($0) }
    guard let first = paths.first else { return nil }
    if let beside = PackLocator.scenarios(beside: first),
      let program = Compilation(FileSystem.sources(paths + [beside])).program
    {
      return program
    }
    // Two packs to compare are no program together.
    return Compilation(FileSystem.sources(paths)).program ?? Compilation(FileSystem.sources([first])).program
  }
}
