extension Function {
  /// The function whose name is at the byte `offset` of a text, with the name's bytes; nil elsewhere.
  public static func called(in bytes: [UInt8], at offset: Int) -> (function: Function, name: Range<Int>)? {
    guard let site = CompletionSite(bytes, at: offset), site.text == nil,
      let function = Function(String(decoding: bytes[site.word], as: UTF8.self)),
      bytes[site.word.upperBound...].first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "(")
    else { return nil }
    return (function, site.word)
  }
}
