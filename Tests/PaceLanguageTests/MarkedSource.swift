import PaceLanguage
import Testing

/// Checks a source against the marks in it.
///
/// A line `#    ^^^^ E0203 part of the message` marks the columns of the line before it that is no mark; a mark of
/// `^` at the end of a line stands for an empty span there. Everything that is said must be marked.
func check(
  _ marked: String, fixed: String? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  var lines: [String] = []
  var expected: [String] = []
  for line in marked.split(separator: "\n", omittingEmptySubsequences: false) {
    guard line.hasPrefix("#"), let caret = line.firstIndex(of: "^") else {
      lines.append(String(line))
      continue
    }
    let column = line.distance(from: line.startIndex, to: caret) + 1
    let marks = line[caret...].prefix { $0 == "^" }
    let rest = line[marks.endIndex...].drop { $0 == " " }
    expected.append("\(lines.count):\(column)+\(marks.count) \(rest)")
  }
  let parsed = Parsed(lines.joined(separator: "\n"))
  var actual: [String] = []
  for (index, diagnostic) in parsed.diagnostics.enumerated() {
    let place = parsed.file.location(of: diagnostic.span.start)
    let width = max(diagnostic.span.end - diagnostic.span.start, 1)
    let full = "\(place.line):\(place.column)+\(width) \(diagnostic.code) \(diagnostic.message)"
    // A mark may leave out the end of the message.
    let isMarked = index < expected.count && full.hasPrefix(expected[index])
    actual.append(isMarked ? expected[index] : full)
  }
  #expect(actual == expected, sourceLocation: sourceLocation)
  if let fixed { #expect(parsed.fixed == fixed, sourceLocation: sourceLocation) }
}
