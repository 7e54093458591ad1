import PaceEngine
import PaceLanguage

/// An evening of tea, as an app follows it.
func evening(_ rules: String, from nine: Instant) throws -> [String] {
  let pack = try Pack(text: rules)
  var coach = try pack.follow(zone: .utc)
  for cup: Int64 in 0..<3 {
    try coach.log("black", at: Instant(nine.milliseconds + cup * 30 * 60_000))
  }
  var said = coach.notices().map { "\($0.rule): \($0.message)" }
  said.append("buzz is \(coach.levels["buzz"] ?? "unknown")")
  let why = try coach.explain("wired")
  said.append("\(why.outcome.text): \(why.condition?.text ?? "")")
  if let wake = coach.nextInstant { coach.advance(to: wake) }
  return said + ["then \(coach.levels["buzz"] ?? "unknown")"]
}
