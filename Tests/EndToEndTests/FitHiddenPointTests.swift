import Foundation
import PaceOracle
import Testing

/// Labels made by a hidden point of the packs' own grids: its notices are wanted, and other notices that some
/// values give are not. Three of the grids are far too large to be tried whole.
struct `Fitting parameters to a hidden point of a whole grid` {
  typealias Values = [String: String]

  private func json(_ words: [String]) throws -> [String: Any] {
    let result = try Pace.run(words)
    #expect(result.status == 0, "\(result.remarks)")
    return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  /// A pack, the hidden point, and values that give other notices.
  private static let quick: [(String, Values, Values)] = [
    ("activities", ["check_in_below": "0.05"], ["check_in_below": "0.9"]),
    (
      "take-care",
      ["rapid_window": "17 min", "fast_pace_units": "3.5", "escalation_units": "6", "shot_window": "25 min"],
      ["rapid_window": "45 min", "fast_pace_units": "1", "escalation_units": "2", "shot_window": "50 min"]
    ),
  ]

  /// Too much for a debug build.
  private static let long: [(String, Values, Values)] = [
    ("hydration-pace", ["notify_from": "200", "overdue_share": "0.35"], ["overdue_share": "0.1"]),
    ("hydration", ["attention_after": "50 min", "overdue_after": "2 h 5 min"], ["overdue_after": "40 min"]),
    (
      "nail-guard",
      [
        "mild_from": "2", "moderate_from": "4", "high_from": "8", "severe_from": "12", "cluster_bites": "4",
        "cluster_window": "35 min",
      ], ["cluster_bites": "3", "cluster_window": "2 h"]
    ),
    (
      "dose-window",
      [
        "opens": "2 h 20 min", "near": "3 h 35 min", "last_call": "3 h 50 min", "closes": "4 h 10 min",
        "expires": "5 h", "same_night": "11 h", "night_lasts": "18 h",
      ], ["opens": "1 h 30 min", "near": "2 h", "last_call": "2 h 30 min", "closes": "3 h"]
    ),
  ]

  @Test(arguments: cases(Pace.isRelease ? quick + long : quick))
  func `it is among those told to do as well`(given: Case<(String, Values, Values)>) throws {
    let (pack, hidden, other) = given.value
    let scratch = try Scratch()
    let log = scratch.path("log.db")
    // One parameter makes little difference to few subjects.
    let count = Pace.isRelease && hidden.count > 2 ? 4 : hidden.count == 1 ? 6 : 3
    #expect(try Pace.run("sample", pack, "--db", log, "--subjects", "\(count)", "--seed", "5").status == 0)
    let wanted = try Pace.notices(pack, log, hidden)
    let unwanted = try Pace.notices(pack, log, hidden.merging(other) { $1 }).subtracting(wanted)
    #expect(!wanted.isEmpty && !unwanted.isEmpty)
    let rows =
      wanted.map { "\($0[0]),\($0[1]),\($0[1]),yes,\($0[2])" }
      + unwanted.map { "\($0[0]),\($0[1]),\($0[1]),no,\($0[2])" }
    try scratch.write("labels.csv", rows.sorted().joined(separator: "\n") + "\n")
    let fitted = try json(
      ["fit", pack, "--db", log, "--labels", scratch.path("labels.csv"), "--format", "json", "--params"]
        + [hidden.keys.sorted().joined(separator: ",")])
    #expect((fitted["best"] as? [String: Any])?["score"] as? Double == 1)
    let tied = try #require(fitted["tied"] as? [String: Any])
    #expect(tied["all"] as? Bool == true)
    var grid: [String: [String]] = [:]
    for param in try #require(fitted["params"] as? [[String: Any]]) {
      grid[try #require(param["name"] as? String)] = param["values"] as? [String]
    }
    #expect(fitted["exhaustive"] as? Bool == (grid.values.reduce(1) { $0 * $1.count } <= 100_000))
    let ranges = try #require(tied["ranges"] as? [[String: [String]]])
    let holding = ranges.filter { range in
      hidden.allSatisfy { name, value in
        guard let values = grid[name], let ends = range[name]?.map({ values.firstIndex(of: $0) }),
          ends.count == 2,
          let low = ends[0], let high = ends[1], let own = values.firstIndex(of: value)
        else { return false }
        return (low...high).contains(own)
      }
    }
    #expect(holding.count == 1, "\(ranges.count) ranges")
    let listed = try #require(fitted["ties"] as? [[String: Any]]).compactMap { $0["set"] as? Values }
    #expect(listed.count == tied["listed"] as? Int)
    if listed.count == tied["count"] as? Int { #expect(listed.contains(hidden)) }
    // The values that are said to do as well do so: the corners of the ranges tell every label right.
    let range = try #require(ranges.last)
    for end in [0, 1] {
      let told = try Pace.notices(pack, log, range.mapValues { $0[end] })
      #expect(wanted.isSubset(of: told) && unwanted.isDisjoint(with: told))
    }
  }
}
