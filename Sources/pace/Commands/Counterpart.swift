import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

/// What a verdict is compared with: another preset, another instant, or another subject.
enum Counterpart {
  case preset(PresetID)
  case instant(InstantArgument)
  case subject(SubjectLog)

  /// The id of the other subject; nil if the other side is of the same one.
  var subject: String? { if case .subject(let log) = self { log.id } else { nil } }

  /// Tries a preset's name first, then an instant, then the beginning of a subject's id.
  static func named(
    _ word: String, _ arguments: Arguments, _ pack: Pack, _ choices: Choices
  ) throws(Failure) -> Counterpart {
    let presets = pack.program.presets.map(\.name.text)
    if let preset = presets.firstIndex(of: word) {
      try choices.check(PresetID(preset), pack.program)
      return .preset(PresetID(preset))
    }
    if let instant = InstantArgument(word, now: Clock.now) { return .instant(instant) }
    var known: [String] = []
    do throws(Failure) {
      // A scenario has no other subject than its own.
      if choices.scenario == nil {
        var feed = try LogFeed.open(arguments, pack, choices, subject: word)
        var reader = SubjectReader(
          Plan(pack.program), choices, options: choices.options(column: 0), keepsRows: true, keepsLater: true)
        if let log = try reader.next(&feed) { return .subject(log) }
      }
    } catch .usage(.unknownName(_, _, _, let ids)) {
      known = ids
    }
    let what = Noun.either((presets.isEmpty ? [] : ["preset"]) + ["instant", pack.program.noun])
    throw .usage(.unknownName(what: what, name: word, known: presets + known))
  }

  /// The other side's situation; another subject is looked at equally long after its start.
  ///
  /// `asked` is the instant asked about, which may be after the first side's end.
  func situation(besides one: Situation, asked: Instant, options: Machine.Options) -> Situation? {
    let plan = one.plan
    var options = options
    options.until = one.last
    switch self {
    case .preset(let preset):
      options.preset = preset
      return Situation(plan, one.log, at: asked, options: options)
    case .instant(let argument):
      let calendar = LocalCalendar(zone: one.log.record.zone)
      guard let start = one.log.start, let at = argument.resolved(in: calendar, from: start) else {
        return nil
      }
      return Situation(plan, one.log, at: at, options: options)
    case .subject(let log):
      guard let mine = one.log.start, let theirs = log.start else { return nil }
      let (passed, isFar) = asked.milliseconds.subtractingReportingOverflow(mine.milliseconds)
      let (at, isFarther) = theirs.milliseconds.addingReportingOverflow(passed)
      guard !isFar, !isFarther else { return nil }
      return Situation(plan, log, at: Instant(at), options: options)
    }
  }
}
