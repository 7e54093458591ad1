import PaceLanguage

/// Messages of the language server protocol over two open streams: a header with the length, then JSON.
struct MessageChannel {
  enum Arrival {
    case message(JSONValue)
    /// A request, by its id, that the other side cancelled before its turn came.
    case cancelled(JSONValue)
    /// The id of a request that the other side takes back, though its turn has come.
    case takenBack(JSONValue)
    /// Bytes that are no message; the next ones may be one.
    case malformed(String)
    /// Bytes in which no message can be found any more, and why.
    case lost(String)
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
  /// How many of the next bytes belong to a message that is too long.
  private var skipped = 0
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
    readAhead(within: milliseconds)
    if queue.isEmpty { return isAtEnd ? .end : .nothing }
    return queue.removeFirst()
  }

  /// Reads all that has come; waits only where nothing has.
  private mutating func readAhead(within milliseconds: Int32?) {
    while !isAtEnd, queue.count < Self.mostAhead {
      while let arrival = taken() { enqueue(arrival) }
      if let wait = queue.isEmpty ? milliseconds : 0, !input.isReadable(within: wait) { break }
      isAtEnd = input.read(into: &bytes) != true
    }
  }

  /// Whether a notification, which may change a text, has come and waits for its turn.
  mutating func hasNotification() -> Bool {
    readAhead(within: 0)
    return queue.contains { waiting in
      guard case .message(let message) = waiting else { return false }
      return message["id"] == .null
    }
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
    if id == .null { return }
    if let request { queue[request] = .cancelled(id) } else { queue.append(.takenBack(id)) }
  }

  func send(_ message: JSONValue) throws(OutputError) {
    let body = message.bytes
    let header = Array("Content-Length: \(body.count)\r\n\r\n".utf8)
    try output.write(header + body, upTo: header.count + body.count)
  }

  /// The first message of what has been read; nil if it isn't whole yet.
  private mutating func taken() -> Arrival? {
    let count = min(skipped, bytes.count)
    bytes.removeFirst(count)
    skipped -= count
    guard let end = bytes.firstRange(of: Self.blankLine) else {
      return bytes.count > Self.longestHeader ? lost() : nil
    }
    let header = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    guard end.lowerBound <= Self.longestHeader, Self.isReadable(header) else { return lost() }
    guard let length = Self.length(in: header) else {
      bytes.removeFirst(end.upperBound)
      return .malformed("a header without a `Content-Length`")
    }
    if length > Self.longest {
      bytes.removeFirst(end.upperBound)
      skipped = length
      return .malformed(
        "the message has \(ValueText.count(length)) bytes; at most \(ValueText.count(Self.longest)) are taken"
      )
    }
    guard bytes.count - end.upperBound >= length else { return nil }
    let body = bytes[end.upperBound..<end.upperBound + length]
    defer { bytes.removeFirst(end.upperBound + length) }
    return JSONValue(bytes: body).map { .message($0) } ?? .malformed("the message is no JSON")
  }

  /// Gives up: where a length was wrong, nothing tells where the next message begins.
  private mutating func lost() -> Arrival {
    let start = String(decoding: bytes.prefix(40), as: UTF8.self).prefix { $0 != "\r\n" }
    (bytes, isAtEnd) = ([], true)
    return .lost("there is no header of a message where one has to begin, but `\(start)`")
  }

  /// Whether each line names a field, as in HTTP.
  private static func isReadable(_ header: String) -> Bool {
    header.split(separator: "\r\n").allSatisfy { line in
      let name = line.prefix { $0 != ":" }
      return name.count < line.count && !name.isEmpty
        && name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
    }
  }

  private static func length(in header: String) -> Int? {
    for line in header.split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].filter { $0 != " " }).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }
}
