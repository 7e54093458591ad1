import PaceLab
import PaceLanguage
import PaceStore

/// Answers an editor by the language server protocol 3.17: one message after the other, on one thread.
///
/// Long work for lenses is done beside that thread, and dropped when a text changes.
/// Errors of a text are published almost at once, and what lint finds after a pause in the changes.
struct EditorServer {
  /// How a session ended.
  enum Ending {
    /// The client had asked the server to shut down.
    case shutDown
    /// The client ended without asking the server to shut down.
    case disconnected
    /// No message can be found any more in what the client sends, for this reason.
    case unreadable(String)
  }

  /// The capabilities that the client declares.
  struct Client {
    /// Whether it reads Markdown in hovers, and in the documentation of completions.
    var readsMarkdown = (hover: false, completion: false)
    /// Whether it watches files if it is asked to.
    var canWatch = false
    /// What it can be asked to refresh: `inlayHint`, `codeLens`.
    var refreshable: [String] = []
    /// Whether it asks for the name at a place before it asks for another name.
    var preparesRename = false
    /// Whether it reads symbols within symbols.
    var nestsSymbols = false
    /// Whether it refuses edits of another version of a text.
    var heedsVersions = false

    init() {}

    init(_ capabilities: JSONValue) {
      let (texts, workspace) = (capabilities["textDocument"], capabilities["workspace"])
      let item = texts["completion"]["completionItem"]
      readsMarkdown = (
        texts["hover"]["contentFormat"].elements.contains("markdown"),
        item["documentationFormat"].elements.contains("markdown")
      )
      canWatch = workspace["didChangeWatchedFiles"]["dynamicRegistration"].isTrue
      refreshable = ["inlayHint", "codeLens"].filter { workspace[$0]["refreshSupport"].isTrue }
      preparesRename = texts["rename"]["prepareSupport"].isTrue
      nestsSymbols = texts["documentSymbol"]["hierarchicalDocumentSymbolSupport"].isTrue
      heedsVersions = workspace["workspaceEdit"]["documentChanges"].isTrue
    }
  }

  private static let methodNotFound = -32601
  static let invalidParams = -32602
  private static let invalidRequest = -32600
  private static let notInitialized = -32002
  private static let parseError = -32700
  private static let requestFailed = -32803
  private static let requestCancelled = -32800
  private static let contentModified = -32801
  /// How long the end of a session waits for work under way, in milliseconds.
  private static let longestEnd = 1000

  private var channel: MessageChannel
  var workspace = Workspace()
  var encoding = PositionEncoding.utf16
  private(set) var client = Client()
  private(set) lazy var zoneNames = zones.allNames()
  private var isInitialized = false
  private var isShutDown = false
  /// How many requests the server has made of the client.
  private var requests = 0
  var pending = PendingFindings()
  /// The findings last published of each file, by its name.
  var findings: [String: [LintFinding]] = [:]
  var lensResults = LensResults()
  private let version: String
  private let zones: ZoneDirectory
  let lint: (_ programs: [String], _ others: [String], Workspace, _ onlyErrors: Bool) -> LintReport

  /// - Parameters:
  ///   - version: the version that the server reports.
  ///   - zones: those that texts may name.
  ///   - lint: lints programs, given by their roots, with what the editor has open, or finds only their errors.
  init(
    _ channel: MessageChannel, version: String, zones: ZoneDirectory,
    lint: @escaping (_ programs: [String], _ others: [String], Workspace, _ onlyErrors: Bool) -> LintReport
  ) {
    self.channel = channel
    self.version = version
    self.zones = zones
    self.lint = lint
  }

  /// Answers until the client ends it.
  mutating func run() throws(OutputError) -> Ending {
    while true {
      try tellOfWork()
      let wait = pending.wait
      // A waiting request doesn't delay what is due; a waiting change does.
      if wait == 0, !channel.hasNotification() {
        try publishDue()
        continue
      }
      switch channel.next(within: lensResults.work.wait(atMost: wait)) {
      case .message(let message): if try take(message) { return ending }
      case .cancelled(let id): try fail(id, Self.requestCancelled, "the request was cancelled")
      case .takenBack(let id):
        if lensResults.work.drop(id) { try fail(id, Self.requestCancelled, "the request was cancelled") }
      case .malformed(let reason): try fail(.null, Self.parseError, reason)
      case .lost(let reason): return .unreadable(reason)
      case .nothing: continue
      case .end:
        try endWork()
        return ending
      }
    }
  }

  private var ending: Ending { isShutDown ? .shutDown : .disconnected }

  /// Handles a message; true if it is the last.
  private mutating func take(_ message: JSONValue) throws(OutputError) -> Bool {
    guard let method = message["method"].text else {
      try handle(response: message)
      return false
    }
    if method == "exit" { return true }
    let (id, params) = (message["id"], message["params"])
    if id == .null {
      if isInitialized { try handle(notification: method, params) }
    } else if !isInitialized, method != "initialize" {
      try fail(id, Self.notInitialized, "`initialize` comes first")
    } else if isShutDown {
      try fail(id, Self.invalidRequest, "the server is shut down")
    } else if method == "initialize" {
      if isInitialized {
        try fail(id, Self.invalidRequest, "`initialize` comes only once")
      } else {
        try answer(id, initialize(params))
      }
    } else if method == "shutdown" {
      isShutDown = true
      try endWork()
      try answer(id, .null)
    } else {
      // The edits that are offered have to fit the text as it is now.
      if method == "textDocument/codeAction", !pending.changed.isEmpty { try publishFindings() }
      try reply(to: method, id, params)
    }
    return false
  }

  /// Handles the response to a request of the server's; only the one to watch files needs it.
  private mutating func handle(response: JSONValue) throws(OutputError) {
    guard response["id"] != .null else {
      return try fail(.null, Self.invalidRequest, "the message has no method")
    }
    guard response["id"] == Self.watching else { return }
    guard let reason = response["error"]["message"].text else {
      workspace.isWatched = true
      return
    }
    let text =
      "pace: the editor doesn't watch `\(Self.watched)`: \(reason); "
      + "what other programs change is seen when a text is saved"
    // 2: a warning.
    try notify("window/logMessage", ["type": 2, "message": .string(text)])
  }

  private mutating func reply(
    to method: String, _ id: JSONValue, _ params: JSONValue
  ) throws(OutputError) {
    // These two are answered when their work is done.
    if method == "codeLens/resolve" { return try resolveLens(id, params) }
    if method == "workspace/executeCommand" { return try execute(id, params) }
    let result: JSONValue?
    do throws(RequestFailure) {
      result = try answer(to: method, params)
    } catch {
      return try fail(id, error.hasInvalidParams ? Self.invalidParams : Self.requestFailed, error.reason)
    }
    if let result { return try answer(id, result) }
    try fail(id, Self.methodNotFound, "there is no method `\(method)`")
  }

  func answer(_ id: JSONValue, _ result: JSONValue) throws(OutputError) {
    try channel.send(["jsonrpc": "2.0", "id": id, "result": result])
  }

  func fail(_ id: JSONValue, _ code: Int, _ reason: String) throws(OutputError) {
    let error: JSONValue = ["code": .integer(code), "message": .string(reason)]
    try channel.send(["jsonrpc": "2.0", "id": id, "error": error])
  }

  mutating func request(_ method: String) throws(OutputError) {
    requests += 1
    try channel.send([
      "jsonrpc": "2.0", "id": .string("\(method) \(requests)"), "method": .string(method),
    ])
  }

  func notify(_ method: String, _ params: JSONValue) throws(OutputError) {
    try channel.send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  // MARK: Beginning

  private mutating func initialize(_ params: JSONValue) -> JSONValue {
    isInitialized = true
    let offered = params["capabilities"]["general"]["positionEncodings"].elements.map { $0.text }
    encoding = offered.contains(PositionEncoding.utf8.rawValue) ? .utf8 : .utf16
    client = Client(params["capabilities"])
    var folders = params["workspaceFolders"].elements.compactMap { $0["uri"].text }
    let root = params["rootUri"].text ?? params["rootPath"].text.map { Workspace.uri(of: $0) }
    if folders.isEmpty, let root { folders = [root] }
    for folder in folders { workspace.add(folder: Workspace.path(of: folder)) }
    lensResults.log = params["initializationOptions"]["log"].text.map { log in
      log.hasPrefix("/") ? log : (folders.first.map { Workspace.path(of: $0) + "/" } ?? "") + log
    }
    return [
      "capabilities": [
        "positionEncoding": .string(encoding.rawValue),
        // 2: changes come as edits.
        "textDocumentSync": ["openClose": true, "change": 2, "save": true],
        "codeActionProvider": ["codeActionKinds": ["quickfix", "source.fixAll"]],
        "completionProvider": [
          "triggerCharacters": .array((["."] + Self.textTriggers).map { .string($0) }),
          "resolveProvider": true,
        ],
        "codeLensProvider": ["resolveProvider": true],
        "executeCommandProvider": ["commands": [.string(Self.runCommand)]],
        "hoverProvider": true, "definitionProvider": true, "documentFormattingProvider": true,
        "referencesProvider": true, "documentHighlightProvider": true,
        "renameProvider": client.preparesRename ? ["prepareProvider": true] : true, "inlayHintProvider": true,
        "semanticTokensProvider": [
          "legend": [
            "tokenTypes": .array(Self.tokenTypes.map { .string($0) }), "tokenModifiers": ["declaration"],
          ], "full": true,
        ],
        "documentSymbolProvider": true, "workspaceSymbolProvider": true, "foldingRangeProvider": true,
        "documentLinkProvider": [:],
      ],
      "serverInfo": ["name": "pace", "version": .string(version)],
    ]
  }

  /// The id of the request to watch files.
  private static let watching: JSONValue = "watch"
  private static let watched = "**/*.pace"

  /// Asks the client to report rule files that other programs write, if it can.
  private func watch() throws(OutputError) {
    if !client.canWatch { return }
    let files: JSONValue = [
      "id": Self.watching, "method": "workspace/didChangeWatchedFiles",
      "registerOptions": ["watchers": [["globPattern": .string(Self.watched)]]],
    ]
    try channel.send([
      "jsonrpc": "2.0", "id": Self.watching, "method": "client/registerCapability",
      "params": ["registrations": [files]],
    ])
  }

  // MARK: Texts

  private mutating func handle(notification method: String, _ params: JSONValue) throws(OutputError) {
    let document = params["textDocument"]
    if method == "initialized" {
      pending.add(workspace.files().map(Workspace.uri), isEdit: false)
      return try watch()
    }
    if method == "workspace/didChangeWatchedFiles" { return try noteChangedFiles(params["changes"].elements) }
    guard let uri = document["uri"].text else { return }
    var isEdit = true
    switch method {
    case "textDocument/didOpen":
      isEdit = workspace.put(uri, TextDocument(document["text"].text ?? ""), version: document["version"])
    case "textDocument/didChange":
      workspace.change(uri, version: document["version"]) { [encoding] text in
        for change in params["contentChanges"].elements { text.apply(change, encoding) }
      }
    case "textDocument/didSave":
      workspace.lookAgain()
      isEdit = false
    case "textDocument/didClose": workspace.close(uri)
    default: return
    }
    lensResults.clear()
    if isEdit { try dropWork() }
    pending.add([uri], isEdit: isEdit)
  }

  private mutating func noteChangedFiles(_ changes: [JSONValue]) throws(OutputError) {
    let uris = changes.compactMap { $0["uri"].text }
    // 2: written, not made or removed.
    workspace.reread(uris, areMembersSame: changes.allSatisfy { $0["type"] == 2 })
    lensResults.clear()
    try dropWork()
    pending.add(uris, isEdit: true)
  }

  // MARK: Work beside the loop

  /// Drops the work under way, since a text has changed; lenses in other texts have to be asked for again.
  private mutating func dropWork() throws(OutputError) {
    for id in lensResults.work.dropAll() {
      pending.isRefreshDue = true
      try fail(id, Self.contentModified, "a text has changed")
    }
  }

  /// Lets work that is almost done be answered, and drops the rest.
  private mutating func endWork() throws(OutputError) {
    lensResults.work.waitUntilDone(atMost: Self.longestEnd)
    try tellOfWork()
    for id in lensResults.work.dropAll() { try fail(id, Self.requestCancelled, "the server ends") }
  }
}
