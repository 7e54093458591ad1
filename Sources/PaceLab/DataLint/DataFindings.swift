import PaceLanguage

/// A finding of a survey, at its place.
struct DataFinding: Sendable {
  var span: SourceSpan
  var message: String
  var help: String?
}

/// What a survey found, by the code of the lint rule that reports it.
struct DataFindings {
  private let survey: DataSurvey
  private(set) var findings: [String: [DataFinding]] = [:]

  init(_ survey: DataSurvey) {
    self.survey = survey
    // A log without events says nothing of rules.
    guard survey.living > 0 else { return }
    findings = [
      "never-fires-here": silent, "noisy-here": noisy, "unseen-here": unseen, "same-presets-here": alike,
      "threshold-on-cliff": cliffs,
    ]
  }

  private var program: Program { survey.program }

  private var silent: [DataFinding] {
    program.rules.indices.filter { survey.isSilent($0) }.map { index in
      let record = survey.rules[index]
      let name = program.rules[index].name
      var message = "`\(name.text)` never fires in \(survey.sample)"
      var help: String?
      if record.held > 0 {
        message += ": \(record.heldWords)"
        help = "see which gate it is with `pace explain PACK --db FILE --rule \(name.text) --all`"
      } else if let nearest = record.nearest {
        message += nearest.shortfall == nil ? "; in `" : "; it came nearest in `"
        message += "\(nearest.subject)`: \(nearest.text)"
        help = lack(nearest)
      }
      return DataFinding(span: name.span, message: message, help: help)
    }
  }

  /// Says by how much a rule fell short, and which sweep shows more; nil if there is nothing to say.
  private func lack(_ nearest: NearestApproach) -> String? {
    guard let share = nearest.shortfall, !nearest.isTrue else { return nil }
    let lack =
      share == 0 ? "it stood right at the threshold there" : "it lacked \(ValueText.percent(share)) there"
    guard let param = nearest.param else { return share < 1 ? lack : nil }
    return "\(lack); \(sweep(of: param)) shows from which value on it would speak"
  }

  /// The command that tries values of a parameter: those of its range if it has one.
  private func sweep(of param: ParamID) -> String {
    let name = program.params[param.index].name.text
    var values = ""
    do throws(SweepAxisProblem) { _ = try SweepAxis(name, in: program) } catch { values = "=…" }
    return "`pace sweep PACK --db FILE --param \(name)\(values)`"
  }

  private var noisy: [DataFinding] {
    program.rules.indices.filter { survey.isNoisy($0) }.map { index in
      let name = program.rules[index].name
      return DataFinding(
        span: name.span, message: "`\(name.text)` is noisy: it \(survey.frequency(of: survey.rules[index]))",
        help: "a higher threshold, a cooldown or a limit makes it rarer")
    }
  }

  private var unseen: [DataFinding] {
    var found: [DataFinding] = []
    for (type, event) in program.events.enumerated() {
      let count = survey.events[type]
      if count == 0 {
        found.append(
          DataFinding(
            span: event.name.span, message: "no event of \(survey.sample) is of `\(event.name.text)`",
            help: "is it mapped by the source in use?"))
        continue
      }
      let lacking =
        count == 1
        ? "the one row of `\(event.name.text)`" : "none of the \(count) rows of `\(event.name.text)`"
      let (isOf, gives) = count == 1 ? ("is not", "does not give") : ("is", "gives")
      for (kind, seen) in zip(event.kinds, survey.kinds[type]) where seen == 0 {
        found.append(
          DataFinding(span: kind.name.span, message: "\(lacking) \(isOf) of kind `\(kind.name.text)`"))
      }
      for (place, field) in event.fields.enumerated() where survey.fields[type][place] == 0 {
        guard let effect = effect(ofMissing: place, in: event, kinds: survey.kinds[type], rows: count) else {
          continue
        }
        found.append(
          DataFinding(
            span: field.name.span,
            message: "\(lacking) \(gives) `\(field.name.text)`, so that \(effect)",
            help: "is it mapped by the source in use?"))
      }
    }
    return found
  }

  /// What becomes of a field that no row gives; nil if the kinds of all rows give it, which is then intended.
  ///
  /// - Parameter kinds: how many of the rows are of each kind.
  private func effect(
    ofMissing field: Int, in event: EventType, kinds: [Int], rows: Int
  ) -> String? {
    let given = zip(event.kinds, kinds).reduce(0) { $0 + ($1.0.values[field] == nil ? 0 : $1.1) }
    if given == rows { return nil }
    if rows == 1 { return event.fields[field].initial == nil ? "it is unknown" : "its default counts" }
    let rest = given == 0 ? "all" : "\(rows - given) of them"
    return event.fields[field].initial == nil ? "it is unknown in \(rest)" : "defaults stand for \(rest)"
  }

  private var alike: [DataFinding] {
    var found: [DataFinding] = []
    for second in program.presets.indices {
      for first in 0..<second where !survey.presetsDiffer[first][second] {
        let (one, other) = (program.presets[first].name, program.presets[second].name)
        found.append(
          DataFinding(
            span: other.span,
            message: "`\(other.text)` and `\(one.text)` give the same notices and levels in \(survey.sample)")
        )
      }
    }
    return found
  }

  private var cliffs: [DataFinding] {
    survey.cliffs.map { cliff in
      let param = program.params[cliff.param.index].name
      let rule = program[cliff.rule].name.text
      return DataFinding(
        span: param.span,
        message:
          "`\(param.text)` stands on a cliff: `\(rule)` fires \(Noun.count(cliff.firings.before, "time")) at "
          + "\(cliff.value) and \(Noun.count(cliff.firings.after, "time")) at \(cliff.neighbour), in "
          + Noun.count(cliff.subjects, program.noun),
        help: "\(sweep(of: cliff.param)) shows where it is flat")
    }
  }
}
