// The functions that a page calls: it puts a request into `studio_room`, and reads the answer at `studio_answer`.
// A page has one thread, so what stays between two calls is kept in globals.

nonisolated(unsafe) private var room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)
nonisolated(unsafe) private var reply = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)
nonisolated(unsafe) private var studio: Studio?

/// Makes room for a request of this many bytes, which lasts until the next call.
@_expose(wasm, "studio_room") @_cdecl("studio_room")
public func studioRoom(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  room.deallocate()
  room = .allocate(capacity: max(0, Int(count)))
  room.initialize(repeating: 0)
  return room.baseAddress
}

/// Reads the content that the page was made from, which is in the room; returns 1 if it can be read, else 0.
@_expose(wasm, "studio_open") @_cdecl("studio_open")
public func studioOpen() -> Int32 {
  studio = Studio(Array(room))
  return studio == nil ? 0 : 1
}

/// Answers the request in the room, and returns the answer's length in bytes.
@_expose(wasm, "studio_ask") @_cdecl("studio_ask")
public func studioAsk() -> Int32 {
  let answer = studio?.answer(Request(Array(room))) ?? []
  reply.deallocate()
  reply = .allocate(capacity: answer.count)
  _ = reply.initialize(from: answer)
  return Int32(answer.count)
}

/// The address of the answer, which is valid until the next one.
@_expose(wasm, "studio_answer") @_cdecl("studio_answer")
public func studioAnswer() -> UnsafeMutablePointer<UInt8>? { reply.baseAddress }

/// Bounds the work of one request, so that the page never stands still for long.
enum Work {
  /// The most rowless instants in an evaluation for a night.
  ///
  /// It is above the engine's own bound for 24 hours, whose message names the rule.
  static let ofNight = 1_500_000
  /// The most rowless instants in all evaluations of one request together.
  static let ofRequest = 4_000_000

  // The page has one thread.
  nonisolated(unsafe) private static var left = 0

  static func begin(_ instants: Int) { left = instants }

  /// Whether evaluations ended early, so that their results are incomplete.
  static var isSpent: Bool { left <= 0 }

  /// A machine asks this after every 1,024 rowless instants.
  @Sendable static func take() -> Bool {
    left -= 1_024
    return isSpent
  }
}
