import Foundation
import Testing

/// `insights --roll-up`: a figure over the subjects that share an attribute.
struct `Looking back by an attribute` {
  @Test func `a roll-up is the weighted mean over the subjects of a group`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.chores)
    let path = try Self.chores(in: scratch)
    let words = ["insights", pack, "--db", path, "--now", "2026-11-30"]
    let found = try `Looking back`.json(
      words + ["--figure", "progress", "--roll-up", "category", "--weight", "weight"])
    let rollUp = try #require(found["roll_up"] as? [String: Any])
    let groups = rollUp["groups"] as? [[String: Any]] ?? []
    #expect(groups.map { $0["value"] as? String } == ["home", "sport", nil])
    // home: unknown; sport: (1 · 0.5 + 3 · 1) / 4, then 0 done of both; no category: 2 of 4 done.
    #expect((groups[0]["buckets"] as? [Any])?.allSatisfy { $0 is NSNull } == true)
    #expect(groups[1]["buckets"] as? [Double] == [0.875, 0])
    #expect(groups[2]["buckets"] as? [Double] == [0.5, 0])
    let text = try Pace.run(
      words + ["--figure", "progress", "--roll-up", "category", "--weight", "weight"])
    #expect(text.output.contains("Progress today by category, weighted by weight"))
    #expect(text.output.contains(/home +sport +without category\n/), "\(text.output)")
    let page = try Pace.run(
      words + ["--figure", "progress", "--roll-up", "category", "--weight", "weight", "--format", "html"])
    let legend = page.output.matches(of: /<p class="legend">(.*?)<\/p>/).map {
      $0.output.1.replacing(/<[^>]*>/, with: " ").split(separator: "  ").joined(separator: ", ")
    }
    // At home nothing is known of any day: no line.
    #expect(
      legend.contains { $0.contains("sport") && $0.contains("without category") && !$0.contains("home") })
    for (options, message) in [
      (["--roll-up", "category"], "`--roll-up` goes with `--figure`"),
      (["--weight", "weight"], "`--weight` goes with `--roll-up`"),
      (["--figure", "progres"], "did you mean `progress`?"),
      (["--figure", "progress", "--roll-up", "categry"], "did you mean `category`?"),
      (["--figure", "progress", "--roll-up", "category", "--weight", "category"], "a number"),
      (["--figure", "progress", "--by", "hour"], "cannot be given together"),
      (["--stream", "don"], "did you mean `done`?"),
    ] {
      let refused = try Pace.run(words + options)
      #expect(refused.status == 2)
      #expect(refused.remarks.contains(message), "\(options): \(refused.remarks)")
    }
  }

  @Test func `a mean that is not 0 is never shown as 0`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch, Self.chores.replacing("rule r", with: "define some = progress >= 0.007 \"Some\"\nrule r"))
    let path = scratch.path("rare.db")
    // 300 days, of which the first has 7 of 1000.
    try Night.execute(
      """
      CREATE TABLE chore(id TEXT PRIMARY KEY, started_at INTEGER, category TEXT, weight REAL, target REAL);
      CREATE TABLE done(id TEXT PRIMARY KEY, chore TEXT, at INTEGER, value REAL);
      INSERT INTO chore VALUES ('run', \(Night.start), 'sport', 1, 1000);
      INSERT INTO done VALUES ('a', 'run', \(Night.start), 7),
        ('b', 'run', \(Night.start + 299 * 86_400_000), 0);
      """, in: path)
    let words = ["insights", pack, "--db", path, "--now", "2027-12-30", "--roll-up", "category"]
    let text = try Pace.run(words + ["--figure", "progress"]).output
    #expect(text.contains(/Progress today +0 +0\.000023 +0\.007\n/), "\(text)")
    #expect(text.contains(/mean +0\.000023\n/), "\(text)")
    let page = try Pace.run(words + ["--figure", "progress", "--format", "html"]).output
    #expect(page.contains("least 0, mean 0.000023, greatest 0.007"))
    let some = try Pace.run(["insights", pack, "--db", path, "--now", "2027-12-30"]).output
    #expect(some.contains(/Some +no +0\.33 % +yes\n/), "\(some)")
  }

  @Test func `figures without a mean aren't rolled up, and no column calls them means`() throws {
    let scratch = try Scratch()
    let text = """
      subject person { size: number }
      event e of person { bedtime: time }
      define bed = latest(e.bedtime) "Bedtime"
      rule r { on e, emit note "x" }
      """
    let pack = try Scratch.pack(scratch, text)
    let path = scratch.path("bed.db")
    try Night.execute(
      """
      CREATE TABLE person(id TEXT PRIMARY KEY, size REAL);
      CREATE TABLE e(id TEXT PRIMARY KEY, person TEXT, at INTEGER, bedtime TEXT);
      INSERT INTO person VALUES ('a', 10), ('b', 9), ('c', NULL);
      INSERT INTO e VALUES ('1', 'a', \(Night.start), '23:00'), ('2', 'b', \(Night.start), '01:00'),
        ('3', 'c', \(Night.start), '01:00');
      """, in: path)
    let words = ["insights", pack, "--db", path, "--now", "2026-11-30"]
    let refused = try Pace.run(words + ["--figure", "bed", "--roll-up", "size", "--format", "json"])
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.remarks.contains("a figure that has a mean"), "\(refused.remarks)")
    let table = try Pace.run(words).output
    #expect(table.contains("greatest bed") && !table.contains("mean bed"), "\(table)")
  }

  @Test func `groups are in the order of their values`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.chores.replacing("category: text", with: "category: duration"))
    let path = scratch.path("lengths.db")
    try Night.execute(
      """
      CREATE TABLE chore(id TEXT PRIMARY KEY, started_at INTEGER, category INTEGER, weight REAL, target REAL);
      CREATE TABLE done(id TEXT PRIMARY KEY, chore TEXT, at INTEGER, value REAL);
      INSERT INTO chore VALUES ('a', \(Night.start), 600000, 1, 2), ('b', \(Night.start), 3600000, 1, 2),
        ('c', \(Night.start), 60000, 1, 2), ('d', \(Night.start), NULL, 1, 2);
      INSERT INTO done VALUES ('1', 'a', \(Night.start), 1), ('2', 'b', \(Night.start), 1),
        ('3', 'c', \(Night.start), 1), ('4', 'd', \(Night.start), 1);
      """, in: path)
    let words = ["insights", pack, "--db", path, "--now", "2026-11-30"]
    let table = try Pace.run(words + ["--figure", "progress", "--roll-up", "category"]).output
    #expect(table.contains(/1 min +10 min +1 h +without category\n/), "\(table)")
  }

  private static let chores = """
    subject chore { category: text, weight: number = 1, target: number }
    event done of chore { value: number = 1 }
    define progress = sum(done.value, today) / target "Progress today"
    rule r { on done, when progress >= 1, emit praise "Done." }
    """

  private static func chores(in scratch: Scratch) throws -> String {
    let path = scratch.path("chores.db")
    try Night.execute(
      """
      CREATE TABLE chore(id TEXT PRIMARY KEY, started_at INTEGER, category TEXT, weight REAL, target REAL);
      CREATE TABLE done(id TEXT PRIMARY KEY, chore TEXT, at INTEGER, value REAL);
      INSERT INTO chore VALUES ('run', \(Night.start), 'sport', 1, 4), ('swim', \(Night.start), 'sport', 3, 2),
        ('dust', \(Night.start), 'home', 1, NULL), ('misc', \(Night.start), NULL, 1, 4);
      INSERT INTO done VALUES ('a', 'run', \(Night.start), 2), ('b', 'swim', \(Night.start), 2),
        ('c', 'dust', \(Night.start), 9), ('d', 'misc', \(Night.start), 2),
        ('e', 'run', \(Night.start + 86_400_000), 0);
      """, in: path)
    return path
  }
}
