import PaceLab
import PaceLanguage
import PaceStore

/// Answers an editor by the language server protocol 3.17: one message after the other, on one thread.
///
/// Errors of a text are published almost at once, and what lint finds after a pause in the changes.
struct EditorServer {
  /// How long after the last change lint waits, in milliseconds.
  private static let rest: Int32 = 150
  /// How long errors wait, in milliseconds, so that they don't hold up typing.
  private static let breath: Int32 = 30
  private static let methodNotFound = -32601
  private static let invalidRequest = -32600
  private static let notInitialized = -32002
  private static let parseError = -32700
  private static let requestFailed = -32803
  private static let requestCancelled = -32800

  private var channel: MessageChannel
  var workspace = Workspace()
  var encoding = PositionEncoding.utf16
  /// Whether the client reads Markdown in hovers, and in the documentation of completions.
  private(set) var readsMarkdown = (hover: false, completion: false)
  /// Whether the client watches files if it is asked to.
  private var canWatch = false
  private(set) lazy var zoneNames = zones.allNames()
  private var isInitialized = false
  private var isShutDown = false
  /// Files whose programs have changed since lint last looked at them, as the client names them.
  private var changed: Set<String> = []
  /// The changed files whose errors haven't been looked for.
  private var unread: Set<String> = []
  /// The findings last published of each file, by its name.
  private(set) var findings: [String: [LintFinding]] = [:]
  var board = LensBoard()
  private let version: String
  private let zones: ZoneDirectory
  private let lint: (_ programs: [String], _ others: [String], Workspace) -> LintReport

  /// - Parameters:
  ///   - version: the version that the server reports.
  ///   - zones: those that texts may name.
  ///   - lint: lints programs, given by their roots, with what the editor has open.
  init(
    _ channel: MessageChannel, version: String, zones: ZoneDirectory,
    lint: @escaping (_ programs: [String], _ others: [String], Workspace) -> LintReport
  ) {
    self.channel = channel
    self.version = version
    self.zones = zones
    self.lint = lint
  }

  /// Answers until the client ends it; returns whether the client asked to shut down before.
  mutating func run() throws(OutputError) -> Bool {
    while true {
      // Findings are published once changes pause, however fast they come.
      switch channel.next(within: changed.isEmpty ? nil : unread.isEmpty ? Self.rest : Self.breath) {
      case .message(let message): if try take(message) { return isShutDown }
      case .cancelled(let id): try fail(id, Self.requestCancelled, "the request was cancelled")
      case .malformed(let reason): try fail(.null, Self.parseError, reason)
      case .nothing where unread.isEmpty: try publishFindings()
      case .nothing: try publishErrors()
      case .end: return isShutDown
      }
    }
  }

  /// Handles a message; true if it is the last.
  private mutating func take(_ message: JSONValue) throws(OutputError) -> Bool {
    guard let method = message["method"].text else {
      try hear(answer: message)
      return false
    }
    if method == "exit" { return true }
    let (id, params) = (message["id"], message["params"])
    if id == .null {
      if isInitialized { try hear(method, params) }
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
      try answer(id, .null)
    } else {
      // The edits that are offered have to fit the text as it is now.
      if method == "textDocument/codeAction", !changed.isEmpty { try publishFindings() }
      try reply(to: method, id, params)
    }
    return false
  }

  /// Handles the answer to our only request.
  private func hear(answer: JSONValue) throws(OutputError) {
    guard answer["id"] != .null else {
      return try fail(.null, Self.invalidRequest, "the message has no method")
    }
    guard answer["id"] == Self.watching, let reason = answer["error"]["message"].text else { return }
    let text =
      "pace: the editor doesn't watch `\(Self.watched)`: \(reason); "
      + "what other programs change is seen when a text is saved"
    // 2: a warning.
    try notify("window/logMessage", ["type": 2, "message": .string(text)])
  }

  private mutating func reply(
    to method: String, _ id: JSONValue, _ params: JSONValue
  ) throws(OutputError) {
    // These two publish findings too.
    if method == "codeLens/resolve" { return try answer(id, resolvedLens(params)) }
    if method == "workspace/executeCommand" { return try answer(id, execute(params)) }
    let result: JSONValue?
    do throws(Refusal) {
      result = try answer(to: method, params)
    } catch {
      return try fail(id, Self.requestFailed, error.reason)
    }
    if let result { return try answer(id, result) }
    try fail(id, Self.methodNotFound, "there is no method `\(method)`")
  }

  private func answer(_ id: JSONValue, _ result: JSONValue) throws(OutputError) {
    try channel.send(["jsonrpc": "2.0", "id": id, "result": result])
  }

  private func fail(_ id: JSONValue, _ code: Int, _ reason: String) throws(OutputError) {
    let error: JSONValue = ["code": .integer(code), "message": .string(reason)]
    try channel.send(["jsonrpc": "2.0", "id": id, "error": error])
  }

  private func notify(_ method: String, _ params: JSONValue) throws(OutputError) {
    try channel.send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  // MARK: Beginning

  private mutating func initialize(_ params: JSONValue) -> JSONValue {
    isInitialized = true
    let offered = params["capabilities"]["general"]["positionEncodings"].elements.map { $0.text }
    encoding = offered.contains(PositionEncoding.utf8.rawValue) ? .utf8 : .utf16
    let changes = params["capabilities"]["workspace"]["didChangeWatchedFiles"]
    canWatch = changes["dynamicRegistration"].isTrue
    let texts = params["capabilities"]["textDocument"]
    let item = texts["completion"]["completionItem"]
    readsMarkdown = (
      texts["hover"]["contentFormat"].elements.contains("markdown"),
      item["documentationFormat"].elements.contains("markdown")
    )
    var folders = params["workspaceFolders"].elements.compactMap { $0["uri"].text }
    if folders.isEmpty, let root = params["rootUri"].text { folders = [root] }
    for folder in folders { workspace.add(folder: Workspace.path(of: folder)) }
    board.log = params["initializationOptions"]["log"].text.map { log in
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
        "renameProvider": ["prepareProvider": true], "inlayHintProvider": true,
        "semanticTokensProvider": [
          "legend": [
            "tokenTypes": .array(Self.tokenTypes.map { .string($0) }), "tokenModifiers": ["declaration"],
          ], "full": true,
        ],
        "documentSymbolProvider": true, "foldingRangeProvider": true, "documentLinkProvider": [:],
      ],
      "serverInfo": ["name": "pace", "version": .string(version)],
    ]
  }

  /// The id of the request to watch files.
  private static let watching: JSONValue = "watch"
  private static let watched = "**/*.pace"

  /// Asks to be told of rule files that other programs write, if the client offers that.
  private func watch() throws(OutputError) {
    if !canWatch { return }
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

  private mutating func hear(_ method: String, _ params: JSONValue) throws(OutputError) {
    let document = params["textDocument"]
    if method == "initialized" { return try watch() }
    guard let uri = document["uri"].text else {
      if method == "workspace/didChangeWatchedFiles" {
        workspace.forget()
        board.clear()
        let uris = params["changes"].elements.compactMap { $0["uri"].text }
        changed.formUnion(uris)
        unread.formUnion(uris)
      }
      return
    }
    switch method {
    case "textDocument/didOpen":
      workspace.put(uri, TextDocument(document["text"].text ?? ""), version: document["version"])
    case "textDocument/didChange":
      workspace.change(uri, version: document["version"]) { [encoding] text in
        for change in params["contentChanges"].elements { text.apply(change, encoding) }
      }
    case "textDocument/didSave": workspace.forget()
    case "textDocument/didClose": workspace.close(uri)
    default: return
    }
    board.clear()
    changed.insert(uri)
    unread.insert(uri)
  }

  // MARK: Findings

  /// Publishes the errors of the programs that texts belong to; the rest follows when lint has looked at them.
  private mutating func publishErrors() throws(OutputError) {
    var broken: Set<String> = []
    for uri in unread {
      for compilation in workspace.compilations(with: uri)
      where compilation.hasErrors && !compilation.isFragment {
        broken.formUnion(compilation.roots.map { compilation.files[Int($0.index)].path })
      }
    }
    unread = []
    if !broken.isEmpty { try publish(lint(broken.sorted(), [], workspace)) }
  }

  private mutating func publishFindings() throws(OutputError) {
    let report = lint(workspace.programs(with: changed), workspace.files, workspace)
    let told = Set(report.files.map { workspace.uri(of: $0) })
    for uri in changed.subtracting(told).sorted() {
      findings[uri] = []
      try publish(uri)
    }
    (changed, unread) = ([], [])
    try publish(report)
  }

  /// Publishes the findings of the files of a report.
  private mutating func publish(_ report: LintReport) throws(OutputError) {
    let found = Dictionary(grouping: report.findings) { workspace.uri(of: $0.file) }
    for uri in Set(report.files.map { workspace.uri(of: $0) }).sorted() {
      let all = found[uri] ?? []
      if all.isEmpty, findings[uri]?.isEmpty ?? true, workspace[uri] == nil { continue }
      findings[uri] = all
      try publish(uri)
    }
  }

  /// Publishes everything that is known to be wrong with a text.
  func publish(_ uri: String) throws(OutputError) {
    let failures = (board.failures[uri] ?? [:]).sorted { $0.key < $1.key }.flatMap { $0.value }
    try notify(
      "textDocument/publishDiagnostics",
      [
        "uri": .string(uri), "version": workspace[uri]?.version ?? .null,
        "diagnostics": .array((findings[uri] ?? []).map(diagnostic) + failures),
      ])
  }

  func diagnostic(of finding: LintFinding) -> JSONValue {
    let found = finding.diagnostic
    let text = TextDocument(finding.file.bytes)
    let severity =
      switch found.severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    let notes = found.notes.map { note -> JSONValue in
      let file = finding.files[Int(note.span.file.index)]
      let range = TextDocument(file.bytes).range(of: note.span, encoding)
      return [
        "location": ["uri": .string(workspace.uri(of: file)), "range": range],
        "message": .string(note.message),
      ]
    }
    return [
      "range": text.range(of: found.span, encoding), "severity": .integer(severity),
      "code": .string(found.code),
      "source": "pace", "message": .string(found.message + (found.help.map { "\n\($0)" } ?? "")),
      "relatedInformation": .array(notes),
    ]
  }
}
