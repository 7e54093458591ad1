import PaceEngine
import PaceOracle
import PaceReport
import Testing

/// Rows are named by as little of their ids as tells them apart.
@Suite("Names of rows")
struct RowNamesTests {
  private static func names(_ ids: [String]) -> [String] {
    let (names, same) = (RowNames(RowIDs(ids)), RowNames(RowIDs(ids), namesMany: true))
    for row in ids.indices { #expect(names[row] == same[row]) }
    return ids.indices.map { names[$0] }
  }

  @Test("names are the same whether they are worked out one by one or all at once")
  func random() {
    var generator = SplitMix64(3)
    let ids = (0..<300).map { _ in
      (0..<Int.random(in: 8...16, using: &generator)).map { _ in
        ["a", "b", "é"].randomElement(using: &generator) ?? ""
      }.joined()
    }
    _ = Self.names(ids)
    _ = Self.names(ids.map { "2026-11-25T" + $0 })
  }

  @Test("short ids are shown whole, of long ones the beginning or the end that no other has")
  func parts() {
    #expect(Self.names(["a", "", "twelve bytes"]) == ["a", "", "twelve bytes"])
    #expect(Self.names(["77b0c1d2-4e5f-6071", "9a8b7c6d-4e5f-6071"]) == ["77b0c1d2", "9a8b7c6d"])
    #expect(Self.names(["77b0c1d2-4e5f-6071", "77b0c1d3-4e5f-6071"]) == ["77b0c1d2", "77b0c1d3"])
    #expect(Self.names(["2026-11-25T21:09-one", "2026-11-25T21:09-two"]) == ["…1:09-one", "…1:09-two"])
    let alike = ["2026-11-25T21:09-one", "2026-11-26T21:09-one", "2026-11-25T21:09-two"]
    #expect(Self.names(alike) == ["2026-11-25T21:09-o", "2026-11-26", "…1:09-two"])
  }

  @Test("what is the same in another row, or the beginning of another id, makes no name longer than the id")
  func same() {
    #expect(Self.names(["one-and-the-same", "one-and-the-same"]) == ["one-and-", "one-and-"])
    #expect(Self.names(["one-and-the-same", "one-and-the-same-again"]) == ["…the-same", "…me-again"])
  }
}
