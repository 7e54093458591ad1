import PaceLanguage
import PaceReport
import PaceStore

/// `NAME=VALUE`, as commands that keep a log take values.
struct ValueWord {
  var name: String
  /// Empty if the value is to be cleared.
  var value: String

  init(_ word: String) throws(Failure) {
    guard let mark = word.firstIndex(of: "="), mark > word.startIndex else {
      throw .usage(.badSetting(word, "expected NAME=VALUE", help: nil))
    }
    name = String(word[..<mark])
    value = String(word[word.index(after: mark)...])
  }

  func bad(_ problem: String, help: String? = nil) -> Failure {
    .usage(.badSetting("\(name)=\(value)", problem, help: help))
  }

  /// The value as the type has it; nil if it is to be cleared.
  func constant(for field: Field, in program: Program) throws(Failure) -> Constant? {
    if value.isEmpty { return nil }
    // A text may stand in the quotes that rules would want.
    let text = Program.text(writtenAs: value) ?? value
    guard let constant = program.constant(from: text, as: field.type) else {
      let problem = field.type == .number ? Program.problem(ofLiteral: text) : nil
      if let problem, problem.code == "E0111", field.range == nil {
        throw bad(problem.message, help: problem.help)
      }
      let bound = problem?.code == "E0110" ? ", with at most six decimals" : ""
      throw bad("\(expectation(field, program))\(bound)")
    }
    if case .value(let value) = constant, let range = field.range, !range.contains(value.bits) {
      throw bad(expectation(field, program))
    }
    if case .value(let value) = constant, let demand = field.demands.unmet(by: value.bits) {
      throw bad("expected \(demand.need.text), as \(demand.use) needs it")
    }
    if case .text(let text) = constant, field.type == .schedule, let problem = Schedule.problem(in: text) {
      throw bad("this is no schedule: \(problem)", help: Schedule.forms)
    }
    return constant
  }

  private func expectation(_ field: Field, _ program: Program) -> String {
    "expected \(program.expected(insteadOf: value, as: field.type, in: field.range))"
  }

  /// The failure for a name that was given before.
  var repeated: Failure { bad("`\(name)` was given twice") }
}

extension ValueWord {
  /// The values of `NAME=VALUE` words by field; a name that none has is refused with what may be meant.
  static func values(
    _ words: some Sequence<String>, of fields: [Field], what: String, of owner: String? = nil,
    _ program: Program
  ) throws(Failure) -> [(index: Int, value: Constant?)] {
    var values: [(index: Int, value: Constant?)] = []
    for word in words {
      let word = try ValueWord(word)
      let index = try UsageError.place(of: word.name, among: fields.map(\.name.text), what, of: owner)
      if values.contains(where: { $0.index == index }) { throw word.repeated }
      values.append((index, try word.constant(for: fields[index], in: program)))
    }
    return values
  }

  /// The values of `NAME=VALUE` words as a list with one element for each field; nil for those not given.
  static func list(
    _ words: some Sequence<String>, of fields: [Field], what: String, of owner: String? = nil,
    _ program: Program
  ) throws(Failure) -> [Constant?] {
    var list = [Constant?](repeating: nil, count: fields.count)
    for (index, value) in try values(words, of: fields, what: what, of: owner, program) {
      list[index] = value
    }
    return list
  }
}

extension Program {
  /// The event that a word names, or the event and the kind.
  func place(of word: String) throws(Failure) -> (event: EventID, kind: KindID?) {
    for (index, event) in events.enumerated() {
      if event.name.text == word { return (EventID(index), nil) }
      if let kind = event.kinds.firstIndex(where: { $0.name.text == word }) {
        return (EventID(index), KindID(kind))
      }
    }
    let known = events.flatMap { [$0.name.text] + $0.kinds.map(\.name.text) }
    throw .usage(.unknownName(what: "event or kind", name: word, known: known))
  }
}
