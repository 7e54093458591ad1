import PaceLab
import PaceLanguage
import PaceReport

extension Command {
  static let graph = Command(
    "graph", arguments: "PACK…",
    summary: "the evaluator graph: what feeds what, from events to notices",
    options: [.graphFormat, .graphRule],
    examples: [
      "pace graph take-care --rule fast_pace", "pace graph take-care --format dot | dot -Tsvg > graph.svg",
    ],
    run: { (arguments, console) throws(Failure) in try GraphCommand.run(arguments, &console) })
}

extension Option {
  static let graphFormat = Option.choice(
    "format", ["text", "dot", "mermaid", "svg"], "how the graph is written")
  static let graphRule = Option.value("rule", "R", "only what this rule depends on and leads to")
}

/// Prints the evaluator graph.
enum GraphCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let pack = try Pack.load(try arguments.packs(), style: console.errorStyle)
    let rule = try arguments.rule(in: pack.program)
    let graph = GraphModel(pack.program, rule: rule)
    switch arguments.choice(.graphFormat) {
    case "dot": try console.out.write(GraphDOT.render(graph))
    case "mermaid": try console.out.write(GraphMermaid.render(graph))
    case "svg": try console.out.write(GraphSVG.render(graph))
    default: try console.out.write(GraphText.render(graph))
    }
    return .fine
  }
}

extension Arguments {
  /// The rule named with `--rule`.
  func rule(in program: Program) throws(Failure) -> RuleID? {
    guard let name = self[.rule] else { return nil }
    let names = program.rules.map(\.name.text)
    guard let index = names.firstIndex(of: name) else {
      throw .usage(.unknownName(what: "rule", name: name, known: names))
    }
    return RuleID(index)
  }
}
