import Foundation
import Testing

extension Pace {
  /// The notices of a pack on a log under some values of parameters: subject, milliseconds and rule of each.
  static func notices(_ pack: String, _ log: String, _ set: [String: String]) throws -> Set<[String]> {
    let words = set.flatMap { ["--set", "\($0)=\($1)"] }
    let lines = try run(["eval", pack, "--db", log, "--format", "jsonl"] + words).output
    return Set(
      try lines.split(separator: "\n").map { line in
        let firing = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        return [firing["subject"], firing["at_ms"], firing["rule"]].map { "\($0 ?? "")" }
      })
  }
}
