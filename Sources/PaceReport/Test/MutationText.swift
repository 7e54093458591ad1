import PaceLab
import PaceLanguage

/// `test --mutate`: a line for each pack, then each survivor with what would kill it, then the proofs.
struct MutationText: Sendable {
  let style: Style

  func lines(of report: TestReport) -> [String] {
    let refused = refusals(in: report)
    guard let share = report.caught else { return refused }
    let spare = [(column: 2, name: "equivalent"), (column: 1, name: "killed")]
    var table = TextTable([.left, .right, .right, .right, .right], spare: spare)
    table.append([style.bold("mutants"), "killed", "equivalent", "survived", "caught"])
    for strength in report.strengths {
      guard let mutation = strength.mutation else { continue }
      table.append([
        strength.path.printable, String(mutation.killed), String(mutation.equivalent.count),
        String(mutation.survivors.count), Percent.text(style, MutationReport.share(of: [mutation])),
      ])
    }
    var lines = [""] + table.notedLines(within: style.width)
    for strength in report.strengths {
      lines += equivalent(of: strength)
      lines += survivors(of: strength)
    }
    lines += ["", "mutants caught \(Percent.text(style, share, asked: report.threshold))"]
    return lines + refused
  }

  /// A scenario that fails already would fail on every mutant, and so tell nothing of it.
  private func refusals(in report: TestReport) -> [String] {
    let refused = report.strengths.filter { $0.failing > 0 }
    if refused.isEmpty { return [] }
    let lines = refused.map { strength in
      let path = strength.path.printable
      let count = Noun.count(strength.failing, "scenario")
      let fail = strength.failing == 1 ? "fails" : "fail"
      return style.red("no mutants of \(path)") + ": \(count) \(fail) on the rules as they are; "
        + "mend that first, or leave what fails out with --run"
    }
    return [""] + lines
  }

  private func survivors(of strength: PackStrength) -> [String] {
    let survivors = strength.mutation?.survivors ?? []
    if survivors.isEmpty { return [] }
    var lines = ["", style.bold("survived in \(strength.path.printable)")]
    var told: Set<String> = []
    for (mutant, killer) in survivors {
      lines.append("  \(title(of: mutant, strength))")
      if let killer, !told.insert(killer.name).inserted {
        lines.append("    " + style.dim("the scenario \"\(killer.name)\" above would kill it too"))
      } else if let killer {
        lines.append("    " + style.dim("this would kill it:"))
        lines += killer.text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
        while lines.last?.allSatisfy({ $0 == " " }) ?? false { lines.removeLast() }
      } else {
        lines.append("    " + style.dim("open: neither a scenario that would kill it nor a proof was found"))
      }
    }
    return lines
  }

  private func equivalent(of strength: PackStrength) -> [String] {
    let equivalent = strength.mutation?.equivalent ?? []
    if equivalent.isEmpty { return [] }
    var lines = ["", style.bold("equivalent in \(strength.path.printable)")]
    for (mutant, proof) in equivalent { lines += ["  \(title(of: mutant, strength))", "    \(proof)"] }
    return lines
  }

  private func title(of mutant: Mutant, _ strength: PackStrength) -> String {
    "\(strength.program.place(of: mutant.span).printable): \(mutant.change)  \(style.dim("(\(mutant.ownerText))"))"
  }
}
