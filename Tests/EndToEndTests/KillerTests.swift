import Foundation
import Testing

/// What the search for witnesses finds must not get worse.
struct `Killers of mutants` {
  /// With two scenarios a pack, how many changes survive them, and for how many of those no killer is found.
  private static let expected = ["survivors": 319, "open": 1]

  private struct Report: Decodable {
    struct Part: Decodable { var mutants: [Mutant] }
    struct Mutant: Decodable {
      var fate: String
      var scenario: String?
    }
    var mutation: [Part]
  }

  /// It takes minutes unless the binary is a release build, so that one has to be named.
  @Test(.enabled(if: Pace.isRelease))
  func `of packs whose tests are cut to two scenarios, every survivor has one`() throws {
    let scratch = try Scratch()
    var found = ["survivors": 0, "open": 0]
    var tests: [String] = []
    for folder in ["rules", "presets"] {
      let source = Pace.repository.appendingPathComponent(folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: source.path)
      where name.hasSuffix(".pace") {
        let text = try String(contentsOf: source.appendingPathComponent(name), encoding: .utf8)
        let pieces = text.components(separatedBy: "\nscenario ")
        try scratch.write("\(folder)/\(name)", pieces.prefix(3).joined(separator: "\nscenario ") + "\n")
        if name.hasSuffix(".test.pace") { tests.append("rules/\(name)") }
      }
    }
    for name in tests {
      let words = ["test", name, "--mutate", "--format", "json"]
      let result = try Pace.run(words, folder: scratch.folder, seconds: 900)
      let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
      let survivors = report.mutation.flatMap(\.mutants).filter { $0.fate == "survived" }
      found["survivors", default: 0] += survivors.count
      found["open", default: 0] += survivors.count { $0.scenario == nil }
    }
    #expect(found == Self.expected)
  }
}
