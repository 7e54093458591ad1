/// What has changed since findings were last told, and when the next of them are due.
struct Pending {
  /// How long after the last change lint waits.
  private static let rest = Duration.milliseconds(150)
  /// How long errors wait, so that they don't hold up typing.
  private static let breath = Duration.milliseconds(30)

  /// Files whose programs have changed since lint last looked at them, as the client names them.
  private(set) var changed: Set<String> = []
  /// The changed files whose errors haven't been looked for.
  private(set) var unread: Set<String> = []
  /// The changed files that say something else than before.
  private(set) var edited: Set<String> = []
  /// Whether an editor has to ask again for what other files say of the changed ones.
  var isRefreshDue = false
  private var last = ContinuousClock.now

  /// - Parameter isEdit: whether the files may say something else now.
  mutating func add(_ uris: some Sequence<String>, isEdit: Bool) {
    changed.formUnion(uris)
    unread.formUnion(uris)
    if isEdit { edited.formUnion(uris) }
    last = .now
  }

  mutating func clearErrors() { unread = [] }

  mutating func clear() { (changed, unread, edited) = ([], [], []) }

  /// How many milliseconds are left until something is due, rounded up; nil if nothing will be.
  ///
  /// They are counted from the last change, whatever else is asked for in between.
  var wait: Int32? {
    if changed.isEmpty, !isRefreshDue { return nil }
    let left = last + (unread.isEmpty ? Self.rest : Self.breath) - .now
    return left <= .zero ? 0 : Int32((left / .microseconds(1) / 1000).rounded(.up))
  }
}
