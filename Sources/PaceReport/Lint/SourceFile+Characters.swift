import PaceLanguage

extension SourceFile {
  /// A place with its column in Unicode code points, as SARIF and code hosts count.
  func characterLocation(of offset: Int32) -> SourceLocation {
    let place = location(of: offset)
    let before = text(ofLine: place.line).utf8.prefix(place.column - 1)
    let characters = String(decoding: Array(before), as: UTF8.self).unicodeScalars.count
    return SourceLocation(line: place.line, column: characters + 1)
  }
}
