import PaceEngine
public import PaceLab
import PaceLanguage

/// `audit --format text`: how far each rule and the application agree, then the differences with reasons.
public struct AuditText {
  private let audit: Audit
  private let pack: String
  private let limit: Int
  private let style: Style

  /// - Parameters:
  ///   - pack: the packs as they were named.
  ///   - limit: how many differences are listed.
  public init(_ audit: Audit, _ pack: String, limit: Int, _ style: Style) {
    self.audit = audit
    self.pack = pack
    self.limit = limit
    self.style = style
  }

  public var lines: [String] {
    let total = audit.total
    let given = Noun.count(total.given, "notice")
    let subjects = Noun.count(audit.subjects, audit.program.noun)
    var lines = ["\(given) given in \(subjects), against \(pack.printable)"]
    if audit.findings.isEmpty {
      return lines + [style.green("all are as the rules say, and the rules say no more")]
    }
    lines += [""] + table + shown
    let verdicts = Noun.count(audit.findings.count, "difference")
    let differing = Noun.count(audit.differing, audit.program.noun)
    return lines + ["", "\(verdicts) in \(differing)" + hint]
  }

  private var table: [String] {
    let heads = ["rule", "given", "by the rules", "same", "moved", "missing", "extra"].map(style.dim)
    let rows = zip(audit.program.rules, audit.counts).filter { $1.given + $1.derived > 0 }
      .map { [style.bold($0.name.text)] + cells($1) }
    return TextTable(
      [.left, .right, .right, .right, .right, .right, .right],
      spare: [(2, "by the rules"), (1, "given"), (3, "same")],
      rows: [heads] + rows + [[style.dim("all rules")] + cells(audit.total)]
    ).notedLines(within: style.width)
  }

  private func cells(_ counts: AuditCounts) -> [String] {
    let parts = [counts.same] + AuditFinding.Sort.allCases.map { counts.findings[$0, default: 0] }
    return [String(counts.given), String(counts.derived)] + parts.map { $0 == 0 ? "·" : String($0) }
  }

  private var shown: [String] {
    let rows = audit.findings.prefix(limit).map { finding in
      let time = TimeText(finding.zone)
      let name = style.bold(audit.program[finding.rule].name.text)
      return (
        heading: Words.heading(finding.subject, finding.at, in: finding.zone, of: audit.program, style),
        cells: ["  " + time.clock(finding.at), word(finding.sort), name, reason(finding, time)]
      )
    }
    return TextTable.lines(columns: 4, rows, of: audit.findings.count, within: style.width)
  }

  private func word(_ sort: AuditFinding.Sort) -> String {
    switch sort {
    case .missing: style.red(sort.rawValue)
    case .extra: style.green(sort.rawValue)
    case .moved: style.yellow(sort.rawValue)
    }
  }

  private func reason(_ finding: AuditFinding, _ time: TimeText) -> String {
    let verdict = [finding.outcome?.text(heldBy: finding.gate) ?? "", finding.reason].filter { !$0.isEmpty }
      .joined(separator: ": ")
    switch finding.sort {
    case .missing:
      return "the rules speak, since "
        + (finding.reason.isEmpty ? "nothing speaks against it" : finding.reason)
    case .extra: return finding.outcome == .notTriggered ? finding.reason : "by the rules \(verdict)"
    case .moved:
      guard let derived = finding.derivedAt else { return verdict }
      let way = finding.at.milliseconds - derived.milliseconds
      let length = ValueText.duration(abs(way))
      let text =
        "\(length) \(way > 0 ? "late" : "early"): the rules speak at \(time.clock(derived, besides: finding.at))"
      return finding.outcome == .fired || finding.outcome == .notTriggered
        ? text : "\(text); at this instant \(verdict)"
    }
  }

  /// A common cause that is worth checking before the rules.
  private var hint: String {
    let total = audit.total
    if total.given == 0 { return "; no notice of these rules was given: is `rule` mapped to their names?" }
    if total.same == 0, total.findings[.moved] == nil {
      return "; not one is the same: are the times in the same zone and unit?"
    }
    return ""
  }
}
