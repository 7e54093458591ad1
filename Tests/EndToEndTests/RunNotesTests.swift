import Testing

/// What commands remark of the runs that they make.
struct RunNotesTests {
  private static let overflowing = """
    subject s { m: preset = a }
    event e of s { v: number = 1 }
    param k: number = 1 in 1 .. 9000000000000
    rule two { on e, when count(e) * k * k >= 1, emit n2 "two" }
    preset a { k = 1 }
    preset b { k = 9000000000000 }

    """

  @Test(arguments: [
    ["eval", "--preset", "b"], ["sweep", "--param", "k=1..9000000000000/1000000000000"],
    ["sweep", "--param", "k=1..9000000000000/1000000000000", "--labels", "l.csv"],
    ["compare", "--preset", "a", "--preset", "b"], ["lint"], ["explain", "--preset", "b", "--closest", "5"],
    ["fit", "--param", "k=1..9000000000000/1000000000000", "--labels", "l.csv"],
  ])
  func `an overflow is said once`(words: [String]) throws {
    let scratch = try Scratch()
    try scratch.write("o.pace", Self.overflowing)
    try scratch.write("e.csv", "id,s,at,v\n1,u,1795208460000,1\n2,u,1795298460000,1\n3,w,1795298460000,1\n")
    try scratch.write("l.csv", "u,1795208460000,1795208460000,yes,two\n")
    let result = try Pace.run(
      [words[0], "o.pace"] + words.dropFirst() + ["--db", "e.csv"], folder: scratch.folder)
    let said = "two: `count(e) * k * k` does not fit in a number for u; it counts as unknown\n"
    #expect(result.remarks.ranges(of: said).count == 1, "\(result)")
  }

  @Test(arguments: [
    ["eval"], ["sweep", "--param", "x=10 min..20 min/10 min"], ["compare", "--preset", "a", "--preset", "b"],
    ["fit", "--params", "x", "--labels", "l.csv"],
  ])
  func `an end that a later event takes back is none`(words: [String]) throws {
    let scratch = try Scratch()
    let pack = """
      subject s { m: preset = a }
      event e of s { }
      param x: duration in 1 min .. 60 min step 1 min
      rule one { when since(e) >= x, emit n1 "one" }
      preset a { x = 10 min }
      preset b { x = 30 min }

      """
    try scratch.write("e.csv", "id,s,at\n1,u,1795208460000\n2,u,1795208520000\n")
    try scratch.write("s.csv", "id,started_at,ended_at,m\nu,1795208400000,1795208400001,\n")
    try scratch.write("l.csv", "u,1795208460000,1795208620000,yes,one\n")
    try scratch.write("n.pace", pack)
    let result = try Pace.run(
      [words[0], "n.pace"] + words.dropFirst() + ["--db", "e.csv", "--db", "s.csv"], folder: scratch.folder)
    #expect(result.remarks.contains("1 s had no end, so rules without `on`"), "\(result)")
  }
}
