import PaceLanguage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Another program of pace's, run to its end.
enum Subprocess {
  /// What the program at a path prints; nil if it can't be run, or fails.
  static func output(of path: String) -> String? {
    guard let stream = unsafe popen(ShellWord.quoted(path), "r") else { return nil }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&piece, 1, piece.count, stream)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return unsafe pclose(stream) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
