import PaceEngine
import PaceLab
import PaceReport

extension Command {
  static let prove = Command(
    "prove", arguments: "PACK…",
    summary: "proves or refutes the order claims; whether every rule and level can be reached",
    options: [.proofFormat, .budget],
    examples: ["pace prove take-care", "pace prove take-care --format json --budget 100000"],
    run: ProveCommand.run)
}

extension Option {
  static let proofFormat = Option.choice("format", TextOrJSON.self, "how the results are written")
  static let budget = Option.value(
    "budget", "N",
    "how many evaluations of a log the search for scenarios may take (\(Prover.standardBudget))")
}

/// Tells what is proved, refuted, reachable and open; anything refuted is a finding.
enum ProveCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let budget =
      try arguments.number(.budget, in: 0...Int.max, "a number of evaluations, such as 20000")
      ?? Prover.standardBudget
    let pack = try Pack.named(by: arguments, console)
    console.report("looking for scenarios")
    let report = Prover(pack.program, roots: pack.roots).report(budget: budget)
    switch arguments.choice(.proofFormat, TextOrJSON.self) {
    case .json: try console.out.write(ProofJSON.bytes(of: report, pack.program))
    case .text: try console.out.write(ProofText(pack.program, console.style).text(of: report))
    }
    if let runaway = report.runaway {
      try console.finish()
      throw .data(
        runaway.sentence("a log that was tried", pack.program), help: runaway.help(pack.program))
    }
    return report.claims.contains { $0.verdict == .refuted } ? .findings : .fine
  }
}
