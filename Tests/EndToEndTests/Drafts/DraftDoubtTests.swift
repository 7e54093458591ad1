import Foundation
import Testing

/// Drafts for logs with a bad cell, or with columns that no name explains.
struct DraftDoubtTests {
  private static let pack = "subject user { }\nevent act of user { n: number = 1 }"

  /// What `eval` says of a log that the pack has no source for.
  private func remarks(_ make: (Scratch) throws -> String) throws -> String {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.pack)
    let result = try Pace.run("eval", pack, "--db", try make(scratch))
    #expect(result.status == 3, "\(result)")
    return result.remarks
  }

  // MARK: Times

  @Test(arguments: ["2026-03-29 25:00", "2026-02-30 11:00", "26.03.2026 11:00", "1777980000"])
  func `a cell that is no time hides no column of times, and is named`(bad: String) throws {
    let rows = "Nr,When\n1,2026-03-28 23:00\n2,2026-03-29 04:30\n5,\(bad)\n"
    let remarks = try remarks { try $0.write("diary.csv", rows).path }
    #expect(remarks.contains("at = When as iso8601  # check: rows with `\(bad)` are skipped\n"), "\(remarks)")
  }

  @Test func `half of the cells are enough, fewer are not, and then the nearest is named`() throws {
    let good = "1,2026-03-28 23:00\n2,2026-03-29 04:30\n"
    let half = try remarks { try $0.write("diary.csv", "Nr,When\n" + good + "3,soon\n4,late\n").path }
    #expect(half.contains("at = When as iso8601  # check: rows with `late`, `soon` are skipped\n"), "\(half)")
    let fewer = "Nr,Seen,When\n1,never,2026-03-28 23:00\n2,never,soon\n3,never,late\n"
    let none = try remarks { try $0.write("diary.csv", fewer).path }
    let told = "no source is drafted: no column of a table with rows holds times: "
    #expect(none.contains(told + "`When` of `diary` comes nearest, but `late` is not a time that"), "\(none)")
  }

  // MARK: Subjects

  @Test(arguments: ["who", "usr", "user_name", "Owner ID"])
  func `a column called like one of people is taken, though all rows are those of one`(name: String) throws {
    let rows = "when,\(name),amount\n2026-05-05 10:00,Ada,2\n2026-05-05 10:05,Ada,2\n"
    let remarks = try remarks { try $0.write("log.csv", rows).path }
    let column = name.contains(" ") ? "\"\(name)\"" : name
    #expect(remarks.contains("user = \(column)  # check: is this the user?\n"), "\(remarks)")
    #expect(remarks.contains("n = amount  # check: the only number left over\n"), "\(remarks)")
  }

  @Test func `columns that may name the subject are listed, with the line for the first`() throws {
    let rows = """
      when,colour,sort_code,Act,flag,note,dev_id,amount
      2026-05-05 10:00,red,x,in,yes,one,7,2
      2026-05-05 10:05,blue,y,out,no,two,8,2
      2026-05-05 10:10,red,y,in,yes,three,7,3

      """
    let remarks = try remarks { try $0.write("log.csv", rows).path }
    #expect(
      remarks.contains(
        """
            # check: no column names the user, so all rows are those of one
            # check: if `dev_id` or `colour` does, add `user = dev_id`

        """), "\(remarks)")
  }

  @Test func `a member of an object may name the subject too`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.pack)
    let lines = (0..<4).map { "{\"ts\":\(1_795_425_652 + $0),\"dev\":{\"id\":\"d\($0 % 2)\"},\"n\":1}\n" }
    let result = try Pace.run("eval", pack, "--stdin", input: lines.joined())
    #expect(result.remarks.contains("# check: if `dev.id` does, add `user = dev.id`\n"), "\(result)")
  }
}
