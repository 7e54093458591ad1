import PaceLanguage
import Testing

struct GrammarTests {
  @Test(
    "These are programs",
    arguments: [
      // Where a newline ends nothing.
      "define a = 1 +\n 2\n * 3\n and (b\n or\n c)\n else d",
      "define a =\n\n 1 - 2",
      "stream s = a,\n  b,\n  c\nstream t = s\n",
      "scale p = low\n < mid \"red\"\n < high \"#ff0000\"",
      "subject s {\n  a: number = 1\n  in 0 .. 5\n  in: number = 2\n  b: x |\n y\n}",
      "rule r {\n  when a\n  for 5 min\n  until b\n  on c\n}",
      // Keywords are reserved only where they are expected.
      "rule when {\n  when when > count and last in min to max\n  emit emit \"x\"\n}",
      "subject subject {\n  ends: bool = no\n  ends after ends without without\n}",
      "event kind of day {\n  debounce: number\n  debounce 60 s\n  kind kind \"label\" { debounce = 1, debounce 5 s }\n}",
      "preset preset extends order \"label\" { yes = no, in = in }\norder order < preset",
      "param param: preset | date = preset \"x\"",
      // Commas, and lists that keep theirs.
      "preset a { ,, x = 1,, y = 2\n,\n}",
      "guard {\n  never say \"a\", \"b\",\n    \"c\", never say \"d\"\n}",
      "scenario \"x\" {\n presets a, b\n expect r at 21:00 exactly 2 times under a, b, expect\n}",
      "rule r { on a, when b, unless c, limit 3 today, limit 2, limit 1 after x, repeat daily }",
      // Everything else.
      "calendar { zone \"Europe/Berlin\", day starts 04:00, week starts mon }",
      "include \"a.pace\" include \"b.pace\" preset x {} preset y {}",
      "define a = 2026-11-20 == date and x - 2026-11-2",
      "define a = x in 07:00..22:00:30.500 and not y in -1..- 2 else z",
      "define a = streak(days where x > 1 skip not due(s)) - elapsed(07:00 to bed) / 1h30min \"label\"",
      "define a = x in (1, 2) and y in (a) and z in (1 + 2) .. 5 and u in (1) * 2 to 5 or v in\n (a,\n b)",
      "define round = round(floor(a, 0.5), 1)\ndefine floor = round\ndefine median = gap + median(a.b)",
      "define yesterday = count(a, yesterday)\ndefine b = sum(yesterday.last, last yesterday) + yesterday",
      "define a = --1 - -2 % 3 + min(a.b) * sum(a.b, this week)",
      "rule r {\n  every 2 h from 08:00 to x\n  raise p to high when fired\n  quiet 22:00 to 07:00\n}",
      "source s {\n  e from \"T x\" where Kind == \"1\" { a = A as { \"0\" = x, 1 = -2.5 }, b = yes, c = 5 min as minutes }\n}",
      "source s {\n e from json where t == \"x\" and has a.b\n and \"c d\".e == 1 each list.f { a = b.c as iso8601, d = yes }\n"
        + " e from json where has == 1 { json = each.has }\n e from json each each {}\n e from \"json\" {}\n}",
      "scenario \"x\" {\n start 2026-11-20 21:00\n zone \"UTC\"\n set a = 1\n subject { b = 2 }\n at day 2 07:00 e { v = 1 }\n"
        + " at 2026-11-20 21:00:05 e\n given r at +1 h 5 min\n ended at 23:00\n until +2 d\n expect nothing\n expect no r\n"
        + " expect p >= high\n expect r held by policy limit saying \"x\" at 21:00\n expect r is not_triggered\n}",
    ])
  func isProgram(text: String) {
    #expect(Parsed(text).summary == "")
  }

  @Test(
    "A newline ends an item",
    arguments: [
      "define a = 1\n- 2", "define a = 1\n\"label\"", "rule r\n{ on x }", "rule r {\n  raise p\n  to high\n}",
      "stream s = a\n, b", "param a: number in 1 ..\n 2", "policy p {\n  unless a\n  for 5 min\n}",
      "define a = count\n(x)",
    ])
  func newlineEnds(text: String) {
    #expect(Parsed(text).syntax.hasErrors)
  }

  private func value(_ expression: String) throws -> ExpressionKind {
    guard
      case .define(let define) = try #require(Parsed("define x = \(expression)").syntax.declarations.first)
    else {
      return .invalid
    }
    return define.value.kind
  }

  @Test(
    "Literals have exact values",
    arguments: [
      ("1.5", .number(1_500_000)), ("-0.000001", .number(-1)), ("1 h 30 min", .duration(5_400_000)),
      ("1.5h", .duration(5_400_000)),
      ("- 250 ms", .duration(-250)), ("1d2h3min4s5ms", .duration(93_784_005)),
      ("21:09:00.007", .time(76_140_007)),
      ("2026-11-20", .date(20_777)), ("no", .bool(false)), ("\"a\\n\\\"b\\\"\"", .string("a\n\"b\"")),
    ] as [(String, LiteralKind)])
  func literals(text: String, expected: LiteralKind) throws {
    guard case .literal(let literal) = try value(text) else {
      Issue.record("`\(text)` is no literal")
      return
    }
    #expect(literal.kind == expected)
  }

  @Test("In parentheses a duration goes on over a line's end", arguments: ["30\n min", "\n30 min", "30 min"])
  func brokenDuration(rest: String) throws {
    guard case .parenthesized(let inner) = try value("(1 h \(rest))"), case .literal(let literal) = inner.kind
    else {
      Issue.record("`\(rest)` is no literal")
      return
    }
    #expect(literal.kind == .duration(5_400_000))
  }

  /// The expression with every operation in parentheses.
  private func grouped(_ expression: Expression, _ file: SourceFile) -> String {
    switch expression.kind {
    case .binary(let operation, let a, let b): "(\(grouped(a, file)) \(operation.text) \(grouped(b, file)))"
    case .comparison(let relation, let a, let b): "(\(grouped(a, file)) \(relation.text) \(grouped(b, file)))"
    case .within(let x, let low, let high, let isClosed):
      "(\(grouped(x, file)) in \(grouped(low, file)) \(isClosed ? ".." : "to") \(grouped(high, file)))"
    case .not(let a): "(not \(grouped(a, file)))"
    case .negate(let a): "(-\(grouped(a, file)))"
    case .parenthesized(let a): grouped(a, file)
    default: file.text(in: expression.span)
    }
  }

  @Test(
    "Operators bind as the grammar says",
    arguments: [
      ("a or b and not c == d + e * f else g", "(a or (b and (not (c == (d + (e * (f else g)))))))"),
      ("a - b - c / d % e", "((a - b) - ((c / d) % e))"),
      ("a else b else -c * d", "(((a else b) else (-c)) * d)"),
      ("not a in b .. c and d in e + 1 to f", "((not (a in b .. c)) and (d in (e + 1) to f))"),
      ("(a or b) and c", "((a or b) and c)"),
      ("15 % -4", "(15 % -4)"),
      ("least(a + b, greatest(c, d or e)) * f", "(((a + b) least (c greatest (d or e))) * f)"),
    ])
  func operatorsBind(text: String, expected: String) throws {
    let parsed = Parsed("define x = \(text)")
    guard case .define(let define) = try #require(parsed.syntax.declarations.first) else { return }
    #expect(grouped(define.value, parsed.file) == expected)
  }
}
