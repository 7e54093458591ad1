public import PaceLab
import PaceLanguage

/// What `lint` says with `--db` after its findings: whether to keep each rule, tune or retire it, and why.
public enum DataLintText {
  public static func lines(of survey: DataSurvey, _ style: Style) -> [String] {
    let name = survey.program.noun
    var sample = "judged by \(Noun.count(survey.subjects, name))"
    sample += survey.living < survey.subjects ? ", \(survey.living) of them with events" : " with events"
    if survey.closeLooks < survey.subjects {
      sample += "; thresholds and near misses by the first \(survey.closeLooks)"
    }
    let rows = survey.verdicts.map { verdict in
      [word(verdict.advice, style), style.bold(survey.program[verdict.rule].name.text), verdict.reason]
    }
    let table = TextTable([.left, .left, .left], rows: rows)
    return [""] + style.wrapped(sample) + table.lines(within: style.width)
  }

  private static func word(_ advice: RuleVerdict.Advice, _ style: Style) -> String {
    switch advice {
    case .keep: style.green(advice.rawValue)
    case .tune: style.yellow(advice.rawValue)
    case .retire: style.red(advice.rawValue)
    }
  }
}
