/// Which rows of a table a draft looks at.
enum TableSample {
  /// What follows `FROM` to sample a table: the first rows and, if rows have numbers, the last ones. A larger table's
  /// rows are also taken evenly from those between, `most` each time.
  ///
  /// - Parameters:
  ///   - chosen: the table and a condition that ends the text.
  ///   - rowID: the name of the rows' numbers.
  static func queries(of chosen: String, _ rowID: String?, most: Int, rows: Int) -> [String] {
    guard let rowID else { return ["\(chosen) LIMIT \(most)"] }
    let ends = ["ASC", "DESC"].map { "\(chosen) ORDER BY \(rowID) \($0) LIMIT \(most)" }
    if rows <= 2 * most { return ends }
    let number = "SELECT \(rowID) FROM \(chosen)"
    let (first, last) = ("\(number) ORDER BY \(rowID)", "\(number) ORDER BY \(rowID) DESC")
    let between = """
      WITH RECURSIVE pace_sample(number, step, last) AS (
        SELECT low, max(1, (high - low) / \(most)), high
        FROM (SELECT (\(first) LIMIT 1 OFFSET \(most)) AS low, (\(last) LIMIT 1 OFFSET \(most)) AS high)
        UNION ALL
        SELECT (\(number) AND \(rowID) >= pace_sample.number + pace_sample.step ORDER BY \(rowID) LIMIT 1), step, last
        FROM pace_sample WHERE number <= last
      )
      SELECT number FROM pace_sample WHERE number <= last LIMIT \(most)
      """
    return ends + ["\(chosen) AND \(rowID) IN (\(between))"]
  }
}
