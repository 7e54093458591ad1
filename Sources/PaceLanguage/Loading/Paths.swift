/// `path` with `.`, `..` and doubled slashes taken out, as text; links are not followed.
public func normalizedPath(_ path: String) -> String {
  let slash = UInt8(ascii: "/")
  let bytes = Array(path.utf8)
  let isAbsolute = bytes.first == slash
  var parts: [[UInt8]] = []
  for part in bytes.split(separator: slash) {
    let part = Array(part)
    if part == [UInt8(ascii: ".")] { continue }
    if part == parentFolder {
      if let last = parts.last, last != parentFolder {
        parts.removeLast()
        continue
      }
      if isAbsolute { continue }
    }
    parts.append(part)
  }
  var result: [UInt8] = isAbsolute ? [slash] : []
  for (index, part) in parts.enumerated() {
    if index > 0 { result.append(slash) }
    result += part
  }
  return result.isEmpty ? "." : String(decoding: result, as: UTF8.self)
}

private let parentFolder = [UInt8(ascii: "."), UInt8(ascii: ".")]

/// `path`, which the file `other` names, joined to the folder of `other`; an absolute path as it is.
func joinedPath(_ path: String, besides other: String) -> String {
  let slash = UInt8(ascii: "/")
  guard path.utf8.first != slash, let last = other.utf8.lastIndex(of: slash) else { return path }
  return String(other[...last]) + path
}
