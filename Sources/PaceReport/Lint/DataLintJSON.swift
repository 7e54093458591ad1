import PaceLab
import PaceLanguage

/// The keys that `lint --format json` has with `--db`: the sample, and a verdict on each rule.
enum DataLintJSON {
  static func write(_ survey: DataSurvey, _ object: inout JSONWriter) {
    object.object("sample") { object in
      object.field("subjects", survey.subjects)
      object.field("subjects_with_events", survey.living)
      object.field("subjects_looked_at_closely", survey.closeLooks)
      object.field("events", survey.kept)
    }
    object.objects("verdicts", survey.verdicts) { verdict, object in
      let record = survey.rules[verdict.rule.index]
      object.field("rule", survey.program[verdict.rule].name.text)
      object.field("verdict", verdict.advice.rawValue)
      object.field("reason", verdict.reason)
      object.field("firings", record.total)
      object.field("subjects", record.subjects)
      object.field("median", raw: String(record.median))
      object.field("mad", raw: String(record.deviation))
      object.field("held", record.held)
    }
  }
}
