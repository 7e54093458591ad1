import PaceEngine
public import PaceLab
import PaceLanguage

/// `audit --format json`: one object with the overall totals, the totals of each rule, and every finding.
public enum AuditJSON {
  public static func bytes(of audit: Audit) -> [UInt8] {
    JSONWriter.line { object in
      object.field("subjects", audit.subjects)
      object.field("events", audit.events)
      object.field("differing_subjects", audit.differing)
      write(audit.total, &object)
      object.objects("rules", zip(audit.program.rules, audit.counts)) { pair, object in
        object.field("rule", pair.0.name.text)
        write(pair.1, &object)
      }
      object.objects("findings", audit.findings) { finding, object in write(finding, audit.program, &object) }
    }
  }

  private static func write(_ counts: AuditCounts, _ object: inout JSONWriter) {
    object.field("given", counts.given)
    object.field("derived", counts.derived)
    object.field("same", counts.same)
    for sort in AuditFinding.Sort.allCases {
      object.field(sort.rawValue, counts.findings[sort, default: 0])
    }
  }

  private static func write(_ finding: AuditFinding, _ program: Program, _ object: inout JSONWriter) {
    object.field("sort", finding.sort.rawValue)
    object.field("subject", finding.subject)
    object.fields(at: finding.at)
    object.field("derived_at_ms", finding.derivedAt?.milliseconds)
    object.field("rule", program[finding.rule].name.text)
    object.field("outcome", finding.outcome?.text)
    object.field("gate", finding.gate.map { $0.fullName })
    object.field("reason", finding.reason)
  }
}
