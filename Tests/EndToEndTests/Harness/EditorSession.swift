import Foundation

/// The messages of an editor to `pace lsp`; they are collected first, then one run of the binary answers them.
struct EditorSession {
  typealias Object = [String: Any]

  private var input = ""
  private var requests = 0
  private let folder: URL

  /// - Parameters:
  ///   - workspace: the client's capabilities for files and folders.
  ///   - texts: those for texts.
  ///   - isNamedByPath: whether the folder is named as clients of old protocols do.
  init(
    in folder: URL, encodings: [String] = [], options: Object = [:], workspace: Object = [:],
    texts: Object = ["documentSymbol": ["hierarchicalDocumentSymbolSupport": true]],
    isNamedByPath: Bool = false
  ) {
    self.folder = folder
    let capabilities: Object = [
      "general": ["positionEncodings": encodings], "workspace": workspace, "textDocument": texts,
    ]
    let root: Object = isNamedByPath ? ["rootPath": folder.path] : ["rootUri": folder.absoluteString]
    request(
      "initialize",
      root.merging(["capabilities": capabilities, "initializationOptions": options]) { $1 })
  }

  /// Takes the messages collected since the last call, for a server that runs on.
  mutating func sent() -> String {
    defer { input = "" }
    return input
  }

  /// Sends bytes that need not be a message.
  mutating func send(raw: String) { input += raw }

  private mutating func send(_ message: Object) {
    guard let data = try? JSONSerialization.data(withJSONObject: message) else { return }
    input += "Content-Length: \(data.count)\r\n\r\n" + String(decoding: data, as: UTF8.self)
  }

  mutating func notify(_ method: String, _ params: Object) {
    send(["jsonrpc": "2.0", "method": method, "params": params])
  }

  /// Answers a request of the server.
  mutating func answer(_ id: String, _ answer: Object) {
    send(answer.merging(["jsonrpc": "2.0", "id": id]) { $1 })
  }

  /// Sends a request; the result is the id of its answer.
  @discardableResult
  mutating func request(_ method: String, _ params: Object) -> Int {
    requests += 1
    send(["jsonrpc": "2.0", "id": requests, "method": method, "params": params])
    return requests
  }

  // MARK: Texts

  func uri(_ name: String) -> String { folder.appendingPathComponent(name).absoluteString }

  mutating func open(_ name: String, _ text: String) {
    let document: Object = ["uri": uri(name), "languageId": "pace", "version": 1, "text": text]
    notify("textDocument/didOpen", ["textDocument": document])
  }

  mutating func change(_ name: String, version: Int, _ changes: [Object]) {
    notify(
      "textDocument/didChange",
      ["textDocument": ["uri": uri(name), "version": version], "contentChanges": changes])
  }

  /// Sends a request about one text, with a position and the whole text as range.
  mutating func ask(_ method: String, _ name: String, line: Int = 0, character: Int = 0) -> Int {
    request(
      "textDocument/\(method)",
      [
        "textDocument": ["uri": uri(name)], "position": Self.position(line, character),
        "range": ["start": Self.position(0, 0), "end": Self.position(1_000_000, 0)],
      ])
  }

  mutating func rename(_ file: String, line: Int, character: Int, to name: String) -> Int {
    request(
      "textDocument/rename",
      [
        "textDocument": ["uri": uri(file)], "position": Self.position(line, character), "newName": name,
      ])
  }

  static func position(_ line: Int, _ character: Int) -> Object { ["line": line, "character": character] }

  /// A text with edits applied by a client that counts in UTF-16.
  static func applied(_ edits: [Object], to text: String) -> String {
    var result = Array(text.utf16)
    let starts = [0] + result.indices.filter { result[$0] == 10 }.map { $0 + 1 }
    func offset(_ position: Any?) -> Int {
      guard let place = position as? Object, let line = place["line"] as? Int,
        let character = place["character"] as? Int
      else { return 0 }
      return line < starts.count ? starts[line] + character : result.count
    }
    let places = edits.map { edit -> (Range<Int>, String) in
      let range = edit["range"] as? Object
      let (start, end) = (offset(range?["start"]), offset(range?["end"]))
      return (start..<end, edit["newText"] as? String ?? "")
    }
    for (range, text) in places.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      result.replaceSubrange(range, with: Array(text.utf16))
    }
    return String(decoding: result, as: UTF16.self)
  }

  // MARK: Answers

  struct Answers {
    var status: Int32
    var messages: [Object] = []

    /// Reads the complete messages of an output.
    init(status: Int32, output: String) throws {
      self.status = status
      var rest = Data(output.utf8)[...]
      while let end = rest.firstRange(of: Data("\r\n\r\n".utf8)) {
        let header = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        guard let length = header.split(separator: " ").last.flatMap({ Int($0) }),
          rest[end.upperBound...].count >= length
        else { break }
        let body = rest[end.upperBound...].prefix(length)
        if let message = try JSONSerialization.jsonObject(with: body) as? Object { messages.append(message) }
        rest = rest[(end.upperBound + length)...]
      }
    }

    func result(_ id: Int) -> Any? { messages.first { $0["id"] as? Int == id }?["result"] }

    func error(_ id: Int) -> Object? { messages.first { $0["id"] as? Int == id }?["error"] as? Object }

    /// The last findings sent for a text.
    func findings(_ uri: String) -> [Object]? {
      let told = messages.compactMap { message -> [Object]? in
        guard let params = message["params"] as? Object, params["uri"] as? String == uri else { return nil }
        return params["diagnostics"] as? [Object]
      }
      return told.last
    }
  }

  /// Ends the session with `shutdown` and `exit`, and returns all messages of the server.
  mutating func run() throws -> Answers {
    request("shutdown", [:])
    notify("exit", [:])
    return try ended()
  }

  /// The messages of the server if the client is gone after those sent so far.
  func ended() throws -> Answers {
    let result = try Pace.run(["lsp"], input: input, folder: folder)
    return try Answers(status: result.status, output: result.output)
  }
}
