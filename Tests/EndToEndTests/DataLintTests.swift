import Foundation
import PaceOracle
import Testing

/// `lint --db`: what a log says of a pack.
struct DataLintTests {
  private static let pack = """
    subject session { mood: preset = normal, ends after 3 h without drink }
    event drink of session {
      units: number = 1 in 0 .. 50
      strength: number = 5 in 0 .. 100
      kind beer { units = 1 }
      kind wine { units = 1 }
      kind shot { units = 1 }
    }
    param most: number = 4 in 1 .. 50 step 1
    param far: number = 40 in 1 .. 50 step 1
    preset normal { most = 4, far = 40 }
    preset lax extends normal { far = 41 }
    order lax < normal
    rule often { on drink, emit warning "A drink.", severity 1 }
    rule much { on drink, when sum(drink.units, last 2 h) >= most, emit warning "Much.", severity 2 }
    rule flood { on drink, when sum(drink.units, last 2 h) >= far, emit warning "Flood.", severity 3 }
    rule almost { on drink, when sum(drink.units, last 2 h) > 6, emit warning "Almost.", severity 3 }
    rule shots { on shot, emit warning "A shot.", severity 1 }
    rule never { on drink, unless count(drink) >= 1, emit praise "None.", severity 1 }
    """

  /// Nights of drinks, ten minutes apart: mostly six; the tenth night ends after three.
  private func database(
    _ scratch: Scratch, nights: Int, drinks: (Int) -> Int = { $0 == 9 ? 3 : 6 }
  ) throws -> String {
    let path = scratch.path("nights.db")
    var sql = """
      CREATE TABLE session(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER, mood TEXT);
      CREATE TABLE drink(id TEXT PRIMARY KEY, session TEXT, at INTEGER, kind TEXT, units REAL, strength REAL);

      """
    for night in 0..<nights {
      for drink in 0..<drinks(night) {
        let at = Night.start + Int64(night) * 86_400_000 + Int64(drink) * 600_000
        sql += "INSERT INTO drink VALUES ('\(night)-\(drink)', 'n\(night)', \(at), "
        sql += "'\(drink % 2 == 0 ? "beer" : "wine")', NULL, NULL);\n"
      }
    }
    try Night.execute(sql, in: path)
    return path
  }

  private func lint(
    _ scratch: Scratch, nights: Int, drinks: (Int) -> Int = { $0 == 9 ? 3 : 6 }
  ) throws -> [String: Any] {
    let pack = try Scratch.pack(scratch, Self.pack)
    let path = try database(scratch, nights: nights, drinks: drinks)
    let result = try Pace.run("lint", pack, "--db", path, "--format", "json")
    #expect(result.status == 0, "\(result.remarks)")
    return try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any] ?? [:]
  }

  @Test func `each rule gets a verdict with its reason`() throws {
    let json = try lint(try Scratch(), nights: 10)
    let verdicts = (json["verdicts"] as? [[String: Any]] ?? []).map { verdict in
      "\(verdict["rule"] ?? ""): \(verdict["verdict"] ?? "") \(verdict["reason"] ?? "")"
    }
    #expect(
      verdicts == [
        "often: tune it is noisy: fires 57 times, in 10 of 10, median 6 (MAD 0), far more than other rules",
        "much: tune `most` stands on a cliff: 27 firings at 4, 37 at 3",
        "flood: retire it never fires and comes no nearer than sum(drink.units, last 2 h) = 6 >= 40 (far) is false",
        "almost: tune it never fires, but comes no nearer than sum(drink.units, last 2 h) = 6 > 6 is false",
        "shots: retire `shot` is never logged here",
        "never: tune it never speaks: each of its 57 firings is held back",
      ])
    #expect((json["sample"] as? [String: Any])?["events"] as? Int == 57)
  }

  @Test(arguments: [(busy: 2, cliff: ""), (busy: 3, cliff: "9 firings at 4, 12 at 3")])
  func `three firings more are a cliff, two are none`(busy: Int, cliff: String) throws {
    let json = try lint(try Scratch(), nights: 10) { $0 < busy ? 6 : 1 }
    let found = (json["verdicts"] as? [[String: Any]] ?? []).first { $0["rule"] as? String == "much" }
    let reason = try #require(found?["reason"] as? String)
    #expect(reason.contains("cliff") == !cliff.isEmpty, "\(reason)")
    #expect(cliff.isEmpty || reason.hasSuffix(cliff), "\(reason)")
  }

  /// The rule's firings at 2 and 3, all else as each subject has it.
  @Test(arguments: [
    ("count(e) >= p or count(e) <= q", nil), ("count(e) >= p and q == 5", "12 firings at 2, 18 at 1"),
  ])
  func `a cliff is that of a sweep, where subjects have presets of their own`(
    condition: String, cliff: String?
  ) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { mode: preset = a }
      event e of s { }
      param p: number in 1 .. 10 step 1
      param q: number in 1 .. 10 step 1
      preset a { p = 2, q = 1 }
      preset b { p = 2, q = 5 }
      rule r { on e, when \(condition), emit warning "r" }
      """)
    let path = scratch.path("log.db")
    var sql = "CREATE TABLE s(id TEXT PRIMARY KEY, mode TEXT); CREATE TABLE e(id TEXT, s TEXT, at INTEGER);"
    for subject in 0..<6 {
      sql += "INSERT INTO s VALUES ('s\(subject)', 'b');"
      for row in 0..<3 { sql += "INSERT INTO e VALUES ('\(subject)\(row)', 's\(subject)', \(row + 1)000);" }
    }
    try Night.execute(sql, in: path)
    let said = try Pace.run("lint", pack, "--db", path).output
    let told = said.components(separatedBy: "stands on a cliff: ").dropFirst().map {
      $0.prefix { $0 != "\n" }
    }
    #expect(told.last.map(String.init) == cliff, "\(said)")
  }

  /// Steps that no rule feels together are taken in one run; `both` feels two of them.
  @Test(arguments: ["", "rule both { on e, when count(e) >= p + q, emit warning \"both\" }"])
  func `a cliff is that of one step, whatever else is stepped`(other: String) throws {
    let scratch = try Scratch()
    func reasons(_ params: [String], _ other: String = "") throws -> [String: String] {
      let declarations = params.map {
        """
        param \($0): number = 3 in 1 .. 10 step 1
        rule r\($0) { on e, when count(e) >= \($0), emit warning "r" }

        """
      }
      let pack = try Scratch.pack(
        scratch, "subject s {}\nevent e of s {}\n\(declarations.joined())\(other)\n")
      let json = try Pace.run("lint", pack, "--db", scratch.path("log.db"), "--format", "json").output
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      let verdicts = object?["verdicts"] as? [[String: Any]] ?? []
      return Dictionary(
        uniqueKeysWithValues: verdicts.map { ("\($0["rule"] ?? "")", "\($0["reason"] ?? "")") })
    }
    var sql = "CREATE TABLE s(id TEXT PRIMARY KEY); CREATE TABLE e(id TEXT, s TEXT, at INTEGER);"
    for subject in 0..<6 {
      sql += "INSERT INTO s VALUES ('s\(subject)');"
      for row in 0..<4 { sql += "INSERT INTO e VALUES ('\(subject)\(row)', 's\(subject)', \(row + 1)000);" }
    }
    try Night.execute(sql, in: scratch.path("log.db"))
    let alone = try #require(try reasons(["p"])["rp"])
    #expect(alone.contains("stands on a cliff: 12 firings at 3"), "\(alone)")
    let together = try reasons(["p", "q"], other)
    #expect(together["rp"] == alone)
    #expect(together["rq"] == alone.replacing("`p`", with: "`q`"))
  }

  @Test func `the spread of firings is the median distance from their median`() throws {
    let json = try lint(try Scratch(), nights: 10) { $0 + 4 }
    let reasons = (json["verdicts"] as? [[String: Any]] ?? []).map { $0["reason"] as? String ?? "" }
    #expect(reasons.first?.contains("median 8.5 (MAD 2.5)") == true, "\(reasons)")
  }

  @Test func `findings name what the log never has and what makes no difference in it`() throws {
    let json = try lint(try Scratch(), nights: 10)
    let findings = (json["findings"] as? [[String: Any]] ?? []).map { finding in
      "\(finding["line"] ?? "") \(finding["code"] ?? "") \(finding["message"] ?? "")"
    }
    func message(_ start: String) -> String { findings.first { $0.hasPrefix(start) } ?? "" }
    #expect(message("4 unseen-here").hasSuffix("gives `strength`, so that defaults stand for all"))
    #expect(message("7 unseen-here") == "7 unseen-here none of the 57 rows of `drink` is of kind `shot`")
    #expect(
      message("12 same").hasSuffix("`lax` and `normal` give the same notices and levels in 10 sessions"))
    #expect(message("16 never").contains("`flood` never fires in 10 sessions; it came nearest in `n0`"))
    #expect(message("14 noisy").contains("`often` is noisy"))
    #expect(message("9 threshold").hasSuffix("fires 27 times at 4 and 37 times at 3, in 10 sessions"))
  }

  @Test func `few subjects are too few to judge by, and an allowance counts although no log is given`() throws
  {
    let scratch = try Scratch()
    let json = try lint(scratch, nights: 2)
    let reasons = (json["verdicts"] as? [[String: Any]] ?? []).map { $0["reason"] as? String ?? "" }
    #expect(reasons.allSatisfy { $0.hasPrefix("2 sessions with events: too few to judge by") })
    let allowed = Self.pack.replacingOccurrences(
      of: "rule often", with: "# allow noisy-here, wanted so\nrule often")
    let pack = try Scratch.pack(scratch, allowed, name: "allowed.pace")
    #expect(try !Pace.run("lint", pack).output.contains("unused-allow"))
    let page = try Pace.run("lint", "--explain", "noisy-here")
    #expect(page.status == 0)
    #expect(page.output.contains("MAD"))
  }

  @Test func `only what can be measured has a margin, and only what can be swept is to be swept`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject session { mood: preset = normal }
      event drink of session {
        units: number = 1 in 0 .. 50
        strength: number = 5 in 0 .. 100
        kind beer { units = 1 }
        kind wine { units = 1 }
      }
      param most: number in 1 .. 50 step 1
      preset normal { most = 8 }
      rule exact { on drink, when count(drink) == 0, emit warning "Exact." }
      rule plain { on drink, when fires(fixed), emit warning "Plain." }
      rule both { on drink, when fires(fixed) and sum(drink.units, last 2 h) > 7, emit warning "Both." }
      rule fixed { on drink, when sum(drink.units, last 2 h) > 7, emit warning "Fixed." }
      rule inside { on drink, when not (sum(drink.units, last 2 h) <= most), emit warning "Inside." }
      rule between { on drink, when sum(drink.units) in 8 .. 9, emit warning "Between." }
      rule listed { on drink, when sum(drink.units) in (8, 40), emit warning "Listed." }
      define heavy = sum(drink.units, last 2 h) > 7
      define calm = not heavy
      rule named { on drink, when heavy, emit warning "Named." }
      rule denied { on drink, when not calm, emit warning "Denied." }
      rule monthly { on drink, when count(drink, last 30 d) > 99, emit warning "Monthly." }
      """)
    let path = try database(scratch, nights: 10)
    let result = try Pace.run("lint", pack, "--db", path, "--format", "json")
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any] ?? [:]
    var told: [String: String] = [:]
    for finding in json["findings"] as? [[String: Any]] ?? []
    where finding["code"] as? String == "never-fires-here" {
      let message = finding["message"] as? String ?? ""
      let name = message.split(separator: "`")[0]
      told[String(name)] =
        "\(message.split(separator: "; ", maxSplits: 1).last ?? "") | \(finding["help"] ?? "")"
    }
    #expect(told["exact"] == "in `n0`: count(drink) = 1 == 0 is false | <null>")
    #expect(told["plain"] == "in `n0`: fires(fixed) is no | <null>")
    #expect(told["both"]?.contains("%") == false, "\(told["both"] ?? "")")
    #expect(
      told["fixed"]
        == "it came nearest in `n0`: sum(drink.units, last 2 h) = 6 > 7 is false | it lacked 14.3 % there")
    // A name for a condition changes nothing.
    for name in ["named", "denied"] { #expect(told[name] == told["fixed"]) }
    #expect(
      told["inside"]
        == "it came nearest in `n0`: sum(drink.units, last 2 h) = 6 <= 8 (most) | it lacked 25.0 % "
        + "there; `pace sweep \(pack) --db \(path) --param most` shows from which value on it would speak")
    #expect(told["between"]?.hasSuffix("| it lacked 22.2 % there") == true, "\(told["between"] ?? "")")
    #expect(
      told["listed"] == "it came nearest in `n0`: sum(drink.units) in (8, 40) is no | it lacked 25.0 % there")
    let reasons = (json["verdicts"] as? [[String: Any]] ?? []).map {
      "\($0["verdict"] ?? "") \($0["reason"] ?? "")"
    }
    let tooShort = "the longest of 10 sessions covers 50 min, and the rule looks 30 d far"
    #expect(reasons.last == "keep too little to tell: \(tooShort)")
    #expect(reasons.first == "tune it never fires: count(drink) = 1 == 0 is false")
    #expect(reasons[1] == "tune it never fires: fires(fixed) is no")
  }

  /// Sessions of two days; half of them have rows.
  @Test func `commands that are suggested read the same rows in the same way`() throws {
    let scratch = try Scratch()
    let rules = """
      subject s { }
      event cup of s { mg: number = 1 }
      source csv { cup from cup { id = id, s = s, at = at, mg = mg } }
      param most: number = 40 in 1 .. 50 step 1
      param far: number = 40
      rule high { on cup, when sum(cup.mg) >= most, emit note "High." }
      rule higher { on cup, when sum(cup.mg) >= far, emit note "Higher." }
      rule held { on cup, when count(cup) >= 1, emit note "Held.", unless sum(cup.mg) > 1 }
      """
    let pack = try Scratch.pack(scratch, rules)
    let cups = (0..<6).map { "c\($0),a\($0 % 2),\(Night.start + Int64($0) * 60_000),2\n" }.joined()
    let files = [scratch.path("cup.csv"), scratch.path("other.csv")]
    try Data("id,s,at,mg\n\(cups)".utf8).write(to: URL(filePath: files[0]))
    try Data("id,note\n1,x\n".utf8).write(to: URL(filePath: files[1]))
    let log =
      files.flatMap { ["--db", $0] } + ["--source", "csv", "--subject", "a1", "--zone", "Asia/Tokyo"]
    let told = try Pace.run(["lint", pack] + log).output
    let given =
      "\(pack) --db \(files[0]) --db \(files[1]) --subject a1 --zone Asia/Tokyo --source csv"
    for command in [
      "pace sweep \(given) --param most", "pace sweep \(given) --param far=…",
      "pace explain \(given) --rule held --all",
    ] { #expect(told.contains("`\(command)`"), "\(told)") }
    for words in [
      ["sweep", pack] + log + ["--param", "most"], ["explain", pack] + log + ["--rule", "held", "--all"],
    ] {
      let run = try Pace.run(words)
      #expect(run.status == 0 && !run.output.isEmpty, "\(run)")
    }
  }

  @Test(
    arguments: cases([
      ("mg: number, kind black { mg = 5 }, kind green { mg = 3 }", nil),
      ("mg: number, kind black { mg = 5 }, kind green", "it is unknown in 1 of them"),
      ("mg: number, kind black, kind green", "it is unknown in all"),
      ("mg: number = 2, kind black { mg = 5 }, kind green", "defaults stand for 1 of them"),
      ("mg: number = 2, kind black, kind green", "defaults stand for all"),
    ]))
  func `a field that the kinds of all rows give is no finding`(_ given: Case<(String, String?)>) throws {
    let (fields, effect) = given.value
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      "subject s { }\nevent cup of s { \(fields) }\nrule r { on cup, when sum(cup.mg) > 9, emit note \"x\" }")
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE s(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER);
      CREATE TABLE cup(id TEXT PRIMARY KEY, s TEXT, at INTEGER, kind TEXT, mg REAL);
      INSERT INTO cup VALUES ('1', 'a', 1772359200000, 'black', NULL), ('2', 'a', 1772359260000, 'green', NULL);
      """, in: path)
    let told = try Pace.run("lint", pack, "--db", path).output
    let finding = effect.map { "none of the 2 rows of `cup` gives `mg`, so that \($0)" }
    #expect(told.contains("gives `mg`") == (finding != nil), "\(told)")
    if let finding { #expect(told.contains("\(finding)\n"), "\(told)") }
  }

  @Test func `subjects without rows count as in eval`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject session { }
      event drink of session { }
      rule quiet { at 21:00, when count(drink, today) < 1, emit warning "Nothing." }
      """)
    let path = scratch.path("log.db")
    var sql = "CREATE TABLE session(id TEXT, started_at INTEGER, ended_at INTEGER);"
    sql += "CREATE TABLE drink(id TEXT, session TEXT, at INTEGER);"
    for session in 0..<12 {
      sql += "INSERT INTO session VALUES ('s\(session)', 0, 172800000);"
      for day in 0..<2 where session < 6 {
        let at = day * 86_400_000 + 3_600_000
        sql += "INSERT INTO drink VALUES ('\(session)-\(day)', 's\(session)', \(at));"
      }
    }
    try Night.execute(sql, in: path)
    let told = try Pace.run("eval", pack, "--db", path).output
    #expect(told.contains("12 notices"), "\(told)")
    let said = try Pace.run("lint", pack, "--db", path).output
    #expect(!said.contains("never fires"), "\(said)")
    #expect(said.contains("judged by 12 sessions, 6 of them with events"), "\(said)")
    #expect(said.contains("keep  quiet  fires 12 times, in 6 of 12, median 1 (MAD 1)"), "\(said)")
  }

  @Test func `a log is as long as its longest subject`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event bite of person { }
      rule month { at 09:00, when streak(days where count(bite, today) == 0) == 30, emit praise "Thirty." }
      """)
    func verdict(daysOfLast: [Int]) throws -> String {
      var sql = "CREATE TABLE bite(id TEXT, person TEXT, at INTEGER);"
      for person in 0..<6 {
        for day in person == 5 ? daysOfLast : [0, 5] {
          sql += "INSERT INTO bite VALUES ('\(person)-\(day)', 'p\(person)', \(day * 86_400_000 + 1));"
        }
      }
      let path = scratch.path("log-\(daysOfLast.count)-\(daysOfLast[0]).db")
      try Night.execute(sql, in: path)
      return try Pace.run("lint", pack, "--db", path).output
    }
    for days in [[0, 5], [60, 65]] {
      let said = try verdict(daysOfLast: days)
      let reason = "too little to tell: the longest of 6 persons covers 5 d, and the rule looks 30 d far"
      #expect(said.contains("keep  month  \(reason)"), "\(said)")
    }
    #expect(try verdict(daysOfLast: [0, 10, 20, 31]).contains("retire  month"))
  }

  @Test func `a log needs one program, and what goes with it`() throws {
    let scratch = try Scratch()
    let path = try database(scratch, nights: 1)
    #expect(try Pace.run("lint", "rules", "--db", path).status == 2)
    for words in [["--subject", "n1"], ["--timeout", "5 s"], ["--strict"]] {
      let alone = try Pace.run(["lint", "take-care"] + words)
      #expect(alone.status == 2 && alone.remarks.contains("`\(words[0])` goes with `--db`"), "\(alone)")
    }
    #expect(try Pace.run("lint", "take-care", "--db", path, "--fix").status == 2)
    #expect(try Pace.run("lint", "take-care", "--db", scratch.path("none.db")).status == 3)
  }
}
