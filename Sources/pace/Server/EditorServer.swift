import PaceLab
import PaceLanguage

/// Answers an editor by the language server protocol 3.17: one message after the other, on one thread.
///
/// Errors of a text are told at once, what lint finds once nothing has come for a moment.
struct EditorServer {
  /// How long after the last change lint waits, in milliseconds.
  private static let rest: Int32 = 150
  private static let methodNotFound = -32601
  private static let invalidRequest = -32600
  private static let notInitialized = -32002
  private static let parseError = -32700
  private static let requestFailed = -32803

  private var channel: MessageChannel
  var workspace = Workspace()
  var encoding = PositionEncoding.utf16
  private var isInitialized = false
  private var isShutDown = false
  /// Files whose programs have changed since lint has looked at them, as the client names them.
  private var changed: Set<String> = []
  /// What was last said of each file, by its name.
  private(set) var findings: [String: [LintFinding]] = [:]
  private let version: String
  private let lint: (_ programs: [String], _ others: [String], Workspace) -> LintReport

  /// - Parameters:
  ///   - version: what the server says of itself.
  ///   - lint: looks at programs, given by their roots, with what the editor has open.
  init(
    _ channel: MessageChannel, version: String,
    lint: @escaping (_ programs: [String], _ others: [String], Workspace) -> LintReport
  ) {
    self.channel = channel
    self.version = version
    self.lint = lint
  }

  /// Answers until the client ends it; whether it has asked to shut down before.
  mutating func run() throws(OutputError) -> Bool {
    while true {
      switch channel.next(within: changed.isEmpty ? nil : Self.rest) {
      case .message(let message): if try take(message) { return isShutDown }
      case .malformed(let reason): try fail(.null, Self.parseError, reason)
      case .nothing: try publishFindings()
      case .end: return isShutDown
      }
    }
  }

  /// Whether it is the last message.
  private mutating func take(_ message: JSONValue) throws(OutputError) -> Bool {
    guard let method = message["method"].text else {
      // Answers to requests of ours are not waited for.
      if message["id"] == .null { try fail(.null, Self.invalidRequest, "the message has no method") }
      return false
    }
    if method == "exit" { return true }
    let (id, params) = (message["id"], message["params"])
    if id == .null {
      if isInitialized { try hear(method, params) }
    } else if method == "initialize" {
      try answer(id, initialize(params))
    } else if !isInitialized || isShutDown {
      try fail(id, Self.notInitialized, isShutDown ? "the server is shut down" : "`initialize` comes first")
    } else if method == "shutdown" {
      isShutDown = true
      try answer(id, .null)
    } else {
      // What is offered belongs to the text as it is now.
      if method == "textDocument/codeAction", !changed.isEmpty { try publishFindings() }
      try reply(to: method, id, params)
    }
    return false
  }

  private mutating func reply(
    to method: String, _ id: JSONValue, _ params: JSONValue
  ) throws(OutputError) {
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

  // MARK: Beginning

  private mutating func initialize(_ params: JSONValue) -> JSONValue {
    isInitialized = true
    let offered = params["capabilities"]["general"]["positionEncodings"].elements.map { $0.text }
    encoding = offered.contains(PositionEncoding.utf8.rawValue) ? .utf8 : .utf16
    var folders = params["workspaceFolders"].elements.compactMap { $0["uri"].text }
    if folders.isEmpty, let root = params["rootUri"].text { folders = [root] }
    for folder in folders { workspace.add(folder: Workspace.path(of: folder)) }
    return [
      "capabilities": [
        "positionEncoding": .string(encoding.rawValue),
        // 2: changes come as edits.
        "textDocumentSync": ["openClose": true, "change": 2, "save": true],
        "codeActionProvider": ["codeActionKinds": ["quickfix", "source.fixAll"]],
        "completionProvider": ["triggerCharacters": ["."], "resolveProvider": true],
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

  // MARK: Texts

  private mutating func hear(_ method: String, _ params: JSONValue) throws(OutputError) {
    let document = params["textDocument"]
    guard let uri = document["uri"].text else {
      if method == "workspace/didChangeWatchedFiles" {
        workspace.forget()
        changed.formUnion(params["changes"].elements.compactMap { $0["uri"].text })
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
    changed.insert(uri)
    try publishErrors(of: uri)
  }

  // MARK: Findings

  /// Tells the errors of a text at once; where there are none, and none are told, lint has time.
  private mutating func publishErrors(of uri: String) throws(OutputError) {
    guard let compilation = workspace.compilation(with: uri), !compilation.isFragment else { return }
    let isWrong = findings.values.joined().contains { $0.diagnostic.severity == .error }
    if compilation.hasErrors || isWrong { try publishFindings() }
  }

  private mutating func publishFindings() throws(OutputError) {
    let programs = workspace.programs(with: changed)
    let report = lint(programs, workspace.files, workspace)
    var told = Dictionary(grouping: report.findings) { workspace.uri(of: $0.file) }
    for uri in changed where told[uri] == nil { told[uri] = [] }
    for file in report.files where told[workspace.uri(of: file)] == nil { told[workspace.uri(of: file)] = [] }
    changed = []
    for (uri, found) in told.sorted(by: { $0.key < $1.key }) {
      if found.isEmpty, findings[uri]?.isEmpty ?? true, workspace[uri] == nil { continue }
      findings[uri] = found
      try channel.send([
        "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics",
        "params": [
          "uri": .string(uri), "version": workspace[uri]?.version ?? .null,
          "diagnostics": .array(found.map(diagnostic)),
        ],
      ])
    }
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
