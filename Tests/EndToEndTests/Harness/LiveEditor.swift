import Foundation

/// An editor whose server answers while more messages are sent.
struct LiveEditor {
  var session: EditorSession
  private let running: RunningPace

  init(
    in folder: URL, options: EditorSession.Object = [:], workspace: EditorSession.Object = [:]
  ) throws {
    session = EditorSession(in: folder, options: options, workspace: workspace)
    running = try RunningPace(["lsp"])
  }

  /// All messages of the server so far.
  var answers: EditorSession.Answers {
    get throws { try EditorSession.Answers(status: 0, output: running.output) }
  }

  /// Sends what the session has collected, and waits until what the server said fulfils a condition.
  mutating func waits(for condition: (EditorSession.Answers) -> Bool) throws -> Bool {
    try running.write(session.sent())
    return try running.waits { condition(try answers) }
  }

  /// Sends what the session has collected, and waits for the server to end; its exit status, nil if it goes on.
  mutating func ends() throws -> Int32? {
    try running.write(session.sent())
    return running.waits { !running.process.isRunning } ? running.process.terminationStatus : nil
  }
}
