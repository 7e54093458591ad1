import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let graph = Command(
    "graph", arguments: "PACK…",
    summary: "the evaluator graph: what feeds what, from events to notices",
    options: [
      .graphFormat, .graphRule, .graphInstant, .database, .scenario, .subject, .preset, .set, .zone, .source,
      .given, .problems, .strict, .timeout,
    ],
    examples: [
      "pace graph take-care --rule fast_pace", "pace graph take-care --format svg > graph.svg",
      "pace graph take-care --db friday.db --at 21:31 --format svg > graph.svg",
    ],
    run: GraphCommand.run)
}

extension Option {
  static let graphFormat = Option.choice("format", GraphCommand.Format.self, "how the graph is written")
  static let graphRule = Option.value(
    "rule", "R", "only what this rule depends on, and what it leads to directly")
  static let graphInstant = Option.value(
    "at", "T", "with every node's value at this instant, and what decided and held then")
}

/// Prints the evaluator graph, with the values of an instant if one is asked for.
enum GraphCommand {
  enum Format: String, CaseIterable {
    case text, dot, mermaid, svg, json
  }

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let pack = try Pack.named(by: arguments, console)
    let rule = try arguments.rule(in: pack.program)
    let moment = try moment(arguments, pack, &console)
    let graph = GraphModel(pack.program, rule: rule, at: moment)
    let words = moment.map { GraphWords(pack.program, $0) }
    switch arguments.choice(.graphFormat, Format.self) {
    case .dot: try console.out.write(GraphDOT.render(graph, words))
    case .mermaid: try console.out.write(GraphMermaid.render(graph, words))
    case .svg: try console.out.write(try svg(graph, words))
    case .json: try console.out.write(GraphJSON.render(graph, words))
    case .text: try console.out.write(GraphText.render(graph, words))
    }
    return .fine
  }

  private static func svg(_ graph: GraphModel, _ words: GraphWords?) throws(Failure) -> String {
    do throws(GraphTooLarge) {
      return try GraphSVG.render(graph, words)
    } catch {
      throw .refused(
        error.message, help: "draw what one rule depends on with --rule, or take --format dot or json")
    }
  }

  /// The instant whose values the graph shows, in the one subject that is open then; nil if none is asked for.
  private static func moment(
    _ arguments: Arguments, _ pack: Pack, _ console: inout Console
  ) throws(Failure) -> GraphMoment? {
    let ofInstants: [Option] = [
      .database, .scenario, .subject, .preset, .set, .zone, .source, .given, .problems, .strict, .timeout,
    ]
    guard let word = arguments[.graphInstant], let at = try arguments.instant(.graphInstant) else {
      try arguments.refuse(ofInstants, without: "--at")
      return nil
    }
    if !arguments.has(.database), !arguments.has(.scenario) {
      try arguments.refuse([.graphInstant], without: "--db", "--scenario")
    }
    let choices = try Choices(arguments, pack)
    try choices.checkOnePreset(arguments, pack.program)
    var feed = try LogFeed.open(arguments, pack, choices)
    let (plan, options) = (Plan(pack.program), choices.options(column: 0))
    var reader = SubjectReader(plan, choices, keepsRows: true)
    var subjects = InstantSubjects(at: at, given: word, of: pack.program, most: 1)
    var count = 0
    while let log = try reader.next(&feed) {
      count += 1
      console.report("\(count) looked at, now \(log.id)")
      if let look = try subjects.look(at: log, plan, options) { subjects.add(look) }
    }
    let chosen = try subjects.chosen().first
    try console.tell(try feed.problems(), choices)
    guard let look = chosen, let (account, machine) = look.outlook.answer else {
      if count == 0 { throw .data("the log is empty") }
      throw subjects.nothing
    }
    return GraphMoment(look.outlook.situation.log, account, machine)
  }
}

extension Arguments {
  /// The rule named with `--rule`.
  func rule(in program: Program) throws(Failure) -> RuleID? {
    try place(.rule, among: program.rules.map(\.name.text), "rule").map { RuleID($0) }
  }

  /// The place among some names of the one that an option gives; nil without the option.
  func place(_ option: Option, among names: [String], _ what: String) throws(Failure) -> Int? {
    guard let name = self[option] else { return nil }
    return try UsageError.place(of: name, among: names, what)
  }
}
