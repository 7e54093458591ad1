/// Messages of the language server protocol over two open streams: a header with the length, then JSON.
struct MessageChannel {
  enum Arrival {
    case message(JSONValue)
    /// A request, by its id, that the other side cancelled before its turn came.
    case cancelled(JSONValue)
    /// Bytes that are no message; the next ones may be one.
    case malformed(String)
    /// Nothing came in the time given.
    case nothing
    /// The other side has closed the stream.
    case end
  }

  /// The longest message that is taken, in bytes.
  private static let longest = 64 << 20
  /// The longest header.
  private static let longestHeader = 4096
  private static let blankLine = Array("\r\n\r\n".utf8)

  private let input: FileDescriptor
  private let output: FileDescriptor
  private var bytes: [UInt8] = []
  /// What has come and waits for its turn.
  private var queue: [Arrival] = []
  private var isAtEnd = false
  /// How much is read ahead, in messages.
  private static let mostAhead = 1000

  init(input: FileDescriptor, output: FileDescriptor) {
    self.input = input
    self.output = output
  }

  /// The next message, or `nothing` if none comes within so many milliseconds; nil waits for ever.
  ///
  /// Everything that has arrived is read first, so that a request can still be cancelled.
  mutating func next(within milliseconds: Int32?) -> Arrival {
    while !isAtEnd, queue.count < Self.mostAhead {
      while let arrival = taken() { enqueue(arrival) }
      if let wait = queue.isEmpty ? milliseconds : 0, !input.isReadable(within: wait) { break }
      isAtEnd = input.read(into: &bytes) != true
    }
    if queue.isEmpty { return isAtEnd ? .end : .nothing }
    return queue.removeFirst()
  }

  private mutating func enqueue(_ arrival: Arrival) {
    guard case .message(let message) = arrival, message["method"] == "$/cancelRequest" else {
      return queue.append(arrival)
    }
    let id = message["params"]["id"]
    let request = queue.firstIndex { waiting in
      guard case .message(let message) = waiting else { return false }
      return message["id"] == id && message["method"].text != nil
    }
    if id != .null, let request { queue[request] = .cancelled(id) }
  }

  func send(_ message: JSONValue) throws(OutputError) {
    let body = message.bytes
    let header = Array("Content-Length: \(body.count)\r\n\r\n".utf8)
    try output.write(header + body, upTo: header.count + body.count)
  }

  /// The first message of what has been read; nil if it isn't whole yet.
  private mutating func taken() -> Arrival? {
    guard let end = bytes.firstRange(of: Self.blankLine) else {
      guard bytes.count > Self.longestHeader else { return nil }
      bytes = []
      return .malformed("a header of more than \(Self.longestHeader) bytes")
    }
    guard let length = Self.length(in: bytes[..<end.lowerBound]), length <= Self.longest else {
      bytes.removeFirst(end.upperBound)
      return .malformed("a header without a `Content-Length` of at most \(Self.longest)")
    }
    guard bytes.count - end.upperBound >= length else { return nil }
    let body = bytes[end.upperBound..<end.upperBound + length]
    defer { bytes.removeFirst(end.upperBound + length) }
    return JSONValue(bytes: body).map { .message($0) } ?? .malformed("the message is no JSON")
  }

  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    for line in String(decoding: header, as: UTF8.self).split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].filter { $0 != " " }).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }
}
