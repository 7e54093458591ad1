import PaceEngine
import PaceLab
public import PaceLanguage

/// Words for what a log holds.
public enum Words {
  /// `session s1`, because an id alone could be anything.
  public static func subject(_ id: String, of program: Program) -> String {
    let name = Noun.words(program.noun)
    return id == name ? id : "\(name) \(id.printable)"
  }

  /// `session s1   Friday 20 November 2026, times in UTC`: the heading above what happened to a subject on a day.
  static func heading(_ id: String, _ instant: Instant, in zone: Zone, of program: Program, _ style: Style)
    -> String
  {
    let time = TimeText(zone)
    return "\(style.bold(subject(id, of: program)))   \(time.day(instant)), times in \(time.zone)"
  }

  /// What stands where a message would, if a guard forbids that.
  public static let messageWithheld = "(message withheld)"

  /// `rule: 2 messages withheld, for the guard forbids it`
  public static func withheld(_ count: Int, by rule: Rule) -> String {
    "\(rule.name.text): \(Noun.count(count, "message")) withheld, for the guard forbids it"
  }

  /// `3 entries · 1 pause`: what was logged, types without any left out.
  public static func events(_ kept: [Int], of program: Program) -> String {
    let parts = zip(kept, program.events).filter { $0.0 > 0 }.map { Noun.count($0.0, $0.1.name.text) }
    return parts.isEmpty ? "no events" : parts.joined(separator: " · ")
  }

  /// `rapid_window from 8 min to 12 min, 5 values`
  static func title(of axis: SweepAxis, in program: Program) -> String {
    "\(axis.name) from \(axis.text(0, program)) to \(axis.text(axis.values.count - 1, program))"
      + ", \(Noun.count(axis.values.count, "value"))"
  }

  /// `4 %`, or a dash for no share; only all is `100 %`, and only nothing `0 %`.
  static func wholePercent(_ share: Double?) -> String {
    guard let share else { return "-" }
    let percent = Int((share * 100).rounded())
    if percent == 100, share < 1 { return ">99 %" }
    return percent == 0 && share > 0 ? "<1 %" : "\(percent) %"
  }

  /// A share, or a mean, with at most four decimals, as many as a share of labels needs: `0.6667`.
  static func decimal(_ share: Double) -> String { ValueText.number(Int64((share * 10_000).rounded()) * 100) }
}
